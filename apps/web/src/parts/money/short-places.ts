/** Assets counted in cents; of all others, small fractions may have value. */
const IN_CENTS = new Set(['USD', 'USDT']);

/** Of a result in text: down to the cent, as its figure; a cut loss would flatter. */
export const RESULT_PLACES = { min: 2, max: 2, rounding: 'floor' } as const;

export const isInCents = (asset: string): boolean => IN_CENTS.has(asset);

/**
 * The decimals of a rounded balance. Rounded down, never up: nobody is shown money that is not
 * there.
 */
export const shortPlaces = (asset: string): { readonly min: number; readonly max: number } =>
  IN_CENTS.has(asset) ? { min: 2, max: 2 } : { min: 0, max: 8 };

/** Whether rounding hides a part of the amount. */
export const isCut = (value: string, asset: string): boolean =>
  shortPlaces(asset).max < (value.split('.')[1]?.replace(/0+$/, '').length ?? 0);
