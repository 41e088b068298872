import { formatPoints } from '@glasshouse/rules/money';
import { forgedMid } from '../../parts/proofs/forged-mid.ts';
import type { Proven } from '../../parts/proofs/verify-ticks.ts';

/** The price with its last digit changed, and its receipt. */
export function forgedTick({ tick, receipt, ...rest }: Proven): Proven {
  if (receipt === null) return { tick, receipt, ...rest };
  const wrongMid = forgedMid(receipt.tick);
  return {
    ...rest,
    tick: { ...tick, mid: formatPoints(wrongMid, receipt.tick.precision) },
    receipt: { ...receipt, tick: { ...receipt.tick, mid: wrongMid } },
  };
}
