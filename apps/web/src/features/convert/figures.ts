import type { ResultOf } from '@glasshouse/api';
import {
  type Amount,
  amountOf,
  divFloor,
  formatAmount,
  formatDecimal,
  parseAmount,
  parseDecimal,
  power10,
} from '@glasshouse/rules/money';

export type Quote = ResultOf<'quoteConversion'>;

/** Decimals that a price between any two coins may have. */
const CROSS_DECIMALS = 18;

/** What the spread of a quote costs, in the coin that is received: what the reference price would give, less what it gives. */
export function spreadCost(quote: Pick<Quote, 'amount' | 'receive' | 'reference'>): string | undefined {
  const reference = parseDecimal(quote.reference, CROSS_DECIMALS);
  if (reference === undefined) return undefined;
  const atReference = divFloor(amountOf(quote.amount) * reference, power10(CROSS_DECIMALS));
  const cost = atReference - amountOf(quote.receive);
  return formatAmount((0n < cost ? cost : 0n) as Amount);
}

export type AmountProblem = 'empty' | 'notEnough';

/** Undefined: a quote can be asked for. */
export function amountProblem(text: string, available: string | undefined): AmountProblem | undefined {
  const amount = parseAmount(text);
  if (amount === undefined || amount === 0n) return 'empty';
  const balance = available === undefined ? undefined : parseAmount(available);
  return balance !== undefined && balance < amount ? 'notEnough' : undefined;
}

/** `1` and `1.00` ask for the same; the answer names the shortest text. */
export const plainAmount = (text: string): string => {
  const amount = parseAmount(text);
  return amount === undefined ? text : formatAmount(amount);
};

export interface ReadablePrices {
  /** The coin that is worth more: its price is the one that people know. */
  readonly of: string;
  readonly in: string;
  readonly price: string;
  readonly reference: string;
}

/** The prices of a conversion the way round that reads well: 105,000 USDT for a bitcoin and not 0.0000095 for a dollar. */
export function readablePrices(conversion: Pick<Quote, 'from' | 'to' | 'price' | 'reference'>): ReadablePrices {
  const { from, to, price, reference } = conversion;
  if (!reference.startsWith('0.'))
    return { of: from, in: to, price: shortened(price), reference: shortened(reference) };
  return { of: to, in: from, price: shortened(inverse(price)), reference: shortened(inverse(reference)) };
}

/** The coin whose price a quote will most likely tell, before there is one: a dollar is worth less than nearly every coin. */
export const likelyPriced = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  from === 'USDT' ? to : from;

const ONE = power10(CROSS_DECIMALS);
function inverse(price: string): string {
  const units = parseDecimal(price, CROSS_DECIMALS);
  return units === undefined || units <= 0n ? price : formatDecimal((ONE * ONE) / units, CROSS_DECIMALS);
}

/** For reading: seven significant digits at most, but always the cents. */
const SIGNIFICANT = 7;
const CENTS = 2;
function shortened(price: string): string {
  const units = parseDecimal(price, CROSS_DECIMALS);
  if (units === undefined) return price;
  const excess = units.toString().length - SIGNIFICANT;
  const cut = power10(Math.min(Math.max(excess, 0), CROSS_DECIMALS - CENTS));
  return formatDecimal(units - (units % cut), CROSS_DECIMALS);
}
