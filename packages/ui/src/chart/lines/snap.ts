import type { ChartLine } from '../types.ts';

export interface SnapTo {
  /** The tick size. */
  step: number;
  /** Decimals of the instrument's prices. */
  places: number;
  range?: ChartLine['range'];
}

/** How far a quotient may be from a whole number and still be that number: floats of prices are not exact. */
const NEARLY = 1e-6;

/** The price that a line lands on: a whole number of steps, inside its range. */
export function snapPrice(price: number, { step, places, range }: SnapTo): number {
  const lowest = Math.max(1, Math.ceil((range?.min ?? 0) / step - NEARLY));
  const highest = Math.floor((range?.max ?? Infinity) / step + NEARLY);
  const steps = Math.min(highest, Math.max(lowest, Math.round(price / step)));
  return Number((steps * step).toFixed(places));
}
