import type { Tick } from '../core/types.ts';
import type { Instrument } from '../markets/types.ts';

type Limits = Pick<Instrument, 'gapLimitMs' | 'outlierBps'>;

/** Whether the price moved by more than the instrument's outlier limit. */
export const isJump = (from: number, to: number, limits: Limits): boolean =>
  limits.outlierBps * from < Math.abs(to - from) * 10_000;

/**
 * Whether a gap ended with `tick`: too long after the tick before, or too far from it (a jump is on the tape only after
 * the quarantine confirmed it, and the prices on the way were not seen). It follows from the two ticks alone, so the
 * journal gives the same answer after a restart.
 */
export const endsGap = (before: Tick, tick: Tick, limits: Limits): boolean =>
  limits.gapLimitMs < tick.at - before.at || isJump(before.mid, tick.mid, limits);
