import type { Waiting } from './answers.ts';
import type { OpenBatch, Sealed } from './batch.ts';
import type { CommandAnswer, Tick } from './types.ts';

/** What waits in the queue of the sequencer. */
export type Item =
  | { readonly kind: 'command'; readonly waiting: Waiting }
  | { readonly kind: 'ticks'; readonly ticks: readonly Tick[]; readonly done: () => void }
  | { readonly kind: 'time'; readonly at: number }
  /** What ticks have hit and a turn is due for. */
  | { readonly kind: 'rest' };
export type Open = OpenBatch<Item, { readonly waiting: Waiting; readonly answer: CommandAnswer }>;

/** Whether time passes in the batch. */
export const hasTime = (batch: Open | undefined): boolean => batch?.items.some(({ kind }) => kind === 'time') === true;

/** Sealed; waiting for its flush. */
export interface SealedBatch {
  readonly open: Open;
  readonly sealed: Sealed;
}

export interface InFlight extends SealedBatch {
  readonly finished: Promise<void>;
  /** What `output.sealed` asked to be called once the batch is durable. */
  onDurable: (() => void) | undefined;
  state: 'flushing' | 'durable' | Error;
}
