import type { SnapshotRow } from '@glasshouse/api/schemas/market-row';
import type { Book, CommandAnswer, CommandInput, Json, UserEvent } from './types.ts';

/**
 * The core as the gateway sees it: submit a command, listen to events. Today the two are joined by
 * a message port; nothing here may depend on that.
 */
export interface CoreBus {
  /**
   * Resolves once the command is durable, or refused. Rejects only when the core is gone: the
   * outcome is unknown then, and the caller retries with the same id.
   */
  submit(input: CommandInput): Promise<CommandAnswer>;
  /**
   * Called in order, once the effects are durable. Events of users that nobody `wants` are not even
   * parsed.
   */
  onUserEvents(listener: (events: readonly SequencedUserEvent[]) => void, wants?: (userId: number) => boolean): void;
  onMarketFrame(listener: (frame: MarketFrame) => void): void;
}

export interface SequencedUserEvent extends UserEvent {
  /** Log sequence that caused it; ascending, may repeat and skip. */
  readonly seq: number;
  readonly at: number;
}

/**
 * Balances after a change: pushed as `kind: 'balance'` by the kernel itself. Amounts as decimal
 * strings.
 */
export type BalanceEventData = { readonly asset: string; readonly kind: string; readonly balance: string }[];

/**
 * Sent at most four times a second. The first frame after a start is `full`: it holds every
 * instrument.
 */
export interface MarketFrame {
  readonly seq: number;
  readonly at: number;
  readonly full: boolean;
  readonly rows: readonly SnapshotRow[];
}

/** One order book: a pair on the demo or the real book. */
export interface DepthMarket {
  readonly book: Book;
  readonly code: string;
}

/** A change of an order book that somebody watches, at most four times a second. */
export interface DepthUpdate extends DepthMarket {
  /** Ascending per market, across restarts too. */
  readonly seq: number;
  readonly at: number;
  /** The whole `depth` message as text; null when only trades are new. */
  readonly depth: string | null;
  /** `trades` holds the last trades instead of those since the previous update. */
  readonly isFirst: boolean;
  /** One trade each, as in a `trades` message; oldest first. */
  readonly trades: readonly string[];
}

/** Order books for display. The core only builds those that are watched. */
export interface DepthSource {
  /** Starts with a first update at once, then sends each further one until unwatched. */
  watchDepth(market: DepthMarket, isWatched: boolean): void;
  onDepth(listener: (update: DepthUpdate) => void): void;
}

/**
 * Messages over the port between main and the core worker. Many small objects travel as JSON text:
 * structured cloning took 17 µs an order on each side, JSON takes 4.
 */
export type ToCore =
  | { readonly kind: 'submit' /** `SubmittedCommand[]` */; readonly batch: string }
  | { readonly kind: 'watch-depth'; readonly market: DepthMarket; readonly isWatched: boolean }
  /** Somebody looks at prices, or is about to. */
  | { readonly kind: 'look' }
  | { readonly kind: 'stop' };

export interface SubmittedCommand {
  readonly ticket: number;
  readonly input: CommandInput;
}

export interface AnsweredCommand {
  readonly ticket: number;
  readonly answer: CommandAnswer;
}

export type FromCore =
  | {
      readonly kind: 'ready';
      readonly sequence: number;
      /** Each feed by name, and the instruments priced by it. */
      readonly feeds: readonly { readonly name: string; readonly codes: readonly string[] }[];
      /** Crosses, and the instruments that each is computed from. */
      readonly legs: readonly (readonly [code: string, legs: readonly string[]])[];
    }
  | {
      readonly kind: 'answers' /** `AnsweredCommand[]` */;
      readonly batch: string;
      /** What is durable now, these answers included: `<seq> <hash>`. */
      readonly head: string;
    }
  | {
      readonly kind: 'events';
      readonly users: readonly number[] /** A `SequencedUserEvent` each. */;
      readonly events: readonly string[];
    }
  | { readonly kind: 'frame'; readonly frame: MarketFrame }
  /** No prices are taken until somebody looks; or they are again, and the frame before has them. */
  | { readonly kind: 'sleep'; readonly isAsleep: boolean }
  | { readonly kind: 'depth'; readonly update: DepthUpdate }
  | { readonly kind: 'prices' /** `PriceProblem[]`, all that there are now. */; readonly problems: string }
  | { readonly kind: 'fatal'; readonly reason: string }
  | { readonly kind: 'stopped' };

export type { Book, CommandAnswer, CommandInput, Json };
