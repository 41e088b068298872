import type { ChartLine } from '../types.ts';

export interface SnapTo {
  /** The tick size. */
  step: number;
  /** Decimals of the instrument's prices. */
  places: number;
  range?: ChartLine['range'];
}

/** Tolerance of a quotient to its nearest integer, because float prices are not exact. */
const NEARLY = 1e-6;

/** The price a line snaps to: a whole number of steps within its range. */
export function snapPrice(price: number, { step, places, range }: SnapTo): number {
  const lowest = Math.max(1, Math.ceil((range?.min ?? 0) / step - NEARLY));
  const highest = Math.floor((range?.max ?? Infinity) / step + NEARLY);
  const steps = Math.min(highest, Math.max(lowest, Math.round(price / step)));
  return Number((steps * step).toFixed(places));
}
