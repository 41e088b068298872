import type { Tick } from '@glasshouse/server/core/types';

/** Whether the silence between two ticks is a gap. A plant may get it wrong by one. */
export type IsGap = (silentMs: number, limitMs: number) => boolean;

export const isGap: IsGap = (silentMs, limitMs) => limitMs < silentMs;

/** The last tick of an instrument, and when the latest gap before or at it ended. */
export interface Head<Last = Tick> {
  readonly tick: Last;
  readonly gapEndedAt: number;
}

/** When the latest gap ended, once `tick` has come. */
export function gapAfter(is: IsGap, limitMs: number, head: Head<Tick | undefined> | undefined, tick: Tick): number {
  const silent = head?.tick !== undefined && is(tick.at - head.tick.at, limitMs);
  return silent ? tick.at : (head?.gapEndedAt ?? 0);
}
