import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OPERATOR_SOCKET_PATH } from '@glasshouse/api/operator/queues';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { withTestDatabase } from '../platform/test-database.ts';
import { SESSION_COOKIE } from './operator-cookies.ts';
import { OperatorSocket, type OperatorSocketDeps } from './operator-socket.ts';
import {
  accepted,
  type OperatorGatewayFixture,
  openOperatorGateway,
  type TestOperator,
} from './testing/operator-gateway.ts';

/** What operators see live, and who is let in to see it. */
const database = withTestDatabase();
let gateway: OperatorGatewayFixture;
let url: string;

beforeAll(async () => {
  gateway = await openOperatorGateway(database);
  await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  url = `ws://127.0.0.1:${(gateway.app.server.address() as AddressInfo).port}${OPERATOR_SOCKET_PATH}`;
});
afterAll(() => gateway.close());

const cookiesOf = (operator: TestOperator): string =>
  [...operator.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Messages as they come, each awaited once. */
class Watched {
  readonly socket: WebSocket;
  readonly #messages: unknown[] = [];
  #wake = (): void => {};

  constructor(operator: TestOperator) {
    this.socket = new WebSocket(url, { headers: { cookie: cookiesOf(operator) } });
    this.socket.on('message', (data) => {
      this.#messages.push(JSON.parse(String(data)));
      this.#wake();
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the tests look into what was sent.
  async next(): Promise<any> {
    while (this.#messages.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.#messages.shift();
  }
}

describe('the live socket', () => {
  test('shows requests and claims as they come and go', async () => {
    const ada = await gateway.operator(['owner'], 'ada');
    const bob = await gateway.operator(['finance'], 'bob');
    const watched = new Watched(bob);
    expect(await watched.next()).toMatchObject({
      queues: expect.arrayContaining([expect.objectContaining({ queue: 'requests', waiting: 0 })]),
      claims: [],
    });
    const body = { name: 'nina', roles: ['support'], reason: 'new in the team' };
    const { request } = accepted(await ada.call('inviteOperator', { body }));
    expect(await watched.next()).toMatchObject({
      queues: expect.arrayContaining([expect.objectContaining({ queue: 'requests', waiting: 1 })]),
    });
    accepted(await ada.call('claimItem', { body: { queue: 'requests', item: request } }));
    expect((await watched.next()).claims).toMatchObject([
      { queue: 'requests', item: request, operator: { name: 'ada' } },
    ]);
    accepted(await ada.call('releaseItem', { body: { queue: 'requests', item: request } }));
    expect((await watched.next()).claims).toEqual([]);
    watched.socket.close();
  });

  test('shows each only what their roles may see', async () => {
    const watched = new Watched(await gateway.operator(['content']));
    expect(await watched.next()).toEqual({ queues: [], claims: [], chats: [] });
    watched.socket.close();
  });

  test('ends with the session', async () => {
    const owner = await gateway.operator(['owner']);
    const support = await gateway.operator(['support']);
    const watched = new Watched(support);
    await watched.next();
    const closed = once(watched.socket, 'close');
    accepted(await owner.call('disableOperator', { path: { id: support.id }, body: { reason: 'left the company' } }));
    expect((await closed)[0]).toBe(4_401);
  });

  test('from a network that operators may not come from is refused', async () => {
    const operator = await gateway.operator(['owner']);
    await database.pool.query(
      `insert into parameters (key, version, value, set_at, set_by) values ('operator.networks', 1, '["192.0.2.0/24"]', now(), $1)`,
      [operator.id],
    );
    const socket = new WebSocket(url, { headers: { cookie: cookiesOf(operator) } });
    const [, response] = await once(socket, 'unexpected-response');
    await database.pool.query(`delete from parameters where key = 'operator.networks'`);
    expect(response.statusCode).toBe(403);
  });

  test.each([
    ['without a session', () => ({}), 401],
    ['with a made-up one', () => ({ cookie: `${SESSION_COOKIE}=${'A'.repeat(43)}` }), 401],
    ['from another site', (cookie: string) => ({ cookie, origin: 'https://evil.example' }), 403],
    ['from no site', (cookie: string) => ({ cookie, origin: 'null' }), 403],
  ] as const)('%s is refused', async (_title, headers, status) => {
    const operator = await gateway.operator(['owner']);
    const socket = new WebSocket(url, { headers: headers(cookiesOf(operator)) });
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(status);
  });
});

test('what changes while it is being read is read again at once', async () => {
  const readings: (() => void)[] = [];
  const session = { credential: 'a', operator: { roles: [] } };
  const operators = new OperatorSocket({
    sessions: { look: async () => session, mayComeFrom: async () => true } as unknown as OperatorSocketDeps['sessions'],
    isSecure: false,
    read: () => new Promise((resolve) => readings.push(() => resolve({ queues: [], claims: [], chats: [] }))),
    onChange: () => () => {},
    host: 'localhost',
    log: { warn: () => {} },
  });
  const server = createServer().on(
    'upgrade',
    (request, socket, head) => void operators.accept(request, socket, head, request.socket.remoteAddress ?? ''),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await once(new WebSocket(address), 'open');
  const second = new WebSocket(address);
  await once(second, 'open');
  expect(readings).toHaveLength(1);
  readings[0]!();
  await once(second, 'message');
  expect(readings).toHaveLength(2);
  operators.stop();
  server.close();
});
