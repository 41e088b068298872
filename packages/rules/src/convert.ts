import {
  type Amount,
  divCeil,
  divFloor,
  formatDecimal,
  mulPriceFloor,
  type Price,
  power10,
  type Rate,
  rateOf,
} from './money.ts';

/**
 * Instant conversion of one coin into another. What is given is valued at the bid of its market in
 * USDT, what is received at the ask of its own, and the house keeps a margin of it:
 *
 *     receive = ⌊amount × bid(from) × (1 − margin) ÷ ask(to)⌋
 *
 * as one division of whole numbers, so that it errs by less than one minor unit, against the one
 * who converts.
 */
export interface CoinPrice {
  readonly bid: Price;
  readonly ask: Price;
  readonly mid: Price;
}

const RATE_ONE = rateOf('1');
const PRICE_ONE = power10(10) as Price;

/** USDT is what all other prices are in. */
export const USDT_PRICE: CoinPrice = { bid: PRICE_ONE, ask: PRICE_ONE, mid: PRICE_ONE };

/** The distance from the reference price, the market's own spread included, stays below this. */
export const CONVERT_SPREAD_LIMIT = rateOf('0.003');

export interface Conversion {
  readonly receive: Amount;
  /** Value of what is given at its mid, in USDT. Rounded down. */
  readonly value: Amount;
  /** `to` for one `from` at the mids, as decimal text of ten significant digits, rounded down. */
  readonly reference: string;
  /** `to` for one `from` of this conversion, likewise. */
  readonly price: string;
  /** How far the price is from the reference, rounded up. */
  readonly spreadRate: Rate;
}

export function convert(of: { amount: Amount; from: CoinPrice; to: CoinPrice; marginRate: Rate }): Conversion {
  const { amount, from, to, marginRate } = of;
  if (amount <= 0n) throw new RangeError('the amount must be positive');
  if (marginRate < 0n || RATE_ONE <= marginRate) throw new RangeError('the margin is a share');
  const gives = from.bid * (RATE_ONE - marginRate);
  const costs = to.ask * RATE_ONE;
  return {
    receive: divFloor(amount * gives, costs) as Amount,
    value: mulPriceFloor(amount, from.mid),
    reference: significantFloor(from.mid, to.mid),
    price: significantFloor(gives, costs),
    // 1 − (gives ÷ costs) ÷ (mid ÷ mid)
    spreadRate: divCeil((costs * from.mid - gives * to.mid) * RATE_ONE, costs * from.mid) as Rate,
  };
}

const DIGITS = 10;
/**
 * As many as decimal text of ours may have; one SHIB in BTC has its first digit at the eleventh.
 */
const DECIMALS_MAX = 18;

/**
 * numerator ÷ denominator with at most ten significant digits, rounded down. For reading: amounts
 * never come from it.
 */
function significantFloor(numerator: bigint, denominator: bigint): string {
  const units = divFloor(numerator * power10(DECIMALS_MAX), denominator);
  const excess = units.toString().length - DIGITS;
  // Digits before the point are never cut, only those behind it.
  const cut = power10(Math.min(Math.max(excess, 0), DECIMALS_MAX));
  return formatDecimal(units - (units % cut), DECIMALS_MAX);
}
