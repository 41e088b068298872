import type { ResultOf } from '@glasshouse/api';
import { amountOf } from '@glasshouse/rules/money';
import { type OrderVerdict, verifyTicks } from './verify-ticks.ts';

export type SpotEvidence = ResultOf<'getSpotOrder'>;

/**
 * Verifies that the ticks of the house's quotes are on the signed tape, and that the fills add up
 * to the order.
 */
export const verifySpot = (evidence: SpotEvidence, trustedKeys: readonly string[]): OrderVerdict => ({
  ticks: verifyTicks(evidence.ticks, evidence.order.code, trustedKeys),
  result: evidence.order.fills.length === 0 ? undefined : addsUp(evidence.order),
});

function addsUp({ fills, filledQuantity, fee }: SpotEvidence['order']): boolean {
  const sum = (part: (fill: SpotEvidence['order']['fills'][number]) => string): bigint =>
    fills.reduce((total, fill) => total + amountOf(part(fill)), 0n);
  return sum((fill) => fill.quantity) === amountOf(filledQuantity) && sum((fill) => fill.fee) === amountOf(fee);
}
