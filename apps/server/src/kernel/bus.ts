import type { Book, CommandAnswer, CommandInput, Json, UserEvent } from './types.ts';

/**
 * What the gateway sees of the core: submit a command, hear what happened. On one machine the two sides are joined by a
 * message port; nothing here may depend on that.
 */
export interface CoreBus {
  /** Resolves once the command is durable (or refused). Rejects only when the core is gone; the caller then does not know, and retries with the same id. */
  submit(input: CommandInput): Promise<CommandAnswer>;
  /** Called in order, after the effects are durable. Events of users that nobody `wants` are not even read. */
  onUserEvents(listener: (events: readonly SequencedUserEvent[]) => void, wants?: (userId: number) => boolean): void;
  onMarketFrame(listener: (frame: MarketFrame) => void): void;
}

export interface SequencedUserEvent extends UserEvent {
  /** Log sequence that caused it; ascending, may repeat and skip. */
  readonly seq: number;
  readonly at: number;
}

/** Balances after a change: pushed as `kind: 'balance'` by the kernel itself. Amounts as decimal strings. */
export type BalanceEventData = { readonly asset: string; readonly kind: string; readonly balance: string }[];

/** Sent at most four times a second. The first frame after a start is `full`: it holds every instrument. */
export interface MarketFrame {
  readonly seq: number;
  readonly at: number;
  readonly full: boolean;
  readonly rows: readonly SnapshotRow[];
}

/** The live line of one instrument. Prices in points. */
export interface SnapshotRow {
  readonly code: string;
  readonly seq: number;
  readonly at: number;
  readonly mid: number;
  readonly bid: number;
  readonly ask: number;
  /** Price 24 hours ago (the previous close for session markets), for the change percent. */
  readonly reference24: number;
  readonly high24: number;
  readonly low24: number;
  readonly volume24: number;
  /** Inside trading hours. */
  readonly open: boolean;
  /** No tick for longer than the instrument's staleness limit. */
  readonly stale: boolean;
  /** Closes of the last (up to) 100 minutes, oldest first; only in full frames and once a minute. */
  readonly recent?: readonly number[];
}

/** One order book: of the demo or of the real market of a pair. */
export interface DepthMarket {
  readonly book: Book;
  readonly code: string;
}

/** What changed in an order book that somebody watches, at most four times a second. */
export interface DepthUpdate extends DepthMarket {
  /** Grows with each update of the market, over a restart too. */
  readonly seq: number;
  readonly at: number;
  /** The whole `depth` message as text; null when only trades are new. */
  readonly depth: string | null;
  /** The last trades from the beginning, instead of those since the update before. */
  readonly isFirst: boolean;
  /** A trade each, as it stands in a `trades` message; oldest first. */
  readonly trades: readonly string[];
}

/** Order books, for those who show them. The core makes up only those that are watched. */
export interface DepthSource {
  /** Answered at once with a first update, and again with each further one, until it is told to end. */
  watchDepth(market: DepthMarket, isWatched: boolean): void;
  onDepth(listener: (update: DepthUpdate) => void): void;
}

/**
 * Messages over the port between main and the core worker. What is many and small travels as JSON text: cloning such
 * objects structurally took 17 µs an order on each side, writing and reading the text takes 4.
 */
export type ToCore =
  | { readonly kind: 'submit' /** `SubmittedCommand[]` */; readonly batch: string }
  | { readonly kind: 'watch-depth'; readonly market: DepthMarket; readonly isWatched: boolean }
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
      /** The name of each feed, and the instruments that take their prices from it. */
      readonly feeds: readonly { readonly name: string; readonly codes: readonly string[] }[];
    }
  | { readonly kind: 'answers' /** `AnsweredCommand[]` */; readonly batch: string }
  | {
      readonly kind: 'events';
      readonly users: readonly number[] /** A `SequencedUserEvent` each. */;
      readonly events: readonly string[];
    }
  | { readonly kind: 'frame'; readonly frame: MarketFrame }
  | { readonly kind: 'depth'; readonly update: DepthUpdate }
  | { readonly kind: 'fatal'; readonly reason: string }
  | { readonly kind: 'stopped' };

export type { Book, CommandAnswer, CommandInput, Json };
