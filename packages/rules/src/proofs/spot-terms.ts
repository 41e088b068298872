import { formatPoints } from '../money.ts';
import { countOf, type Json } from './document.ts';
import { leadShown } from './lead.ts';

/** Terms of a pair as a receipt shows them. */
export const shownTerms = (terms: Json, version: number): Json => ({
  version,
  base: terms.base,
  quote: terms.quote,
  tickSize: formatPoints(countOf(terms.tickPoints, 'a step'), countOf(terms.precision, 'a precision')),
  quantityStep: terms.quantityStep,
  minQuantity: terms.minQuantity,
  maxQuantity: terms.maxQuantity,
  minAmount: terms.minAmount,
  bandRate: terms.bandRate,
  makerRate: terms.makerRate,
  takerRate: terms.takerRate,
  ...(terms.awaits === undefined ? {} : { awaits: terms.awaits }),
  ...leadShown(terms),
  ...(terms.slippageRate === undefined ? {} : { slippageRate: terms.slippageRate }),
});
