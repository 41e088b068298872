/**
 * Points to the number that charts draw: the double nearest to the decimal price, which prints as
 * that decimal.
 */
export const priceNumber = (points: number, precision: number): number => points / 10 ** precision;

/**
 * Percent from `reference` to `mid`, rounded half up to two places; null while there is nothing to
 * compare with.
 */
export const changePercent = (mid: number, reference: number): number | null =>
  reference <= 0 ? null : Math.round(((mid - reference) * 10_000) / reference) / 100;
