import { contractFeeOf, marginOf, notionalOf, type Size } from '@glasshouse/rules/contracts';
import { tierOf } from '@glasshouse/rules/contracts-tiers';
import { type Amount, add, formatAmount, mulRateCeil, parseAmount, rateOf } from '@glasshouse/rules/money';
import { type Draft, type Market, openOf } from './figures.ts';
import type { Terms } from './terms.ts';

/** Room for a price that moves between the press on "Max" and the order. */
const HEADROOM = rateOf('0.001');

/**
 * The most lots that can be ordered: what the balance pays for at this leverage, what the tiers allow at it, and what one
 * order may have. Cost and tier only rise with the size, so halving finds the edge. Undefined while there is no price.
 */
export function largestLots(of: {
  readonly draft: Draft;
  readonly market: Market;
  readonly terms: Terms;
  /** Undefined: nobody is logged in, and only the terms count. */
  readonly available: string | undefined;
}): string | undefined {
  const { draft, market, terms } = of;
  const { quoteRate, lotSize, lotStep, feeRate, tiers } = terms;
  const price = openOf(draft, market);
  if (price === undefined || quoteRate === undefined) return undefined;
  const balance = of.available === undefined ? undefined : parseAmount(of.available);
  const fits = (steps: bigint): boolean => {
    const size: Size = { lots: (steps * lotStep) as Amount, lotSize, quoteRate };
    if (tierOf(tiers, notionalOf(size, price)).maxLeverage < draft.leverage) return false;
    if (balance === undefined) return true;
    const cost = add(marginOf(size, price, draft.leverage), contractFeeOf(size, price, feeRate));
    return (draft.type === 'market' ? add(cost, mulRateCeil(cost, HEADROOM)) : cost) <= balance;
  };
  let low = 0n;
  let high = terms.maxLots / lotStep;
  // Lots have at most 22 digits: far fewer halvings than this.
  for (let round = 0; round < 80 && low < high; round += 1) {
    const middle = (low + high + 1n) / 2n;
    if (fits(middle)) low = middle;
    else high = middle - 1n;
  }
  return formatAmount((low * lotStep) as Amount);
}
