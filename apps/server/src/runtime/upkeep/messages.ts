import type { FileSettings } from '../../files/settings.ts';
import type { CheckpointSettings } from '../../kernel/verify/checkpoint-times.ts';
import type { WitnessSettings } from '../../transparency/tree/witnesses.ts';

export type UpkeepData = {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly checkpoints: CheckpointSettings;
  /** For how many days every tick is kept; undefined: for ever. */
  readonly tapeDays: number | undefined;
  /** Where tiles of the transparency logs lie, and the address in the names of the logs. */
  readonly files: FileSettings;
  readonly publicUrl: string;
  readonly witnesses: readonly WitnessSettings[];
};

export type FromUpkeep =
  | {
      readonly kind: 'signed';
      readonly seq: number;
      readonly accounts: number;
      readonly rows: number;
      readonly ms: number;
    }
  | { readonly kind: 'purged'; readonly ids: number }
  | { readonly kind: 'thinned'; readonly minutes: number; readonly ticks: number }
  | { readonly kind: 'headed'; readonly log: string; readonly size: number; readonly ms: number }
  | { readonly kind: 'unwitnessed'; readonly witness: string; readonly reason: string }
  | { readonly kind: 'forked'; readonly log: string; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };
