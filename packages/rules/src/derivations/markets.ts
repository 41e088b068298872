import { leastReceived } from '../convert.ts';
import type { PricedTick } from '../derivations.ts';
import {
  amountOf,
  divFloor,
  formatDecimal,
  formatRate,
  mulPriceFloor,
  parseDecimal,
  power10,
  priceOf,
  type Rate,
  rateOf,
  subtract,
  ZERO,
} from '../money.ts';
import { amountBy, calculated, type Derived, exact, type Part, type Term, term } from './terms.ts';

/** Of a reference price between any two coins. */
const CROSS_DECIMALS = 18;

/** One coin of a conversion: the tick that prices it, in USDT; null for USDT itself. */
export type CoinTick = PricedTick | null;

interface PricedConversion {
  readonly amount: string;
  readonly from: CoinTick;
  readonly to: CoinTick;
  readonly marginRate: string;
}

const ONE = rateOf('1');
/** Significant digits of a price between two coins, but always the cents. */
const DIGITS = 7;
const CENTS = 2;

/** One side of a conversion at its price: a coin's own, or none for USDT, which has the price 1. */
const sideOf = (tick: CoinTick, name: 'bid' | 'ask' | 'mid', operator: '' | '×' | '÷'): readonly Part[] =>
  tick === null ? [] : [{ ...term(name, operator, tick[name]), tick: { code: tick.code, seq: tick.seq } }];

const shareLeft = (name: Term, operator: '×' | '÷', rate: string): Part =>
  term(name, operator, formatRate((ONE - rateOf(rate)) as Rate));

/** An amount of a coin at its middle, in USDT, rounded down. */
export const coinWorthDerivation = (name: 'given' | 'received', amount: string, tick: PricedTick): Derived =>
  amountBy(
    'down',
    [term(name, '', amount), ...sideOf(tick, 'mid', '×')],
    mulPriceFloor(amountOf(amount), priceOf(tick.mid)),
  );

const worth = (name: 'given' | 'received', operator: '' | '−', amount: string, tick: CoinTick): Part =>
  tick === null ? term(name, operator, amount) : calculated(name, operator, coinWorthDerivation(name, amount, tick));

/**
 * What the spread of a conversion costs, in USDT: what is given less what is received, both at the
 * reference price. Undefined where it costs nothing.
 */
export function spreadCostDerivation(conversion: {
  readonly amount: string;
  readonly received: string;
  readonly from: CoinTick;
  readonly to: CoinTick;
}): Derived | undefined {
  const parts = [
    worth('given', '', conversion.amount, conversion.from),
    worth('received', '−', conversion.received, conversion.to),
  ] as const;
  const cost = subtract(amountOf(parts[0].value), amountOf(parts[1].value));
  return cost < ZERO ? undefined : exact(parts, cost);
}

/** What a conversion gives: the amount at its price, rounded down. */
export function receivedDerivation(conversion: PricedConversion & { readonly received: string }): Derived {
  return amountBy(
    'down',
    [
      term('given', '', conversion.amount),
      ...sideOf(conversion.from, 'bid', '×'),
      shareLeft('lessMargin', '×', conversion.marginRate),
      ...sideOf(conversion.to, 'ask', '÷'),
    ],
    amountOf(conversion.received),
  );
}

/** The least that a conversion at the next price may give, by what this one would. */
export function leastDerivation(received: Derived, slippageRate: string): Derived {
  const least = leastReceived(amountOf(received.result), rateOf(slippageRate));
  return amountBy('up', [calculated('received', '', received), shareLeft('lessSlippage', '×', slippageRate)], least);
}

/**
 * Whether prices read better per unit of the coin given: of a coin and USDT the coin's, of two
 * coins the dearer one's.
 */
export const isPricedByGiven = (from: CoinTick, to: CoinTick): boolean =>
  to === null || (from !== null && priceOf(to.mid) <= priceOf(from.mid));

/** The reference price of a conversion, between the middles, cut to the digits that are read. */
export function referenceDerivation({ from, to }: Pick<PricedConversion, 'from' | 'to'>): Derived {
  const [dear, cheap] = isPricedByGiven(from, to) ? [from, to] : [to, from];
  return quotient([...sideOf(dear, 'mid', ''), ...sideOf(cheap, 'mid', '÷')]);
}

/** The price of a conversion, cut to the digits that are read. */
export function conversionPriceDerivation({ from, to, marginRate }: Omit<PricedConversion, 'amount'>): Derived {
  const isOfGiven = isPricedByGiven(from, to);
  const left = shareLeft('lessMargin', isOfGiven ? '×' : '÷', marginRate);
  return quotient(
    isOfGiven
      ? [...sideOf(from, 'bid', ''), left, ...sideOf(to, 'ask', '÷')]
      : [...sideOf(to, 'ask', ''), ...sideOf(from, 'bid', '÷'), left],
  );
}

/** What the terms come to, with as many digits as are read. */
function quotient(terms: readonly Part[]): Derived {
  let [above, below] = [1n, 1n];
  for (const { operator, value } of terms) {
    const factor = parseDecimal(value, CROSS_DECIMALS) ?? 0n;
    if (operator === '÷') [above, below] = [above * power10(CROSS_DECIMALS), below * factor];
    else [above, below] = [above * factor, below * power10(CROSS_DECIMALS)];
  }
  const fine = divFloor(above * power10(CROSS_DECIMALS), below);
  const decimals = Math.min(CROSS_DECIMALS, Math.max(CENTS, CROSS_DECIMALS - (fine.toString().length - DIGITS)));
  const units = divFloor(above * power10(decimals), below);
  return { terms, rounding: 'down', decimals, result: formatDecimal(units, decimals) };
}

const CHANGE_DECIMALS = 4;

/**
 * How far a price is from that of a day ago, as a share; halves go up, as in the list of markets.
 * Undefined without a price of a day ago.
 */
export function dayChangeDerivation(prices: { readonly price: string; readonly dayAgo: string }): Derived | undefined {
  const now = parseDecimal(prices.price, CROSS_DECIMALS);
  const before = parseDecimal(prices.dayAgo, CROSS_DECIMALS);
  if (now === undefined || before === undefined || before <= 0n) return undefined;
  const scaled = (now - before) * power10(CHANGE_DECIMALS);
  const units = divFloor(2n * scaled + before, 2n * before);
  return {
    terms: [term('mid', '', prices.price), term('dayAgo', '−', prices.dayAgo), term('dayAgo', '÷', prices.dayAgo)],
    rounding: 'half',
    decimals: CHANGE_DECIMALS,
    result: formatDecimal(units, CHANGE_DECIMALS),
  };
}
