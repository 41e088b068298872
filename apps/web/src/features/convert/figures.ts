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
import type { Priced } from '../../shared/ticket/ticket.ts';

export type Quote = ResultOf<'quoteConversion'>;

/** Decimals of a price between any two coins. */
const CROSS_DECIMALS = 18;

export interface ConvertDraft {
  readonly from: string;
  readonly to: string;
  /** As typed. */
  readonly amount: string;
}

/** Everything the ticket shows about a conversion before it is made, as exact decimal text. */
export interface ConvertFigures {
  readonly amount: string;
  readonly receive: string;
  readonly prices: ReadablePrices;
  /** In the asset received. */
  readonly spreadCost: string | undefined;
  readonly spreadRate: string;
}

export type ConvertProblem = 'empty' | 'notEnough';

interface ConvertInput {
  readonly draft: ConvertDraft;
  /** Undefined until the balance is known. */
  readonly available: string | undefined;
  /** The firm quote for this draft; undefined while there is none. */
  readonly quote: Quote | undefined;
}

/** Reads the figures off the firm quote; a draft without problems can be quoted. */
export const priceConversion = ({ draft, available, quote }: ConvertInput): Priced<ConvertFigures, ConvertProblem> => {
  const problem = amountProblem(draft.amount, available);
  return {
    problems: problem === undefined ? {} : { size: problem },
    figures: quote && {
      amount: quote.amount,
      receive: quote.receive,
      prices: readablePrices(quote),
      spreadCost: spreadCost(quote),
      spreadRate: quote.spreadRate,
    },
  };
};

function amountProblem(text: string, available: string | undefined): ConvertProblem | undefined {
  const amount = parseAmount(text);
  if (amount === undefined || amount === 0n) return 'empty';
  const balance = available === undefined ? undefined : parseAmount(available);
  return balance !== undefined && balance < amount ? 'notEnough' : undefined;
}

/**
 * The cost of the spread, in the asset received: the amount at the reference price less what the
 * quote gives.
 */
export function spreadCost(quote: Pick<Quote, 'amount' | 'receive' | 'reference'>): string | undefined {
  const reference = parseDecimal(quote.reference, CROSS_DECIMALS);
  if (reference === undefined) return undefined;
  const atReference = divFloor(amountOf(quote.amount) * reference, power10(CROSS_DECIMALS));
  const cost = atReference - amountOf(quote.receive);
  return formatAmount((0n < cost ? cost : 0n) as Amount);
}

/** The shortest text of an amount: `1` and `1.00` are the same request. */
export const plainAmount = (text: string): string => {
  const amount = parseAmount(text);
  return amount === undefined ? text : formatAmount(amount);
};

export interface ReadablePrices {
  /** The coin that is worth more, whose price people know. */
  readonly of: string;
  readonly in: string;
  readonly price: string;
  readonly reference: string;
}

/**
 * Prices the way round that reads well: 105,000 USDT per bitcoin, not 0.0000095 bitcoin per dollar.
 */
export function readablePrices(conversion: Pick<Quote, 'from' | 'to' | 'price' | 'reference'>): ReadablePrices {
  const { from, to, price, reference } = conversion;
  if (!reference.startsWith('0.'))
    return { of: from, in: to, price: shortened(price), reference: shortened(reference) };
  return { of: to, in: from, price: shortened(inverse(price)), reference: shortened(inverse(reference)) };
}

/**
 * The coin that a quote will most likely price, before there is one: nearly every coin is worth
 * more than a dollar.
 */
export const likelyPriced = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  from === 'USDT' ? to : from;

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
