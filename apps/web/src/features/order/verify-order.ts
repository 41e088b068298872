import type { ResultOf } from '@glasshouse/contract';
import { parsePrice, priceOfPoints } from '@glasshouse/rules/money';
import { settleOption } from '@glasshouse/rules/options';
import { verifyReceipt } from '@glasshouse/rules/receipt';

export type Order = ResultOf<'getOptionsOrderById'>;
type Proven = NonNullable<Order['receipt']>['ticks'][number];

export type TickVerdict = 'proved' | 'pending' | 'wrong';
export interface OrderVerdict {
  /** By sequence of the tick. */
  readonly ticks: ReadonlyMap<number, TickVerdict>;
  /** Whether the result follows from the proved prices by the public rule; undefined for void orders. */
  readonly result: boolean | undefined;
}

/**
 * Checks the receipt with nothing but the published keys: each tick is under the signed root of its minute, is the tick
 * that the order names, and the outcome is what the rules make of the two prices.
 */
export function verifyOrder(order: Order, trustedKeys: readonly string[]): OrderVerdict {
  const ticks = new Map<number, TickVerdict>();
  for (const proven of order.receipt?.ticks ?? [])
    ticks.set(proven.tick.seq, verdictOf(proven, order.code, trustedKeys));
  return { ticks, result: resultHolds(order) };
}

function verdictOf({ tick, receipt }: Proven, code: string, trustedKeys: readonly string[]): TickVerdict {
  if (receipt === null) return 'pending';
  const same =
    tick.code === code &&
    receipt.tick.code === code &&
    receipt.tick.seq === tick.seq &&
    receipt.tick.at === Date.parse(tick.at) &&
    priceOfPoints(receipt.tick.mid, receipt.tick.precision) === parsePrice(tick.mid);
  return same && verifyReceipt(receipt, trustedKeys).ok ? 'proved' : 'wrong';
}

/** The receipt's own integers decide, not the prices that the order repeats. */
function resultHolds(order: Order): boolean | undefined {
  const { entry, exit, outcome, receipt } = order;
  if (order.state !== 'settled' || entry === null || exit === null || outcome === null) return undefined;
  const first = receipt?.ticks.find(({ tick }) => tick.seq === entry.seq)?.receipt?.tick;
  const last = receipt?.ticks.find(({ tick }) => tick.seq === exit.seq)?.receipt?.tick;
  if (first === undefined || last === undefined) return undefined;
  return settleOption({ direction: order.direction, entry: first.mid, exit: last.mid }) === outcome;
}
