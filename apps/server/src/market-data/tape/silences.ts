import type { Tick } from '../../kernel/core/types.ts';

/** No tick came for `lengthMs`, until one came at `endedAt`. */
export interface Silence {
  readonly lengthMs: number;
  readonly endedAt: number;
}

/** Silences up to this long are not remembered: an order's gap limit must not be shorter. */
export const GAP_LIMIT_MIN_MS = 2_000;
/** Of one instrument. Two to ten are usual: only the latest silence of each length matters. */
export const SILENCES_MAX = 256;
/**
 * Nobody asks about a silence that ended longer before the last tick than the longest option lasts.
 */
const ASKED_ABOUT_MS = 86_400_000;

/**
 * The silences that can still decide anything once `tick` has come: oldest first, each shorter than
 * the one before it, because a newer silence answers for every older one that was not longer. It
 * follows from the ticks alone, so the journal gives the same answer after a restart. More than can
 * be kept: the two that differ least count as one, as long as the longer and as late as the newer,
 * so that an order between them is refunded rather than settled.
 */
export function silencesAfter(silences: readonly Silence[], before: Tick, tick: Tick): readonly Silence[] {
  const lengthMs = tick.at - before.at;
  if (lengthMs <= GAP_LIMIT_MIN_MS) return silences;
  const remaining = silences.filter(
    (silence) => lengthMs < silence.lengthMs && tick.at - silence.endedAt <= ASKED_ABOUT_MS + lengthMs,
  );
  remaining.push({ lengthMs, endedAt: tick.at });
  return remaining.length <= SILENCES_MAX ? remaining : withClosestMerged(remaining);
}

/**
 * When the latest silence longer than `limitMs` ended; 0 when none is known. Exact for limits of
 * `GAP_LIMIT_MIN_MS` and more.
 */
export function gapEndedAt(silences: readonly Silence[], limitMs: number): number {
  for (let index = silences.length - 1; 0 <= index; index -= 1) {
    const { lengthMs, endedAt } = silences[index]!;
    if (limitMs < lengthMs) return endedAt;
  }
  return 0;
}

function withClosestMerged(silences: readonly Silence[]): readonly Silence[] {
  let closest = 0;
  for (let index = 1; index + 1 < silences.length; index += 1) {
    if (stepAt(silences, index) < stepAt(silences, closest)) closest = index;
  }
  const merged = { lengthMs: silences[closest]!.lengthMs, endedAt: silences[closest + 1]!.endedAt };
  return [...silences.slice(0, closest), merged, ...silences.slice(closest + 2)];
}

const stepAt = (silences: readonly Silence[], index: number): number =>
  silences[index]!.lengthMs - silences[index + 1]!.lengthMs;

/** As one array of numbers, for the database. */
export const flatSilences = (silences: readonly Silence[]): number[] =>
  silences.flatMap(({ lengthMs, endedAt }) => [lengthMs, endedAt]);

export function silencesOf(flat: readonly number[]): Silence[] {
  const silences: Silence[] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) {
    silences.push({ lengthMs: flat[index]!, endedAt: flat[index + 1]! });
  }
  return silences;
}
