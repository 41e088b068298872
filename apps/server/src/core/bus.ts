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
  readonly rows: readonly BoardRow[];
}

/** The live line of one instrument. Prices in points. */
export interface BoardRow {
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

/**
 * Messages over the port between main and the core worker. What is many and small travels as JSON text: cloning such
 * objects structurally took 17 µs an order on each side, writing and reading the text takes 4.
 */
export type ToCore =
  | { readonly kind: 'submit' /** `SubmittedCommand[]` */; readonly batch: string }
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
  | { readonly kind: 'ready'; readonly sequence: number }
  | { readonly kind: 'answers' /** `AnsweredCommand[]` */; readonly batch: string }
  | {
      readonly kind: 'events';
      readonly users: readonly number[] /** A `SequencedUserEvent` each. */;
      readonly events: readonly string[];
    }
  | { readonly kind: 'frame'; readonly frame: MarketFrame }
  | { readonly kind: 'fatal'; readonly reason: string }
  | { readonly kind: 'stopped' };

export type { Book, CommandAnswer, CommandInput, Json };
