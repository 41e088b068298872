import { code } from '@glasshouse/api/codes';
import { closingPrice, openingPrice, RATE_ONE, type Side, stopsProblem } from '@glasshouse/rules/contracts';
import { furthestFill } from '@glasshouse/rules/contracts-entries';
import { divCeil, type Price, parsePrice, type Rate } from '@glasshouse/rules/money';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Refusal, Tick } from '../../kernel/core/types.ts';
import { pointSize } from './position.ts';
import { type ContractOrder, priceAt } from './rows.ts';

/** Decimal text to points; undefined off the instrument's grid, or beyond what a tick can hold. */
export function parsePoints(text: string, precision: number): number | undefined {
  const price = parsePrice(text);
  const size = pointSize(precision);
  if (price === undefined || price % size !== 0n) return undefined;
  const points = price / size;
  return points <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(points) : undefined;
}

const REFUSALS = {
  stopLoss: refuse(code.stopLossUnreasonable, 'stopLoss'),
  takeProfit: refuse(code.takeProfitUnreasonable, 'takeProfit'),
};

/** Undefined keeps what the order has; null clears it. */
type StopText = string | null | undefined;

/** Stop and target from text. */
export function parseStops(
  order: Pick<ContractOrder, 'precision' | 'stop_points' | 'target_points'>,
  texts: { readonly stopLoss?: StopText; readonly takeProfit?: StopText },
): { stop_points: number | null; target_points: number | null } | Refusal {
  const read = (text: StopText, current: number | null): number | null | undefined => {
    if (text === undefined) return current;
    return text === null ? null : parsePoints(text, order.precision);
  };
  const stop = read(texts.stopLoss, order.stop_points);
  if (stop === undefined) return REFUSALS.stopLoss;
  const target = read(texts.takeProfit, order.target_points);
  if (target === undefined) return REFUSALS.takeProfit;
  return { stop_points: stop, target_points: target };
}

export type Stops = Pick<ContractOrder, 'stop_points' | 'target_points' | 'targets' | 'trail'>;

/**
 * Whether the order ends at every price at which it would have ended: nothing is taken back. A
 * ladder and a trailing stop stay as they are.
 */
export function endsNoLater(order: Stops & Pick<ContractOrder, 'side'>, to: Stops): boolean {
  const sign = order.side === 'buy' ? 1 : -1;
  const isKept = (before: number | null, after: number | null, towards: 1 | -1): boolean =>
    before === null || (after !== null && 0 <= towards * sign * (after - before));
  const isLadderKept = order.targets === null || order.targets === to.targets;
  const isTrailKept = order.trail === null || order.trail === to.trail;
  const isTargetKept = isKept(order.target_points, to.target_points, -1);
  return isLadderKept && isTrailKept && isTargetKept && isKept(order.stop_points, to.stop_points, 1);
}

/**
 * Checks stop and target of the order against `reference`, the price they must not have reached
 * already.
 */
export function refuseStops(
  order: ContractOrder,
  limits: {
    readonly reference: number;
    readonly distance: number;
    readonly check: { stopLoss: boolean; takeProfit: boolean };
  },
): Refusal | undefined {
  const price = (points: number | null): Price | undefined => (points === null ? undefined : priceAt(order, points));
  const problem = stopsProblem({
    side: order.side,
    reference: priceAt(order, limits.reference),
    // One already reached would close the position at the next tick.
    distance: priceAt(order, Math.max(1, limits.distance)),
    stopLoss: limits.check.stopLoss ? price(order.stop_points) : undefined,
    takeProfit: limits.check.takeProfit ? price(order.target_points) : undefined,
    liquidation: price(order.liquidation_points),
  });
  return problem === undefined ? undefined : REFUSALS[problem];
}

export interface Entry {
  /** A marketable limit opens at once, at the better price. */
  readonly opensNow: boolean;
  readonly points: number;
  /**
   * What stop and target are checked against: the closing price, or the limit of a waiting order.
   */
  readonly reference: number;
  /** The price at which margin and fee are held until it opens: the worst that it may open at. */
  readonly hold: number;
  /** The limit of the order; of a market order, the furthest price that it fills at. */
  readonly limit: number | null;
  /** Whether the next tick may fill it, as far as the last one tells. */
  readonly isNext: boolean;
}

/** The entry of an order that fills at the first tick after its acceptance, or waits. */
export function nextEntryOf(
  { side, limit }: { readonly side: Side; readonly limit: number | null },
  tick: Tick,
  slippage: Rate,
): Entry {
  const price = openingPrice(side, tick);
  const width = Number(divCeil(BigInt(tick.mid) * slippage, RATE_ONE));
  const isNext = limit === null || (side === 'buy' ? price <= limit : limit <= price);
  if (!isNext) return { opensNow: false, points: limit, reference: limit, hold: limit, limit, isNext };
  const bound = limit ?? (side === 'buy' ? price + width : Math.max(1, price - width));
  // A seller's margin grows with the price.
  const hold = side === 'buy' ? bound : price + width;
  return { opensNow: false, points: price, reference: closingPrice(side, tick), hold, limit: bound, isNext };
}

/**
 * The entry of an order that waits for a stop price. Without a limit it fills no further beyond the
 * stop than the slippage.
 */
export function stopEntryOf(
  { side, stop, limit }: { readonly side: Side; readonly stop: number; readonly limit: number | null },
  slippage: Rate,
): Entry {
  const furthest = limit ?? furthestFill({ side, stop, slippage });
  const points = limit ?? stop;
  // A seller's margin grows with the price.
  const hold = side === 'buy' ? furthest : Math.max(stop, furthest);
  return { opensNow: false, points, reference: points, hold, limit: furthest, isNext: false };
}

export function entryOf({ side, limit }: { readonly side: Side; readonly limit: number | null }, tick: Tick): Entry {
  const price = openingPrice(side, tick);
  const waits = limit !== null && (side === 'buy' ? limit < price : price < limit);
  return waits
    ? { opensNow: false, points: limit, reference: limit, hold: limit, limit, isNext: false }
    : { opensNow: true, points: price, reference: closingPrice(side, tick), hold: price, limit, isNext: false };
}
