/**
 * One WebSocket that comes back: exponential back-off with jitter, a watch-dog for silent links,
 * and an immediate retry when the tab is shown again or the network returns. It knows nothing of
 * what the messages mean.
 */
export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'offline';

/** The part of `WebSocket` that is used, so that tests can stand in for it. */
export interface SocketLike {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(data: string): void;
  close(code?: number): void;
}

/** What the surroundings know of the network, and of whether anybody looks. */
export interface ConnectionHost {
  readonly isOnline: () => boolean;
  /** Nobody looks: being woken then is left for later. */
  readonly isHidden: () => boolean;
  /** Reports a network or a viewer that came back, and a network that went. Returns how to stop. */
  readonly listen: (listeners: { readonly onWake: () => void; readonly onOffline: () => void }) => () => void;
}

/** A program without a page: it counts as online and seen, and learns of losses by the socket. */
const PLAIN_HOST: ConnectionHost = { isOnline: () => true, isHidden: () => false, listen: () => () => undefined };

export interface ConnectionOptions {
  readonly open: () => SocketLike;
  /**
   * Sent as soon as the link is up; what it needs (subscriptions, token) is read at that moment.
   */
  readonly onOpen: (send: (message: unknown) => void) => void;
  readonly onMessage: (message: unknown) => void;
  readonly onState?: (state: ConnectionState) => void;
  /** The server closed for good (a revoked token): no further attempt. */
  readonly isFinal?: (code: number) => boolean;
  /** Longer silence than this means that the link is dead although the browser has not noticed. */
  readonly silenceMs: number;
  readonly random?: () => number;
  /** Left out, a program that is always online. */
  readonly host?: ConnectionHost;
}

export const BACKOFF_FIRST_MS = 500;
export const BACKOFF_MAX_MS = 20_000;
/**
 * An attempt younger than this is given its chance; an older one may have been under way when the
 * machine went to sleep.
 */
const FRESH_MS = 3_000;
/** A busy machine takes seconds to open a link; after this long it never will. */
const DIAL_MAX_MS = 20_000;
const CONNECTING = 0;
const OPEN = 1;

/** Half fixed, half random: clients that lost the same server do not return in the same instant. */
export function backoffMs(attempt: number, random: number): number {
  const ceiling = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** Math.min(attempt, 10));
  return ceiling / 2 + (ceiling / 2) * random;
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #host: ConnectionHost;
  #stopListening: (() => void) | undefined;
  #socket: SocketLike | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #dialledAt = 0;
  #wanted = false;
  #everLive = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#host = options.host ?? PLAIN_HOST;
  }

  start(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#stopListening = this.#host.listen({ onWake: this.#wake, onOffline: this.#sleep });
    this.#connect();
  }

  stop(): void {
    this.#wanted = false;
    this.#everLive = false;
    this.#attempt = 0;
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#drop();
  }

  send(message: unknown): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  /**
   * Drops the link and dials again at once: the caller found a hole that only a new snapshot mends.
   */
  restart(): void {
    if (!this.#wanted) return;
    this.#drop();
    this.#connect();
  }

  #connect(): void {
    this.#options.onState?.(this.#everLive ? 'reconnecting' : 'connecting');
    const socket = this.#options.open();
    this.#socket = socket;
    this.#dialledAt = Date.now();
    this.#watch();
    socket.onopen = () => {
      this.#attempt = 0;
      this.#everLive = true;
      this.#options.onState?.('live');
      this.#options.onOpen((message) => this.send(message));
    };
    socket.onmessage = (event) => {
      this.#watch();
      this.#options.onMessage(JSON.parse(String(event.data)));
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#drop();
      if (this.#options.isFinal?.(event.code) === true) {
        this.stop();
        this.#options.onState?.('offline');
        return;
      }
      this.#retryLater();
    };
  }

  #retryLater(): void {
    this.#options.onState?.(this.#host.isOnline() ? 'reconnecting' : 'offline');
    const random = this.#options.random ?? Math.random;
    this.#retryTimer = setTimeout(() => this.#retry(), backoffMs(this.#attempt, random()));
    this.#attempt += 1;
  }

  /**
   * Without a network there is nobody to dial; `online` will wake us, and should it not come, we
   * look again later.
   */
  #retry(): void {
    if (this.#host.isOnline()) this.#connect();
    else this.#retryLater();
  }

  #watch(): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => {
      this.#drop();
      if (this.#wanted) this.#retryLater();
    }, this.#options.silenceMs);
  }

  #drop(): void {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#silenceTimer);
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket === undefined) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    if (socket.readyState === CONNECTING) this.#closeOnceOpen(socket);
    else socket.close();
  }

  /**
   * Browsers complain of an attempt that is closed before it came to anything; one that never will
   * stands in the way of the next.
   */
  #closeOnceOpen(socket: SocketLike): void {
    const close = (): void => {
      clearTimeout(timer);
      socket.close();
    };
    const timer = setTimeout(close, Math.max(0, this.#dialledAt + DIAL_MAX_MS - Date.now()));
    socket.onopen = close;
  }

  readonly #wake = (): void => {
    if (!this.#wanted || this.#host.isHidden()) return;
    this.#attempt = 0;
    const state = this.#socket?.readyState;
    if (state === OPEN || (state === CONNECTING && Date.now() - this.#dialledAt < FRESH_MS)) return;
    this.restart();
  };

  readonly #sleep = (): void => {
    this.#drop();
    this.#retryLater();
  };
}
