import type { DepthMarket, DepthUpdate } from '../../kernel/bus.ts';
import type { SocketLimits } from '../protocol/limits.ts';
import { visitInSlices } from '../protocol/slices.ts';
import { DepthRoom } from './depth-audience.ts';
import { depthKey } from './latest-depth.ts';
import type { DeliveryResult, MarketClient } from './market-client.ts';

export interface DepthHubPort {
  /** Somebody has come to watch this book, or the last one has gone. */
  watch(market: DepthMarket, isWatched: boolean): void;
  /** Nobody can watch a book of an instrument that is not on the board, so there are never more rooms than books. */
  isListed(code: string): boolean;
}

/** Fans order books out to the market sockets that watch one. A socket watches one book at a time. */
export class DepthHub {
  longestTurnMs = 0;
  readonly #limits: SocketLimits;
  readonly #port: DepthHubPort;
  readonly #clock: () => number;
  readonly #onResult: (result: DeliveryResult) => void;
  readonly #rooms = new Map<string, DepthRoom>();
  /** Rooms with something new, in the order in which it came; each is told in one round. */
  readonly #waiting = new Set<DepthRoom>();
  #isRoundRunning = false;

  constructor(
    limits: SocketLimits,
    port: DepthHubPort,
    options: { clock: () => number; onResult: (result: DeliveryResult) => void },
  ) {
    this.#limits = limits;
    this.#port = port;
    this.#clock = options.clock;
    this.#onResult = options.onResult;
  }

  get size(): number {
    return this.#rooms.size;
  }

  /** In place of the book that the client watched before. Asking again for the same one starts it again. */
  join(client: MarketClient, market: DepthMarket): void {
    const key = depthKey(market);
    // Whoever asks again for the same book must not close its room by leaving it.
    if (client.watching === undefined || client.watching.room !== this.#rooms.get(key)) this.leave(client);
    if (!this.#port.isListed(market.code)) return;
    const room = this.#roomOf(key, market);
    room.clients.add(client);
    client.watching = { room, depth: 0, trades: 0, isNew: true };
    if (room.isKnown) this.#tell(client, this.#clock());
  }

  leave(client: MarketClient): void {
    const room = client.watching?.room;
    client.watching = undefined;
    if (room === undefined) return;
    room.clients.delete(client);
    if (room.clients.size !== 0) return;
    this.#rooms.delete(depthKey(room.market));
    this.#waiting.delete(room);
    this.#port.watch(room.market, false);
  }

  publish(updates: readonly DepthUpdate[]): void {
    for (const update of updates) {
      const room = this.#rooms.get(depthKey(update));
      if (room === undefined) continue;
      room.apply(update);
      this.#waiting.add(room);
    }
    void this.#round();
  }

  /** Those who were too slow for an update and have read since get the newest one, even if no other comes. */
  async beat(): Promise<void> {
    const now = this.#clock();
    for (const room of [...this.#rooms.values()]) {
      await visitInSlices([...room.clients], (client) => void this.#tell(client, now));
    }
  }

  async #round(): Promise<void> {
    if (this.#isRoundRunning) return;
    this.#isRoundRunning = true;
    for (const room of this.#waiting) {
      this.#waiting.delete(room);
      const now = this.#clock();
      const turnMs = await visitInSlices([...room.clients], (client) => void this.#tell(client, now));
      this.longestTurnMs = Math.max(this.longestTurnMs, turnMs);
    }
    this.#isRoundRunning = false;
  }

  #tell(client: MarketClient, now: number): void {
    const { watching } = client;
    if (watching === undefined || !client.connection.open) return;
    const { room } = watching;
    const isBehind = watching.depth < room.depthCount || watching.trades < room.tradeCount;
    if (!room.isKnown || !(isBehind || watching.isNew)) return;
    const hindrance = client.hindrance(this.#limits, now);
    if (hindrance !== undefined) {
      this.#onResult(hindrance);
      return;
    }
    if (watching.depth < room.depthCount) client.send(room.depthMessage(), now);
    if (watching.trades < room.tradeCount || watching.isNew) client.send(room.tradesAfter(watching.trades), now);
    watching.depth = room.depthCount;
    watching.trades = room.tradeCount;
    watching.isNew = false;
  }

  #roomOf(key: string, market: DepthMarket): DepthRoom {
    let room = this.#rooms.get(key);
    if (room === undefined) {
      room = new DepthRoom(market);
      this.#rooms.set(key, room);
      this.#port.watch(market, true);
    }
    return room;
  }
}
