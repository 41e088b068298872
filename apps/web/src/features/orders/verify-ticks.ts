import type { ResultOf } from '@glasshouse/api';
import { parsePrice, priceOfPoints } from '@glasshouse/rules/money';
import { verifyReceipt } from '@glasshouse/rules/receipt';

/** A price used by an order, with the proof that it is on the signed tape. */
export type Proven = NonNullable<ResultOf<'getOptionOrder'>['receipt']>['ticks'][number];

export type TickVerdict = 'proved' | 'pending' | 'wrong';
export interface OrderVerdict {
  /** By the tick's sequence number. */
  readonly ticks: ReadonlyMap<number, TickVerdict>;
  /**
   * Whether the order's result follows from the proved prices by the public rules; undefined while
   * there is nothing to check.
   */
  readonly result: boolean | undefined;
}

/**
 * Verifies with only the published keys that each tick is under the signed root of its minute and
 * is the tick that the order names.
 */
export const verifyTicks = (
  ticks: readonly Proven[],
  code: string,
  trustedKeys: readonly string[],
): ReadonlyMap<number, TickVerdict> =>
  new Map(ticks.map((proven) => [proven.tick.seq, verdictOf(proven, code, trustedKeys)]));

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
