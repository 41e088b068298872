import type { ResultOf } from '@glasshouse/api';
import { settleOption } from '@glasshouse/rules/options';
import { type OrderVerdict, verifyTicks } from './verify-ticks.ts';

export type Order = ResultOf<'getOptionOrder'>;

/**
 * Verifies the receipt with only the published keys: each tick is under the signed root of its
 * minute and is the tick that the order names, and the outcome follows from the two prices.
 */
export const verifyOrder = (order: Order, trustedKeys: readonly string[]): OrderVerdict => ({
  ticks: verifyTicks(order.receipt?.ticks ?? [], order.code, trustedKeys),
  result: resultHolds(order),
});

/** The receipt's own integers decide, not the prices repeated in the order. */
function resultHolds(order: Order): boolean | undefined {
  const { entry, exit, outcome, receipt } = order;
  if (order.state !== 'settled' || entry === null || exit === null || outcome === null) return undefined;
  const first = receipt?.ticks.find(({ tick }) => tick.seq === entry.seq)?.receipt?.tick;
  const last = receipt?.ticks.find(({ tick }) => tick.seq === exit.seq)?.receipt?.tick;
  if (first === undefined || last === undefined) return undefined;
  return settleOption({ direction: order.direction, entry: first.mid, exit: last.mid }) === outcome;
}
