import { contractFeeOf, marginOf, notionalOf, type Size } from '@glasshouse/rules/contracts';
import { tierOf } from '@glasshouse/rules/contracts-tiers';
import { type Amount, add, formatAmount, mulRateCeil, parseAmount, rateOf } from '@glasshouse/rules/money';
import { type ContractInput, openOf } from './figures.ts';

/** Headroom for the price to move between the press on "Max" and the order. */
const HEADROOM = rateOf('0.001');

/**
 * The most lots that can be ordered: what the balance pays for at this leverage, what the tiers
 * allow at it, and the maximum of one order. Cost and tier only rise with the size, so bisection
 * finds it. Undefined while there is no price.
 */
export function largestLots({ draft, market, terms, available }: ContractInput): string | undefined {
  const { quoteRate, lotSize, lotStep, feeRate, tiers } = terms;
  const price = openOf(draft, market);
  if (price === undefined || quoteRate === undefined) return undefined;
  const balance = available === undefined ? undefined : parseAmount(available);
  const fits = (steps: bigint): boolean => {
    const size: Size = { lots: (steps * lotStep) as Amount, lotSize, quoteRate };
    if (tierOf(tiers, notionalOf(size, price)).maxLeverage < draft.leverage) return false;
    if (balance === undefined) return true;
    const cost = add(marginOf(size, price, draft.leverage), contractFeeOf(size, price, feeRate));
    return (draft.type === 'market' ? add(cost, mulRateCeil(cost, HEADROOM)) : cost) <= balance;
  };
  let low = 0n;
  let high = terms.maxLots / lotStep;
  // Lots have at most 22 digits, so this is never the limit.
  for (let round = 0; round < 80 && low < high; round += 1) {
    const middle = (low + high + 1n) / 2n;
    if (fits(middle)) low = middle;
    else high = middle - 1n;
  }
  return formatAmount((low * lotStep) as Amount);
}
