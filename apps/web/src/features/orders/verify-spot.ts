import type { ResultOf } from '@glasshouse/api';
import { amountOf } from '@glasshouse/rules/money';
import { type OrderVerdict, verifyTicks } from './verify-ticks.ts';

export type SpotStory = ResultOf<'getSpotOrder'>;

/** Checks that the ticks of the house's quotes are on the signed tape, and that the fills add up to what the order says. */
export const verifySpot = (story: SpotStory, trustedKeys: readonly string[]): OrderVerdict => ({
  ticks: verifyTicks(story.ticks, story.order.code, trustedKeys),
  result: story.order.fills.length === 0 ? undefined : addsUp(story.order),
});

function addsUp({ fills, filledQuantity, fee }: SpotStory['order']): boolean {
  const sum = (part: (fill: SpotStory['order']['fills'][number]) => string): bigint =>
    fills.reduce((total, fill) => total + amountOf(part(fill)), 0n);
  return sum((fill) => fill.quantity) === amountOf(filledQuantity) && sum((fill) => fill.fee) === amountOf(fee);
}
