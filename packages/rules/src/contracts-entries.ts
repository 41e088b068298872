import { RATE_ONE, type Side } from './contracts.ts';
import { type Amount, add, divCeil, divFloor, lesser, type Rate, ZERO } from './money.ts';

/**
 * Order types beside market and limit orders: what a stop price means, how far beyond it an order
 * fills, and what a ladder of targets closes. Prices in points of the instrument.
 */

const signOf = (side: Side): 1 | -1 => (side === 'buy' ? 1 : -1);

/** Whether the price has yet to move to reach the stop of an entry: up for a buyer. */
export const isStopAhead = ({ side, stop, price }: { side: Side; stop: number; price: number }): boolean =>
  0 < signOf(side) * (stop - price);

/**
 * The furthest price at which a stop order fills: beyond its stop by at most this share of it,
 * rounded up. After a wider gap it is cancelled.
 */
export function furthestFill({ side, stop, slippage }: { side: Side; stop: number; slippage: Rate }): number {
  const width = Number(divCeil(BigInt(stop) * slippage, RATE_ONE));
  return side === 'buy' ? Math.min(Number.MAX_SAFE_INTEGER, stop + width) : Math.max(1, stop - width);
}

/** A step of a take-profit ladder. */
export interface LadderStep {
  readonly points: number;
  readonly lots: Amount;
}

/** Most steps of a ladder. */
export const LADDER_MAX = 5;

/**
 * Whether the steps make a ladder: one at least, each beyond the one before, the first at least
 * `distance` beyond the reference; lots in whole steps, together at most what is open.
 */
export function isLadder(
  steps: readonly LadderStep[],
  position: {
    readonly side: Side;
    readonly reference: number;
    readonly distance: number;
    readonly lots: Amount;
    readonly step: Amount;
  },
): boolean {
  const { side, reference, distance, lots, step } = position;
  if (steps.length === 0 || LADDER_MAX < steps.length) return false;
  let [before, apart, sum] = [reference, distance, ZERO];
  for (const { points, lots: part } of steps) {
    if (signOf(side) * (points - before) < apart || part <= 0n || part % step !== 0n) return false;
    [before, apart, sum] = [points, 1, add(sum, part)];
  }
  return sum <= lots;
}

/**
 * The lots that a price closes: those of every step that it reaches, at most what is open; and the
 * steps that are left.
 */
export function ladderPart(
  steps: readonly LadderStep[],
  { side, open, price }: { readonly side: Side; readonly open: Amount; readonly price: number },
): { readonly lots: Amount; readonly left: readonly LadderStep[] } {
  const isReached = ({ points }: LadderStep): boolean => 0 <= signOf(side) * (price - points);
  const lots = steps.filter(isReached).reduce((sum, step) => add(sum, step.lots), ZERO);
  return { lots: lesser(lots, open), left: steps.filter((step) => !isReached(step)) };
}

/** A share of open lots in whole steps, rounded down; all of it for the whole. */
export function lotsOfShare(open: Amount, { share, step }: { share: Rate; step: Amount }): Amount {
  if (RATE_ONE <= share) return open;
  const part = divFloor(open * share, RATE_ONE);
  return (part - (part % step)) as Amount;
}
