import type { ResultOf } from '@glasshouse/api';
import { parsePrice, priceOfPoints } from '@glasshouse/rules/money';
import type { Verdict } from '@glasshouse/rules/proofs/findings';
import { verifyReceipt } from '@glasshouse/rules/receipt';

/** A price used by an order, with the proof that it is on the signed tape. */
export type Proven = NonNullable<ResultOf<'getOptionOrder'>['receipt']>['ticks'][number];

export type TickVerdict = 'proved' | 'pending' | 'wrong';
export interface OrderVerdict {
  /** By `tickKey`, for the table of prices. */
  readonly ticks: ReadonlyMap<string, TickVerdict>;
  /** Of the whole receipt. */
  readonly whole: Verdict;
}

/** Whether each tick is under the signed root of its minute and is the one that is shown. */
export const verifyTicks = (
  ticks: readonly Proven[],
  trustedKeys: readonly string[] | undefined,
): ReadonlyMap<string, TickVerdict> =>
  new Map(ticks.map((proven) => [tickKey(proven), verdictOf(proven, trustedKeys)]));

/** Each instrument counts its own ticks. */
export const tickKey = ({ tick }: Proven): string => `${tick.code}/${tick.seq}`;

function verdictOf({ tick, receipt }: Proven, trustedKeys: readonly string[] | undefined): TickVerdict {
  if (receipt === null) return 'pending';
  const same =
    receipt.tick.code === tick.code &&
    receipt.tick.seq === tick.seq &&
    receipt.tick.at === Date.parse(tick.at) &&
    priceOfPoints(receipt.tick.mid, receipt.tick.precision) === parsePrice(tick.mid);
  return same && verifyReceipt(receipt, trustedKeys).ok ? 'proved' : 'wrong';
}
