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
  /** The same, then read the shard's epoch again and resume. */
  | { readonly kind: 'reset'; readonly ticket: number }
  /** Write the queue, then end. */
  | { readonly kind: 'stop'; readonly ticket: number };

export type FromMinuteWorker =
  | { readonly kind: 'written'; readonly at: number; readonly tickCount: number; readonly tookMs: number }
  /** It will be tried again unless `fatal`. */
  | { readonly kind: 'failed'; readonly at: number; readonly reason: string; readonly fatal: boolean }
  | { readonly kind: 'done'; readonly ticket: number };
