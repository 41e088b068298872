import { type LadderStep, ladderPart } from '../contracts-entries.ts';
import type { Amount, Rate } from '../money.ts';
import type { KeptStops } from './contract-levels.ts';
import type { ContractSums, Replayed } from './contract-position.ts';

/** A price at which a position would close, and what may be closed by it. */
interface Gaining {
  readonly sums: ContractSums;
  readonly now: Replayed;
  readonly points: number;
  readonly rate: Rate;
  /** What the tick may fire; besides it, the most that it may gain closes the position. */
  readonly firing: Pick<KeptStops, 'target' | 'ladder'>;
}

const isGained = ({ sums, points }: Gaining, level: number | null): boolean =>
  level !== null && sums.isReached(points, { level, as: 'target' });

export const isTargetMet = (gain: Gaining): boolean => isGained(gain, gain.firing.target);

const isLimitMet = (gain: Gaining): boolean => isGained(gain, gain.sums.profitLimitAt(gain.now, gain.rate));

/** Whether the price reaches the target, a step of the ladder, or the most that it may gain. */
export const isAnyGain = (gain: Gaining): boolean =>
  isTargetMet(gain) || isGained(gain, gain.firing.ladder[0]?.points ?? null) || isLimitMet(gain);

/** What is closed of a position whose target was not met, and the ladder that is left. */
export function gainedPart(gain: Gaining): {
  readonly lots: Amount | undefined;
  readonly by: 'profitLimit' | 'takeProfit';
  readonly ladder: readonly LadderStep[];
} {
  const { sums, now, points, firing } = gain;
  const { lots, left } = ladderPart(firing.ladder, { side: sums.side, open: now.openLots, price: points });
  if (lots === 0n) return { lots: undefined, by: 'profitLimit', ladder: firing.ladder };
  return { lots: isLimitMet(gain) ? undefined : lots, by: 'takeProfit', ladder: left };
}
