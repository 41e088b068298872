import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  BACKOFF_MAX_MS,
  backoffMs,
  Connection,
  type ConnectionHost,
  type ConnectionState,
  type SocketLike,
} from './connection.ts';

/**
 * A link that loses its server must come back by itself, and one that was told to go away must not.
 */
class FakeSocket implements SocketLike {
  readyState = 0;
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  sent: string[] = [];
  send = (data: string) => void this.sent.push(data);
  close = () => {
    this.readyState = 3;
  };
  opens() {
    this.readyState = 1;
    this.onopen?.(new Event('open'));
  }
  closes(code: number) {
    this.readyState = 3;
    this.onclose?.({ code } as CloseEvent);
  }
  says(text: string) {
    this.onmessage?.({ data: text } as MessageEvent);
  }
}

const sockets: FakeSocket[] = [];
const states: ConnectionState[] = [];
const received: unknown[] = [];
const newest = () => sockets.at(-1) as FakeSocket;
let network = { isOnline: true, isHidden: false };
let page: Parameters<ConnectionHost['listen']>[0] | undefined;
const host: ConnectionHost = {
  isOnline: () => network.isOnline,
  isHidden: () => network.isHidden,
  listen: (listeners) => {
    page = listeners;
    return () => {
      page = undefined;
    };
  },
};

function connect(): Connection {
  const connection = new Connection({
    open: () => {
      sockets.push(new FakeSocket());
      return newest();
    },
    onOpen: (send) => send({ hello: true }),
    onMessage: (message) => received.push(message),
    onState: (state) => states.push(state),
    isFinal: (code) => code === 4401,
    silenceMs: 30_000,
    random: () => 0,
    host,
  });
  connection.start();
  return connection;
}

function loseNetwork(): void {
  network.isOnline = false;
  page?.onOffline();
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets.length = 0;
  states.length = 0;
  received.length = 0;
  network = { isOnline: true, isHidden: false };
  page = undefined;
});
afterEach(() => {
  vi.useRealTimers();
});

test('it says hello, hears, and comes back after a loss with growing waits', () => {
  connect();
  newest().opens();
  newest().says('{"a":1}');
  expect(newest().sent).toEqual(['{"hello":true}']);
  expect(received).toEqual([{ a: 1 }]);
  newest().closes(1006);
  vi.advanceTimersByTime(249);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sockets).toHaveLength(2);
  newest().closes(1006);
  vi.advanceTimersByTime(499);
  expect(sockets).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(sockets).toHaveLength(3);
  newest().opens();
  expect(states).toEqual([
    'connecting',
    'live',
    'reconnecting',
    'reconnecting',
    'reconnecting',
    'reconnecting',
    'live',
  ]);
});

test('silence is a loss', () => {
  connect();
  newest().opens();
  vi.advanceTimersByTime(29_999);
  newest().says('{}');
  vi.advanceTimersByTime(29_999);
  expect(states.at(-1)).toBe('live');
  vi.advanceTimersByTime(1);
  expect(states.at(-1)).toBe('reconnecting');
});

test('a final close is the end', () => {
  connect();
  newest().opens();
  newest().closes(4401);
  vi.advanceTimersByTime(BACKOFF_MAX_MS * 4);
  expect(sockets).toHaveLength(1);
  expect(states.at(-1)).toBe('offline');
});

test('coming back to the tab dials at once', () => {
  connect();
  newest().opens();
  newest().closes(1006);
  page?.onWake();
  expect(sockets).toHaveLength(2);
});

test('without a network nobody is dialled, and its return dials at once', () => {
  connect();
  newest().opens();
  loseNetwork();
  vi.advanceTimersByTime(BACKOFF_MAX_MS * 4);
  expect(sockets).toHaveLength(1);
  expect(states.at(-1)).toBe('offline');
  network.isOnline = true;
  page?.onWake();
  expect(sockets).toHaveLength(2);
});

test('a network that comes back without saying so is found by looking', () => {
  connect();
  newest().opens();
  loseNetwork();
  vi.advanceTimersByTime(60_000);
  network.isOnline = true;
  vi.advanceTimersByTime(BACKOFF_MAX_MS);
  expect(sockets).toHaveLength(2);
  expect(states.at(-1)).toBe('reconnecting');
});

test('an attempt that has just begun is not given up for another; one from before a sleep is', () => {
  connect();
  newest().opens();
  newest().closes(1006);
  vi.advanceTimersByTime(250);
  expect(sockets).toHaveLength(2);
  page?.onWake();
  page?.onWake();
  expect(sockets).toHaveLength(2);
  // Timers stand still while a machine sleeps; the clock does not.
  vi.setSystemTime(Date.now() + 60_000);
  page?.onWake();
  expect(sockets).toHaveLength(3);
});

test('stopping means no further attempt', () => {
  const connection = connect();
  newest().closes(1006);
  connection.stop();
  vi.advanceTimersByTime(BACKOFF_MAX_MS * 4);
  expect(sockets).toHaveLength(1);
});

test('an attempt that is given up comes to its end once it is open, and says nothing', () => {
  const connection = connect();
  connection.stop();
  expect(newest().readyState).toBe(0);
  newest().opens();
  expect(newest().readyState).toBe(3);
  expect(newest().sent).toEqual([]);
  expect(states).toEqual(['connecting']);
});

test('an attempt that is given up is closed only when it never comes to anything', () => {
  const connection = connect();
  vi.advanceTimersByTime(2_000);
  connection.stop();
  // Somebody leaves while a busy machine still opens the link: the browser would complain.
  vi.advanceTimersByTime(17_900);
  expect(newest().readyState).toBe(0);
  vi.advanceTimersByTime(200);
  expect(newest().readyState).toBe(3);
});

test('whoever logs out and in again while a link is opened gets one of their own', () => {
  const connection = connect();
  const [first] = sockets;
  vi.advanceTimersByTime(5_000);
  connection.stop();
  connection.start();
  expect(sockets).toHaveLength(2);
  expect(first?.readyState).toBe(0);
  first?.opens();
  expect(first?.readyState).toBe(3);
  newest().opens();
  expect(newest().sent).toEqual(['{"hello":true}']);
});

test('waits double up to a limit and are spread', () => {
  expect([0, 1, 2, 20].map((attempt) => backoffMs(attempt, 1))).toEqual([500, 1000, 2000, BACKOFF_MAX_MS]);
  expect(backoffMs(3, 0)).toBe(backoffMs(3, 1) / 2);
});
