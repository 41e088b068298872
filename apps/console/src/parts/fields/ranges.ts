export const RANGES = ['7', '30', '365', 'all'] as const;
type Range = (typeof RANGES)[number];
const DAY_MS = 86_400_000;

/** The range that an address names, else another. */
export const rangeIn = (named: string | undefined, otherwise: Range): Range =>
  RANGES.find((known) => known === named) ?? otherwise;

/** Today and the days before it, from midnight UTC on. */
export const startOf = (range: string): string =>
  `${new Date(Date.now() - (Number(range) - 1) * DAY_MS).toISOString().slice(0, 10)}T00:00:00Z`;
