import {
  type Amount,
  divCeil,
  divFloor,
  formatDecimal,
  lesser,
  mulPriceFloor,
  type Price,
  power10,
  type Rate,
  rateOf,
} from './money.ts';

/**
 * Instant conversion of one coin into another. The coin given is valued at the bid of its USDT
 * market, the coin received at the ask of its own, and the house keeps a margin:
 *
 *     receive = ⌊amount × bid(from) × (1 − margin) ÷ ask(to)⌋
 *
 * as a single integer division, so rounding costs the customer less than one minor unit.
 */
export interface CoinPrice {
  readonly bid: Price;
  readonly ask: Price;
  readonly mid: Price;
}

const RATE_ONE = rateOf('1');
const PRICE_ONE = power10(10) as Price;

/** All other prices are in USDT. */
export const USDT_PRICE: CoinPrice = { bid: PRICE_ONE, ask: PRICE_ONE, mid: PRICE_ONE };

/** Upper limit for the distance from the reference price, market spread included. */
export const CONVERT_SPREAD_LIMIT = rateOf('0.003');

export interface Conversion {
  readonly receive: Amount;
  /** Amount given, valued in USDT at its mid. Rounded down. */
  readonly value: Amount;
  /**
   * Units of `to` per unit of `from` at the mids: decimal text, ten significant digits, rounded
   * down.
   */
  readonly reference: string;
  /** The same at the price of this conversion. */
  readonly price: string;
  /** Distance of the price from the reference, rounded up. */
  readonly spreadRate: Rate;
}

export function convert(request: { amount: Amount; from: CoinPrice; to: CoinPrice; marginRate: Rate }): Conversion {
  const { amount, from, to, marginRate } = request;
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

/** What a firm price costs, by the terms of one of its two assets. */
export interface QuoteTerms {
  /** Of every conversion. */
  readonly marginRate: Rate;
  /** For holding a price while the market moves: follows how much this one does. */
  readonly quoteRate: Rate;
  /** For the size: this much at the largest conversion, in proportion below it. */
  readonly sizeRate: Rate;
  readonly max: Amount;
}

/** The margin of a firm price by the terms of one asset; of two assets the larger counts. */
export const quoteMargin = ({ marginRate, quoteRate, sizeRate, max }: QuoteTerms, value: Amount): Rate =>
  (marginRate + quoteRate + divCeil(sizeRate * lesser(value, max), max)) as Rate;

/**
 * Whether a quoted amount may still be paid out: the price of now would give at most `band` less. A
 * market that moved the other way only makes the quote worse for whoever holds it.
 */
export const isWithinBand = (quoted: Amount, now: Amount, band: Rate): boolean =>
  quoted * (RATE_ONE - band) <= now * RATE_ONE;

/** Least that a conversion at the next price may give, by what it would give at this one. */
export const leastReceived = (expected: Amount, slippage: Rate): Amount =>
  divCeil(expected * (RATE_ONE - slippage), RATE_ONE) as Amount;

const DIGITS = 10;
/** Most decimals our decimal text may have; the price of SHIB in BTC starts at the eleventh. */
const DECIMALS_MAX = 18;

/**
 * numerator ÷ denominator with at most ten significant digits, rounded down. For display only: no
 * amount is derived from it.
 */
function significantFloor(numerator: bigint, denominator: bigint): string {
  const units = divFloor(numerator * power10(DECIMALS_MAX), denominator);
  const excess = units.toString().length - DIGITS;
  // Only decimals are cut, never integer digits.
  const cut = power10(Math.min(Math.max(excess, 0), DECIMALS_MAX));
  return formatDecimal(units - (units % cut), DECIMALS_MAX);
}
