import { type Amount, formatPoints } from '@glasshouse/rules/money';
import type { DepthMarket, DepthUpdate } from '../../kernel/core/bus.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { CoreState, MarketView, Tick } from '../../kernel/core/types.ts';
import { depthOf, tradeView } from './depth.ts';
import type { OrderBook } from './order-book.ts';
import { houseAccounts, type SpotLadder } from './rows.ts';
import { bookOf, type MarketKey, marketKey, spotOf } from './slice.ts';
import type { SpotPair } from './terms.ts';

export interface DepthPublisherOptions {
  readonly market: Pick<MarketView, 'lastTick' | 'sessionEndsAt'>;
  readonly now: () => number;
  readonly publish: (update: DepthUpdate) => void;
}

/**
 * Four updates of one market per second. Each has its slot: one that comes late does not delay the
 * next, and a batch that was passed over is shown by the first one that is due, with or without
 * news of its own.
 */
export const DEPTH_EVERY_MS = 250;
/** Markets rebuilt per batch: each takes about 0.1 ms, during which commands wait. */
export const MARKETS_PER_TURN_MAX = 20;

/** Everything the depth of a market depends on. */
interface Signs {
  readonly book: OrderBook;
  readonly revision: number;
  readonly ladder: SpotLadder | undefined;
  readonly tick: Tick | undefined;
  readonly pair: SpotPair;
  /** The house's balances behind its quotes; other markets and products use them too. */
  readonly base: Amount;
  readonly quote: Amount;
}

interface Watched {
  readonly market: DepthMarket;
  /** Epoch ms of the last update; 0 before the first. */
  at: number;
  dueAt: number;
  seq: number;
  shown: Signs | undefined;
  text: string;
  trades: number;
}

/**
 * Builds the order books that somebody watches. It reads the state when a batch is sealed and
 * publishes once that batch is durable: no order or trade is shown that could still be lost.
 */
export class DepthPublisher {
  readonly #options: DepthPublisherOptions;
  /** Least recently updated first. */
  readonly #watched = new Map<MarketKey, Watched>();

  constructor(options: DepthPublisherOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#watched.size;
  }

  /** Watching again starts with a first update. */
  watch(market: DepthMarket, isWatched: boolean): void {
    const key = marketKey(market.book, market.code);
    this.#watched.delete(key);
    if (isWatched) this.#watched.set(key, { market, at: 0, dueAt: 0, seq: 0, shown: undefined, text: '', trades: 0 });
  }

  /** For `SequencerOutput.sealed`. */
  sealed(state: CoreState): (() => void) | undefined {
    const now = this.#options.now();
    const updates: (() => void)[] = [];
    for (const [key, watched] of [...this.#watched]) {
      if (MARKETS_PER_TURN_MAX <= updates.length) break;
      // A clock set back must not hold up updates.
      if (watched.at <= now && now < watched.dueAt) continue;
      const update = this.#update(state, key, watched, now);
      if (update === undefined) continue;
      this.#watched.delete(key);
      this.#watched.set(key, watched);
      updates.push(update);
    }
    if (updates.length === 0) return undefined;
    return () => {
      for (const update of updates) update();
    };
  }

  #update(state: CoreState, key: MarketKey, watched: Watched, now: number): (() => void) | undefined {
    const { book, code } = watched.market;
    const slice = spotOf(state);
    const pair = slice.pairs.get(code);
    if (pair === undefined) return undefined;
    const orders = bookOf(slice, book, code);
    const house = houseAccounts({ book, base: pair.terms.base, quote: pair.terms.quote });
    const signs: Signs = {
      book: orders,
      revision: orders.revision,
      ladder: slice.ladders.get(key),
      tick: this.#quotedTick(pair, now),
      pair,
      base: balanceOf(state, house.base),
      quote: balanceOf(state, house.quote),
    };
    const recent = slice.recent.get(key);
    const fresh = (recent?.trades ?? []).filter(({ number }) => watched.trades < number);
    const isFirst = watched.at === 0;
    if (fresh.length === 0 && !isFirst && isSame(signs, watched.shown)) return undefined;
    // Ascending, across restarts too: updates of a market are more than a millisecond apart.
    const seq = Math.max(now, watched.seq + 1);
    const { tick } = signs;
    // The price comes with the book it belongs to: read from another message, it could lie outside.
    const price = tick === undefined ? {} : { price: formatPoints(tick.mid, pair.terms.precision) };
    const sides = JSON.stringify({ ...price, ...depthOf(state, { book, pair, tick }) });
    const quoted = tick === undefined ? '' : tickText(tick, pair.terms.precision);
    const depth = sides === watched.text ? null : depthText({ code, book, seq, at: now, quoted, sides });
    const trades = fresh.map((trade) => JSON.stringify(tradeView(trade, pair.terms.precision)));
    return () => {
      watched.at = now;
      watched.dueAt = Math.max((isFirst ? now : watched.dueAt) + DEPTH_EVERY_MS, now + DEPTH_EVERY_MS / 2);
      watched.seq = seq;
      watched.shown = signs;
      watched.text = sides;
      watched.trades = recent?.count ?? 0;
      if (depth === null && trades.length === 0) return;
      this.#options.publish({ book, code, seq, at: now, depth, isFirst, trades });
    };
  }

  /** The house quotes nothing while the market is closed or the last tick is stale. */
  #quotedTick(pair: SpotPair, now: number): Tick | undefined {
    const { market } = this.#options;
    const { code, stalenessMs } = pair.terms;
    const tick = market.lastTick(code);
    if (tick === undefined || stalenessMs < now - tick.at) return undefined;
    return market.sessionEndsAt(code, now) === undefined ? undefined : tick;
  }
}

const isSame = (left: Signs, right: Signs | undefined): boolean =>
  right !== undefined &&
  left.book === right.book &&
  left.revision === right.revision &&
  left.ladder === right.ladder &&
  left.tick === right.tick &&
  left.pair === right.pair &&
  left.base === right.base &&
  left.quote === right.quote;

function depthText(depth: {
  code: string;
  book: string;
  seq: number;
  at: number;
  quoted: string;
  sides: string;
}): string {
  const { code, book, seq, at, quoted, sides } = depth;
  return `{"type":"depth","code":"${code}","book":"${book}","seq":${seq},"at":${at},${quoted}${sides.slice(1)}`;
}

/** Beside the sides and not of them: a tick that moves no price is no news of a book. */
function tickText({ seq, at, bid, ask }: Tick, precision: number): string {
  const sides = `"bid":"${formatPoints(bid, precision)}","ask":"${formatPoints(ask, precision)}"`;
  return `"tick":{"seq":${seq},"at":${at},${sides}},`;
}
