import type { ResultOf } from '@glasshouse/api';
import { parsePrice, priceOfPoints } from '@glasshouse/rules/money';
import { verifyReceipt } from '@glasshouse/rules/receipt';

/** A price that an order used, with the proof that it is on the signed tape. */
export type Proven = NonNullable<ResultOf<'getOptionOrder'>['receipt']>['ticks'][number];

export type TickVerdict = 'proved' | 'pending' | 'wrong';
export interface OrderVerdict {
  /** By sequence of the tick. */
  readonly ticks: ReadonlyMap<number, TickVerdict>;
  /** Whether what the order says follows from the proved prices by the public rules; undefined while there is nothing to follow. */
  readonly result: boolean | undefined;
}

/** Each tick is under the signed root of its minute and is the tick that the order names, with nothing but the published keys. */
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
