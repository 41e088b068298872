import type { Reference } from '../product.ts';

const PRECISION = 5;
const UNIT = 10n ** BigInt(PRECISION);
const CENT = 1_000_000n;

/** A price of a currency in dollars, as rows keep it. */
export interface CurrencyTick {
  readonly mid: number;
  readonly [column: string]: unknown;
}

/** The last one, however old; null for dollars, or where there was none. */
export function currencyTick({ prices }: Reference, currency: string): CurrencyTick | null {
  const tick = currency === 'USD' ? undefined : prices.last(`${currency}USD`);
  if (tick === undefined) return null;
  const { code, seq, bid, ask, mid, at } = tick;
  return { code, precision: PRECISION, seq, bid, ask, mid, at };
}

/** USDT for a currency, rounded down. */
export const usdtFor = (amount: bigint, tick: CurrencyTick | null): bigint =>
  tick === null ? amount : (amount * BigInt(tick.mid)) / UNIT;

/** The currency for USDT, in whole cents, rounded down. */
export function currencyFor(amount: bigint, tick: CurrencyTick | null): bigint {
  const exact = tick === null ? amount : (amount * UNIT) / BigInt(tick.mid);
  return exact - (exact % CENT);
}
