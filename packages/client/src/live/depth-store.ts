import type { DepthServerMessage } from '@glasshouse/api/sockets';
import { Emitter } from '../emitter.ts';

type DepthMessage = Extract<DepthServerMessage, { type: 'depth' }>;
type TradesMessage = Extract<DepthServerMessage, { type: 'trades' }>;

/** As many as the server sends at once. */
const TRADES_MAX = 50;

/** [price, quantity], best first. */
export type DepthLevel = DepthMessage['bids'][number];
export type PublicTrade = TradesMessage['items'][number];

export interface Pair {
  readonly code: string;
  readonly book: 'demo' | 'real';
}

export interface DepthState {
  readonly depth: Pick<DepthMessage, 'bids' | 'asks' | 'at' | 'price' | 'tick'> | undefined;
  /** Newest first. */
  readonly trades: readonly PublicTrade[] | undefined;
  /** What is shown is from before the link was lost. */
  readonly stale: boolean;
}

const NOTHING: DepthState = { depth: undefined, trades: undefined, stale: false };

/**
 * Order book and trades of the one pair that the page looks at. Each depth message is the whole
 * book; trades are those since the message before, and after a subscription the latest few again,
 * so they are told apart by their ids.
 */
export class DepthStore {
  readonly #emitter = new Emitter();
  #state = NOTHING;
  #pair: Pair | undefined;
  #seq = -1;
  /** The next trades are the latest few, whatever came before. */
  #fresh = true;

  readonly subscribe = this.#emitter.subscribe;
  readonly read = (): DepthState => this.#state;

  /** The market that is looked at. */
  get code(): string | undefined {
    return this.#pair?.code;
  }

  /** Another pair, or none: what is known of the one before means nothing for it. */
  watch(pair: Pair | undefined): void {
    this.#pair = pair;
    this.#seq = -1;
    this.#fresh = true;
    this.#put(NOTHING);
  }

  /** The link was lost and is back. The numbers may have begun anew. */
  restart(): void {
    this.#seq = -1;
    this.#fresh = true;
    if (this.#state.depth !== undefined) this.#put({ ...this.#state, stale: true });
  }

  apply(message: DepthServerMessage): void {
    if (message.code !== this.#pair?.code || message.book !== this.#pair.book) return;
    if (message.type === 'trades') {
      const before = this.#fresh ? [] : (this.#state.trades ?? []);
      this.#fresh = false;
      this.#put({ ...this.#state, trades: mergedTrades(before, message.items) });
      return;
    }
    if (message.seq < this.#seq) return;
    this.#seq = message.seq;
    const { bids, asks, at, price, tick } = message;
    const depth = { bids, asks, at, ...(price !== undefined && { price }), ...(tick !== undefined && { tick }) };
    this.#put({ ...this.#state, depth, stale: false });
  }

  #put(next: DepthState): void {
    if (next === this.#state) return;
    this.#state = next;
    this.#emitter.emit();
  }
}

/** Newest first, each once, and no more than the server would send. */
export function mergedTrades(known: readonly PublicTrade[], news: readonly PublicTrade[]): readonly PublicTrade[] {
  const ids = new Set(known.map((trade) => trade.id));
  const added = news.filter((trade) => !ids.has(trade.id));
  const first = added[0];
  const last = added.at(-1);
  // The order of a message is kept among trades of one moment; it may run either way.
  const newestFirst = first !== undefined && last !== undefined && last.at < first.at ? added : added.toReversed();
  return [...newestFirst, ...known].slice(0, TRADES_MAX);
}
