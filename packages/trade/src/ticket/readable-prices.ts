import type { ResultOf } from '@glasshouse/api';
import { type CoinTick, isPricedByGiven } from '@glasshouse/rules/derivations/markets';
import { formatDecimal, parseDecimal, power10 } from '@glasshouse/rules/money';

/** Decimals of a price between any two coins. */
export const CROSS_DECIMALS = 18;

const USDT = 'USDT';

export interface ReadablePrices {
  /** The coin whose price people know. */
  readonly of: string;
  readonly in: string;
  readonly price: string;
  readonly reference: string;
}

/**
 * Prices the way round that reads well: 105,000 USDT per bitcoin, not 0.0000095 bitcoin per dollar.
 */
export function readablePrices(
  conversion: Pick<ResultOf<'quoteConversion'>, 'from' | 'to' | 'price' | 'reference' | 'ticks'>,
): ReadablePrices {
  const { from, to, price, reference } = conversion;
  const coins = coinTicks(conversion);
  if (isPricedByGiven(coins.from, coins.to))
    return { of: from, in: to, price: shortened(price), reference: shortened(reference) };
  return { of: to, in: from, price: shortened(inverse(price)), reference: shortened(inverse(reference)) };
}

const ONE = power10(CROSS_DECIMALS);
function inverse(price: string): string {
  const units = parseDecimal(price, CROSS_DECIMALS);
  return units === undefined || units <= 0n ? price : formatDecimal((ONE * ONE) / units, CROSS_DECIMALS);
}

/** Shortens for reading: at most seven significant digits, but always the cents. */
const SIGNIFICANT = 7;
const CENTS = 2;
function shortened(price: string): string {
  const units = parseDecimal(price, CROSS_DECIMALS);
  if (units === undefined) return price;
  const excess = units.toString().length - SIGNIFICANT;
  const cut = power10(Math.min(Math.max(excess, 0), CROSS_DECIMALS - CENTS));
  return formatDecimal(units - (units % cut), CROSS_DECIMALS);
}

/** Those of before say nothing of their state: all of them were made at once. */
export const isMade = ({ state }: Pick<ResultOf<'convert'>, 'state'>): boolean =>
  state === undefined || state === 'filled';

/** The ticks of its two coins as derivations take them; USDT needs none. */
export function coinTicks({
  from,
  to,
  ticks,
}: Pick<ResultOf<'convert'>, 'from' | 'to' | 'ticks'>): Record<'from' | 'to', CoinTick> {
  const [first, second] = ticks.map(({ code, tick: { seq, bid, ask, price } }) => ({
    code,
    seq,
    bid,
    ask,
    mid: price,
  }));
  return {
    from: from === USDT ? null : (first ?? null),
    to: to === USDT ? null : ((from === USDT ? first : second) ?? null),
  };
}
