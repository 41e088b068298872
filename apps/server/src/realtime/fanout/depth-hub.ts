import type { DepthMarket, DepthUpdate } from '../../kernel/core/bus.ts';
import type { SocketLimits } from '../protocol/limits.ts';
import { visitInSlices } from '../protocol/slices.ts';
import { DepthAudience } from './depth-audience.ts';
import { depthKey } from './latest-depth.ts';
import type { DeliveryResult, MarketClient } from './market-client.ts';

export interface DepthHubPort {
  /** The first watcher of this book has come, or the last one has left. */
  watch(market: DepthMarket, isWatched: boolean): void;
  /**
   * Nobody can watch a book of an instrument that is not listed, so there are never more audiences
   * than books.
   */
  isListed(code: string): boolean;
}

/**
 * Fans order books out to the market sockets that watch one. A socket watches one book at a time.
 */
export class DepthHub {
  longestTurnMs = 0;
  readonly #limits: SocketLimits;
  readonly #port: DepthHubPort;
  readonly #clock: () => number;
  readonly #onResult: (result: DeliveryResult) => void;
  readonly #audiences = new Map<string, DepthAudience<MarketClient>>();
  /** Audiences with something new, in the order in which it came; each is served in one round. */
  readonly #waiting = new Set<DepthAudience<MarketClient>>();
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
    return this.#audiences.size;
  }

  /**
   * In place of the book that the client watched before. Asking again for the same one starts it
   * again.
   */
  join(client: MarketClient, market: DepthMarket): void {
    const key = depthKey(market);
    // Whoever asks again for the same book must not close its audience by leaving it.
    if (client.watching === undefined || client.watching.audience !== this.#audiences.get(key)) this.leave(client);
    if (!this.#port.isListed(market.code)) return;
    const audience = this.#audienceOf(key, market);
    audience.clients.add(client);
    client.watching = { audience, depth: 0, trades: 0, isNew: true };
    if (audience.isKnown) this.#catchUp(client, this.#clock());
  }

  leave(client: MarketClient): void {
    const audience = client.watching?.audience;
    client.watching = undefined;
    if (audience === undefined) return;
    audience.clients.delete(client);
    if (audience.clients.size !== 0) return;
    this.#audiences.delete(depthKey(audience.market));
    this.#waiting.delete(audience);
    this.#port.watch(audience.market, false);
  }

  publish(updates: readonly DepthUpdate[]): void {
    for (const update of updates) {
      const audience = this.#audiences.get(depthKey(update));
      if (audience === undefined) continue;
      audience.apply(update);
      this.#waiting.add(audience);
    }
    void this.#round();
  }

  /**
   * Those who were too slow for an update and have read since get the newest one, even if no other
   * comes.
   */
  async beat(): Promise<void> {
    const now = this.#clock();
    for (const audience of [...this.#audiences.values()]) {
      await visitInSlices([...audience.clients], (client) => void this.#catchUp(client, now));
    }
  }

  async #round(): Promise<void> {
    if (this.#isRoundRunning) return;
    this.#isRoundRunning = true;
    for (const audience of this.#waiting) {
      this.#waiting.delete(audience);
      const now = this.#clock();
      const turnMs = await visitInSlices([...audience.clients], (client) => void this.#catchUp(client, now));
      this.longestTurnMs = Math.max(this.longestTurnMs, turnMs);
    }
    this.#isRoundRunning = false;
  }

  #catchUp(client: MarketClient, now: number): void {
    const { watching } = client;
    if (watching === undefined || !client.connection.open) return;
    const { audience } = watching;
    const isBehind = watching.depth < audience.depthCount || watching.trades < audience.tradeCount;
    if (!audience.isKnown || !(isBehind || watching.isNew)) return;
    const hindrance = client.hindrance(this.#limits, now);
    if (hindrance !== undefined) {
      this.#onResult(hindrance);
      return;
    }
    if (watching.depth < audience.depthCount) client.send(audience.depthMessage(), now);
    if (watching.trades < audience.tradeCount || watching.isNew)
      client.send(audience.tradesAfter(watching.trades), now);
    watching.depth = audience.depthCount;
    watching.trades = audience.tradeCount;
    watching.isNew = false;
  }

  #audienceOf(key: string, market: DepthMarket): DepthAudience<MarketClient> {
    let audience = this.#audiences.get(key);
    if (audience === undefined) {
      audience = new DepthAudience<MarketClient>(market);
      this.#audiences.set(key, audience);
      this.#port.watch(market, true);
    }
    return audience;
  }
}
