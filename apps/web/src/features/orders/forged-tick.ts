import { formatPoints } from '@glasshouse/rules/money';
import type { Proven } from '../../parts/proofs/verify-ticks.ts';

/** The price with its last digit changed, and its receipt, as if somebody had edited a tape. */
export function forgedTick({ tick, receipt, ...rest }: Proven): Proven {
  if (receipt === null) return { tick, receipt, ...rest };
  const { bid, mid, ask, precision } = receipt.tick;
  // Within the spread where it can be: no check of plausibility would notice.
  const wrongMid = mid < ask || bid === mid ? mid + 1 : mid - 1;
  return {
    ...rest,
    tick: { ...tick, mid: formatPoints(wrongMid, precision) },
    receipt: { ...receipt, tick: { ...receipt.tick, mid: wrongMid } },
  };
}
