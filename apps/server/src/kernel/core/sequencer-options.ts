import type { SequencedUserEvent } from './bus.ts';
import type { Store } from './store.ts';
import type { CommandInput, CoreModule, CoreState, MarketView, Tick, TickHistory } from './types.ts';

export interface SequencerLimits {
  /** Most commands and tick batches in one flush. */
  readonly batchMax: number;
  /** Most queued commands; more are refused as busy. */
  readonly queueMax: number;
  /** Most users kept in memory with nothing live. */
  readonly residentsMax: number;
  /** Most orders that ticks carry out in one turn. */
  readonly firedMax: number;
}

/**
 * An order costs PostgreSQL about 40 µs however many share a flush, so beyond a hundred or so a
 * longer batch only adds latency: with 256 in flight, 128 gave 11,400 orders/s and 1,000 gave
 * 9,200, because applying no longer overlaps with writing.
 */
export const SEQUENCER_LIMITS: SequencerLimits = {
  batchMax: 128,
  queueMax: 20_000,
  residentsMax: 200_000,
  firedMax: 250,
};

/**
 * Catalogue codes that the kernel itself answers with; the numbers are those of
 * `@glasshouse/api/codes`.
 */
export interface KernelCodes {
  readonly keyReused: number;
  readonly busy: number;
  readonly internalOnly: number;
  readonly serverError: number;
}

/** Where the sequencer publishes; always once it is durable. */
export interface SequencerOutput {
  ticks(ticks: readonly Tick[]): void;
  events(events: readonly SequencedUserEvent[]): void;
  /**
   * A batch is sealed and about to be written; `state` is what it will make durable. The returned
   * function is called once it is durable, and never if it fails. Also called for batches with
   * nothing to write, so at least with every time event.
   */
  sealed?(state: CoreState): (() => void) | undefined;
  /**
   * The state is lost and the shard about to be reacquired: other writers under its epoch must have
   * stopped when this resolves.
   */
  reloading?(): Promise<void>;
  /** The state was reloaded from the store: whatever is derived from it starts over. */
  reloaded(): Promise<void>;
  /** Another process owns the shard, or the store stays broken: this process must exit. */
  fatal(error: Error): void;
  /** A bug: a handler threw. The command was refused and nothing changed. */
  bug(error: Error, input: CommandInput): void;
}

export interface SequencerOptions {
  readonly store: Store;
  readonly modules: readonly CoreModule[];
  readonly market: MarketView & { sequenced(tick: Tick): void };
  /** Left out: what follows from ticks starts from what was recorded. */
  readonly history?: TickHistory;
  readonly now: () => number;
  readonly output: SequencerOutput;
  readonly codes: KernelCodes;
  readonly limits?: SequencerLimits;
  /** Backs off before the state is reloaded, longer with each consecutive failure. */
  readonly pause: (attempt: number) => Promise<void>;
  /** Consecutive failures before `fatal` is called. */
  readonly attemptsMax: number;
}
