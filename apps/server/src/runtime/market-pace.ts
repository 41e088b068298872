/**
 * How prices of feeds that know their past are taken: as they come; in batches of a second, while
 * nobody looks and something is open; or not at all, while nothing is open either. See
 * docs/decisions/idle-markets.md.
 */
export type MarketPace = 'live' | 'batched' | 'asleep';

/** How far `IDLE_PRICES` lets prices slow down while nobody looks. */
export const IDLE_PRICES = ['asleep', 'batched', 'live'] as const;
export type IdlePrices = (typeof IDLE_PRICES)[number];

/** After the last request or frame that somebody got. */
const LOOKED_MS = 60_000;
/** After a command of the server itself, which may need a price: of a watcher, or of a job. */
const ASKED_MS = 5_000;

export interface PaceOptions {
  readonly idle: IdlePrices;
  /** Whether an order, a position, an alert or a loan waits for prices. */
  readonly hasOpen: () => boolean;
  readonly startedAt: number;
}

export class PaceKeeper {
  readonly #options: PaceOptions;
  #liveUntil: number;

  constructor(options: PaceOptions) {
    this.#options = options;
    this.#liveUntil = options.startedAt + LOOKED_MS;
  }

  /** Somebody looks at prices, or is about to. */
  look(at: number): void {
    this.#liveUntil = Math.max(this.#liveUntil, at + LOOKED_MS);
  }

  /** Something is decided that may need a price. */
  ask(at: number): void {
    this.#liveUntil = Math.max(this.#liveUntil, at + ASKED_MS);
  }

  paceAt(at: number): MarketPace {
    const { idle, hasOpen } = this.#options;
    if (idle === 'live' || at < this.#liveUntil) return 'live';
    return idle === 'batched' || hasOpen() ? 'batched' : 'asleep';
  }
}
