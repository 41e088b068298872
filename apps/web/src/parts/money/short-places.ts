/** Of any amount on the ledger. */
const DECIMALS_MAX = 8;
/** Assets counted in cents; of all others, small fractions may have value. */
const IN_CENTS = new Set(['USD', 'USDT']);

/** Of a result in text: down to the cent, as its figure; a cut loss would flatter. */
export const RESULT_PLACES = { min: 2, max: 2, rounding: 'floor' } as const;

/** Of an amount in USDT. */
export const CENTS = { min: 2, max: 2 } as const;

export const isInCents = (asset: string): boolean => IN_CENTS.has(asset);

/** Significant digits of a coin, wherever the exact amount is a press away. */
const COIN_DIGITS = 6;

/** Decimals of six significant digits, and never fewer digits than the whole part has. */
function coinPlaces(value: string): number {
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  if (whole !== '0') return Math.max(0, COIN_DIGITS - whole.length);
  return (/^0*/.exec(fraction)?.[0].length ?? 0) + COIN_DIGITS;
}

/**
 * The decimals of a rounded amount: cents, or six significant digits of a coin. Rounded down, never
 * up: nobody is shown money that is not there.
 */
export const shortPlaces = (asset: string, value: string): { readonly min: number; readonly max: number } =>
  IN_CENTS.has(asset) ? CENTS : { min: 0, max: Math.min(DECIMALS_MAX, coinPlaces(value)) };

/** Whether rounding hides a part of the amount. */
export const isCut = (value: string, asset: string): boolean =>
  shortPlaces(asset, value).max < (value.split('.')[1]?.replace(/0+$/, '').length ?? 0);
