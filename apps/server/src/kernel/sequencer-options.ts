import type { SequencedUserEvent } from './bus.ts';
import type { Store } from './store.ts';
import type { CommandInput, CoreModule, CoreState, MarketView, Tick } from './types.ts';

export interface SequencerLimits {
  /** Commands and tick batches in one flush. */
  readonly batchMax: number;
  /** Commands that may wait; more are refused as busy. */
  readonly queueMax: number;
  /** Users kept in memory although nothing of theirs is live. */
  readonly residentsMax: number;
}

/**
 * An order costs PostgreSQL about 40 µs however many share a flush, so past a hundred or so a longer batch only makes its
 * members wait: with 256 in flight 128 gave 11,400 orders/s and 1,000 gave 9,200, because applying then no longer
 * overlaps with writing.
 */
export const SEQUENCER_LIMITS: SequencerLimits = {
  batchMax: 128,
  queueMax: 20_000,
  residentsMax: 200_000,
};

/** Catalogue codes that the kernel itself answers with; the numbers are settled in `contract`. */
export interface KernelCodes {
  readonly keyReused: number;
  readonly busy: number;
  readonly internalOnly: number;
  readonly serverError: number;
}

/** What the sequencer tells the world, always after it is durable. */
export interface SequencerOutput {
  ticks(ticks: readonly Tick[]): void;
  events(events: readonly SequencedUserEvent[]): void;
  /**
   * A batch is complete and about to be written; `state` is what it will have made durable. What this returns is called
   * once it is, and never if it is not. Also for batches without anything to write, so it comes at least with every turn of time.
   */
  sealed?(state: CoreState): (() => void) | undefined;
  /** The state is lost and the shard about to be acquired again: who else writes under its epoch must have ended when this resolves. */
  reloading?(): Promise<void>;
  /** The state was lost and read again from the store: whoever derives something from it starts over. */
  reloaded(): Promise<void>;
  /** Another process owns the shard, or the store stays broken: this process must end. */
  fatal(error: Error): void;
  /** A bug: a handler threw. The command was refused and nothing changed. */
  bug(error: Error, input: CommandInput): void;
}

export interface SequencerOptions {
  readonly store: Store;
  readonly modules: readonly CoreModule[];
  readonly market: MarketView & { sequenced(tick: Tick): void };
  readonly now: () => number;
  readonly output: SequencerOutput;
  readonly codes: KernelCodes;
  readonly limits?: SequencerLimits;
  /** Waits before the state is read again after a failed flush; grows with each failure in a row. */
  readonly pause: (attempt: number) => Promise<void>;
  /** Failures in a row after which `fatal` is called. */
  readonly attemptsMax: number;
}
