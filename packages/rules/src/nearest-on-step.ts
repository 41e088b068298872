import type { Amount } from './money.ts';

/** Sizes that may be entered: from the least to the most, in whole steps. */
export interface StepRule {
  readonly min: Amount;
  readonly max: Amount;
  readonly step: Amount;
}

/**
 * The permitted sizes below and above one that lies between two steps. Undefined for a size on a
 * step, and for one that the limits refuse: then they are what there is to say.
 */
export function nearestOnStep(
  size: Amount,
  { min, max, step }: StepRule,
): { readonly lower: Amount; readonly higher: Amount } | undefined {
  const rest = size % step;
  if (rest === 0n || size < min || max < size) return undefined;
  const lower = (size - rest) as Amount;
  const next = (lower + step) as Amount;
  // The most is permitted as well: who closes all that is open may close what is beside the steps.
  return lower < min ? undefined : { lower, higher: max < next ? max : next };
}
