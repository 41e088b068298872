import type { Tick } from '@glasshouse/server/kernel/core/types';
import { gapEndedAt, type Silence, silencesAfter } from '@glasshouse/server/market-data/tape/silences';

/** When the latest silence above a limit ended. A mutant may be off by one. */
export type GapEndedAt = (silences: readonly Silence[], limitMs: number) => number;

export const correctGapEndedAt: GapEndedAt = gapEndedAt;

/** The last tick of an instrument and the silences before it, as the tape keeps them. */
export interface Head {
  readonly tick: Tick;
  readonly silences: readonly Silence[];
}

export const headAfter = (head: Head | undefined, tick: Tick): Head => ({
  tick,
  silences: head === undefined ? [] : silencesAfter(head.silences, head.tick, tick),
});
