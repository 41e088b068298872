import type { StoredTick } from '../stored.ts';
import { isLiquidated } from './arithmetic.ts';
import { type Contract, positionOf } from './position.ts';
import { isTrailMet } from './trail.ts';

export type Trigger = 'liquidation' | 'stopLoss' | 'trailingStop' | 'takeProfit' | 'user' | 'market' | 'stop' | 'limit';
export type Opening = 'market' | 'stop' | 'limit';
export const OPENINGS: readonly Trigger[] = ['market', 'stop', 'limit'];

export const isTargetMet = ({ side, target }: Contract, { bid, ask }: Pick<StoredTick, 'bid' | 'ask'>): boolean =>
  target !== null && (side === 'buy' ? target <= bid : ask <= target);

/** Whether the price at which the position would close is at a level or beyond it. */
export const isPast = ({ side }: Contract, level: number, { bid, ask }: Pick<StoredTick, 'bid' | 'ask'>): boolean =>
  side === 'buy' ? level <= bid : ask <= level;

export const isLimitMet = ({ side, limit }: Contract, { bid, ask }: Pick<StoredTick, 'bid' | 'ask'>): boolean =>
  limit !== null && (side === 'buy' ? ask <= limit : limit <= bid);

/** When an order that the next tick fills or closes is given up; never for others. */
export function lapsesAt({ state, type, placedAt, closing, terms }: Contract): number {
  if (closing !== null) return closing.at + terms.stalenessMs;
  return state === 'waiting' && type === 'market' ? placedAt + terms.stalenessMs : Number.MAX_SAFE_INTEGER;
}

/**
 * The first trigger a tick meets, in the order limit, liquidation, stop-loss, trailing stop, take-
 * profit.
 */
export function meets(order: Contract, tick: StoredTick): Trigger | undefined {
  const { bid, ask, mid, at } = tick;
  const buys = order.side === 'buy';
  if (order.state === 'waiting') {
    if (order.type === 'market') return order.placedAt <= at && at <= lapsesAt(order) ? 'market' : undefined;
    if (order.entry !== null && order.triggeredBy === null) {
      return (buys ? order.entry <= ask : bid <= order.entry) ? 'stop' : undefined;
    }
    return isLimitMet(order, { bid, ask }) ? 'limit' : undefined;
  }
  if (isLiquidated(positionOf(order), mid)) return 'liquidation';
  const { stop } = order;
  if (stop !== null && (buys ? bid <= stop : stop <= ask)) return 'stopLoss';
  if (isTrailMet(order, tick)) return 'trailingStop';
  if (isTargetMet(order, { bid, ask })) return 'takeProfit';
  // What the next tick closes whole has no steps left.
  const rung = order.closing?.lots === order.left ? undefined : order.ladder?.[0];
  if (rung !== undefined && isPast(order, rung.points, { bid, ask })) return 'takeProfit';
  const most = order.gainPoints;
  if (most !== null && (buys ? most <= bid : ask <= most)) return 'takeProfit';
  if (order.closing !== null && order.closing.at <= at && at <= lapsesAt(order)) return 'user';
  return undefined;
}
