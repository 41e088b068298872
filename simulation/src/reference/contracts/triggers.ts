import { isWithinLead, leadOf } from '../leads.ts';
import type { StoredTick } from '../stored.ts';
import { isLiquidated } from './arithmetic.ts';
import { type Contract, convertsBy, gainPoint, positionOf, raisedOf, rateOf } from './position.ts';
import { isTrailMet } from './trail.ts';

/** What there is besides the price of an instrument when something may fire. */
export interface TriggerContext {
  /** The tick that came: of the instrument, or of what converts it. */
  readonly came: StoredTick;
  /** The last price of another instrument. */
  readonly rate: (code: string) => StoredTick | null;
  /** When the session ends; null where it never does. */
  readonly endsAt: number | null;
  /** A live position, by its number. */
  readonly position: (id: number) => Contract | undefined;
}

export type Trigger = 'liquidation' | 'stopLoss' | 'trailingStop' | 'takeProfit' | 'user' | 'market' | 'stop' | 'limit';
export type Opening = 'market' | 'stop' | 'limit';
export const OPENINGS: readonly Trigger[] = ['market', 'stop', 'limit'];

/** What a tick may fire: until a change counts, what was there before it. */
export function firingAt(order: Contract, tick: StoredTick): Pick<Contract, 'stop' | 'target' | 'ladder'> {
  const { before, stopsFrom } = order;
  if (!isWithinLead(stopsFrom, tick)) return order;
  const isNothing = before === null || isWithinLead(before.from, tick);
  return isNothing ? { stop: null, target: null, ladder: null } : before;
}

/** Whether its owner may have known a tick when they set the trailing stop. */
const isTrailSoon = ({ before, stopsFrom }: Contract, tick: StoredTick): boolean =>
  isWithinLead(before?.trails === true ? before.from : stopsFrom, tick);

/** Whether the price at which the position would close is at a level or beyond it. */
export const isPast = ({ side }: Contract, level: number, { bid, ask }: Pick<StoredTick, 'bid' | 'ask'>): boolean =>
  side === 'buy' ? level <= bid : ask <= level;

export const isLimitMet = ({ side, limit }: Contract, { bid, ask }: Pick<StoredTick, 'bid' | 'ask'>): boolean =>
  limit !== null && (side === 'buy' ? ask <= limit : limit <= bid);

/** When an order that the next tick fills or closes is given up; never for others. */
export function lapsesAt({ state, type, placedAt, closing, terms }: Contract): number {
  const patience = leadOf(terms) + terms.stalenessMs;
  if (closing !== null) return closing.at + patience;
  return state === 'waiting' && type === 'market' ? placedAt + patience : Number.MAX_SAFE_INTEGER;
}

/**
 * The first trigger a tick meets, in the order limit, liquidation, stop-loss, trailing stop, take-
 * profit.
 */
export function meets(order: Contract, tick: StoredTick, around: TriggerContext): Trigger | undefined {
  const { bid, ask, mid } = tick;
  const buys = order.side === 'buy';
  const isOwn = around.came.code === tick.code;
  if (order.state === 'waiting') {
    if (order.type === 'market') return isNext(order, tick, around) ? 'market' : undefined;
    if (!isOwn || isTooSoon(order, tick)) return undefined;
    if (order.entry !== null && order.triggeredBy === null) {
      return (buys ? order.entry <= ask : bid <= order.entry) ? 'stop' : undefined;
    }
    return isLimitMet(order, { bid, ask }) ? 'limit' : undefined;
  }
  const by = convertsBy(order);
  const rate = rateOf(order, by === null ? null : around.rate(by.code));
  const isJudged = isOwn || by?.code === around.came.code;
  if (rate === undefined || !isJudged) return undefined;
  if (isLiquidated(positionOf(order, rate), mid) || isShortBeforeClose(order, { rate, mid, around }))
    return 'liquidation';
  const { stop, target, ladder } = firingAt(order, tick);
  if (isOwn && stop !== null && (buys ? bid <= stop : stop <= ask)) return 'stopLoss';
  if (isOwn && !isTrailSoon(order, tick) && isTrailMet(order, tick)) return 'trailingStop';
  if (isOwn && target !== null && isPast(order, target, { bid, ask })) return 'takeProfit';
  // What the next tick closes whole has no steps left.
  const rung = order.closing?.lots === order.left ? undefined : ladder?.[0];
  if (isOwn && rung !== undefined && isPast(order, rung.points, { bid, ask })) return 'takeProfit';
  const most = by === null ? order.gainPoints : gainPoint(order, rate);
  if (most !== null && (buys ? most <= bid : ask <= most)) return 'takeProfit';
  return order.closing !== null && isNext(order, tick, around) ? 'user' : undefined;
}

/** Whether it is left to the next price: that has not come since it was placed. */
export function isNextFilled({ type, seen, placedAt, terms }: Contract, last: StoredTick | undefined): boolean {
  if (type === 'market') return true;
  return seen !== null && (last?.at ?? 0) <= placedAt + leadOf(terms);
}

/** Whether whoever placed it may have known a tick that came later. */
const isTooSoon = ({ terms, placedAt }: Contract, { at }: StoredTick): boolean =>
  0 < leadOf(terms) && at < placedAt + leadOf(terms);

/** Whether this is the first market, of price and rate, after a wish to open or close. */
function isNext(order: Contract, tick: StoredTick, { came, rate, position }: TriggerContext): boolean {
  const since = (order.closing?.at ?? order.placedAt) + leadOf(order.terms);
  if (tick.at < since || lapsesAt(order) < came.at) return false;
  const closes = order.state === 'open' ? order : order.reverses === null ? undefined : position(order.reverses);
  const code = closes === undefined ? undefined : convertsBy(closes)?.code;
  if (code === undefined) return came.code === tick.code;
  if (came.code !== tick.code && came.code !== code) return false;
  if (code === tick.code) return since <= tick.at;
  const by = rate(code);
  if (by === null) return false;
  const [now, known] = came.code === code ? [by, tick] : [tick, by];
  return since <= now.at && since < known.at;
}

/** Whether it lacks what it needs shortly before its market closes. */
function isShortBeforeClose(
  order: Contract,
  { rate, mid, around }: { rate: bigint; mid: number; around: TriggerContext },
): boolean {
  const more = order.terms.closeRequirement;
  const { endsAt, came } = around;
  if (more === undefined || endsAt === null || endsAt === Number.MAX_SAFE_INTEGER) return false;
  if (more.minutes * 60_000 < endsAt - came.at) return false;
  const raised = raisedOf(order, rate);
  return raised !== undefined && isLiquidated(raised, mid);
}
