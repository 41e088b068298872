const UNITS_S = [86_400, 3_600, 60] as const;

/** Whole days, else whole hours, else whole minutes, else seconds: never more than it is. */
export function inLargestUnit(seconds: number): number {
  const unit = UNITS_S.find((length) => length <= seconds) ?? 1;
  return Math.floor(seconds / unit) * unit;
}
