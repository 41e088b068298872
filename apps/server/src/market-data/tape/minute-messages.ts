import type { BlockInstruments } from './minute-block.ts';
import type { ClosedMinute } from './open-minute.ts';

/** What the minute worker is started with. */
export interface MinuteWorkerData {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly instruments: BlockInstruments;
}

export type ToMinuteWorker =
  | { readonly kind: 'minute'; readonly minute: ClosedMinute }
  /** Drop the queue, finish the write in progress, and accept nothing until the reset. */
  | { readonly kind: 'suspend'; readonly ticket: number }
  /** The same, then resume under this epoch: that of the owner who closes the minutes. */
  | { readonly kind: 'reset'; readonly ticket: number; readonly epoch: number }
  /** Write the queue, then end. */
  | { readonly kind: 'stop'; readonly ticket: number };

export interface WrittenMinute {
  readonly at: number;
  readonly tickCount: number;
  readonly tookMs: number;
  /** Instruments whose ticks or bars could not be stored; those of the others are. */
  readonly broken: readonly string[];
}

export type FromMinuteWorker =
  | ({ readonly kind: 'written' } & WrittenMinute)
  /** It will be tried again unless `fatal`. */
  | { readonly kind: 'failed'; readonly at: number; readonly reason: string; readonly fatal: boolean }
  | { readonly kind: 'done'; readonly ticket: number };
