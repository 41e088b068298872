import type { ResultOf } from '@glasshouse/contract';
import {
  type Amount,
  amountOf,
  divFloor,
  formatAmount,
  parseAmount,
  parseDecimal,
  power10,
} from '@glasshouse/rules/money';

export type Quote = ResultOf<'dhQuote'>;

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
