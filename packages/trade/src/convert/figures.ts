import type { ResultOf } from '@glasshouse/api';
import {
  conversionPriceDerivation,
  leastDerivation,
  receivedDerivation,
  referenceDerivation,
  spreadCostDerivation,
} from '@glasshouse/rules/derivations/markets';
import type { Derived } from '@glasshouse/rules/derivations/terms';
import { formatAmount, parseAmount } from '@glasshouse/rules/money';
import { coinTicks, type ReadablePrices, readablePrices } from '../ticket/readable-prices.ts';
import type { Priced } from '../ticket/ticket.ts';

export type Quote = ResultOf<'quoteConversion'>;

export type Pricing = 'firm' | 'next';

export interface ConvertDraft {
  readonly from: string;
  readonly to: string;
  /** As typed. */
  readonly amount: string;
  /** At a price that is held, or at the next one. */
  readonly pricing: Pricing;
}

/** Everything the ticket shows about a conversion before it is made, as exact decimal text. */
export interface ConvertFigures {
  readonly amount: string;
  readonly receive: string;
  readonly prices: ReadablePrices;
  readonly spreadRate: string;
  readonly least: string | undefined;
  readonly why: ConvertWhy;
}

/** What each of them follows from. */
export interface ConvertWhy {
  readonly price: Derived;
  readonly reference: Derived;
  readonly received: Derived;
  readonly least: Derived | undefined;
  /** Undefined where it costs nothing. */
  readonly spread: Derived | undefined;
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
    figures: quote && figuresOf(quote, draft.pricing),
  };
};

function figuresOf(quote: Quote, pricing: Pricing): ConvertFigures {
  const { amount, next } = quote;
  // Another margin: a price that is not held costs less.
  const { receive, marginRate } = pricing === 'next' ? (next ?? quote) : quote;
  const priced = { ...coinTicks(quote), amount, marginRate };
  const received = receivedDerivation({ ...priced, received: receive });
  return {
    amount,
    receive,
    spreadRate: quote.spreadRate,
    prices: readablePrices(quote),
    least: next?.least,
    why: {
      price: conversionPriceDerivation(priced),
      reference: referenceDerivation(priced),
      received,
      least: next === null ? undefined : leastDerivation(received, next.slippageRate),
      spread: spreadCostDerivation({ ...priced, received: receive }),
    },
  };
}

function amountProblem(text: string, available: string | undefined): ConvertProblem | undefined {
  const amount = parseAmount(text);
  if (amount === undefined || amount === 0n) return 'empty';
  const balance = available === undefined ? undefined : parseAmount(available);
  return balance !== undefined && balance < amount ? 'notEnough' : undefined;
}

/** The shortest text of an amount: `1` and `1.00` are the same request. */
export const plainAmount = (text: string): string => {
  const amount = parseAmount(text);
  return amount === undefined ? text : formatAmount(amount);
};

/**
 * The coin that a quote will most likely price, before there is one: nearly every coin is worth
 * more than a dollar.
 */
export const likelyPriced = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  from === 'USDT' ? to : from;
