import type { Instrument } from '../instruments/instrument.ts';

/** Whether two prices are further apart than the instrument's outlier limit. */
export const isJump = (from: number, to: number, { outlierBps }: Instrument): boolean =>
  outlierBps * from < Math.abs(to - from) * 10_000;
