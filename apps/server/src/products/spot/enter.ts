import { code } from '@glasshouse/api/codes';
import { type Amount, amountOf, priceOfPoints, type Rate, rateOf, subtract } from '@glasshouse/rules/money';
import { oppositeOf, quantityOf, stepsWithin, takerCost, totalOf } from '@glasshouse/rules/spot';
import { TIME_IN_FORCE, type TimeInForce, timeInForceOf } from '@glasshouse/rules/time-in-force';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CoreState, Refusal, Tick } from '../../kernel/core/types.ts';
import { hasLive } from '../../trading/live-orders.ts';
import type { SpotEffects } from './fills.ts';
import { houseLevels } from './ladder.ts';
import { type Counterpart, type Matched, match } from './match.ts';
import { budgetOf, openQuantity, restingPoints, type SpotOrder } from './rows.ts';
import { bookOf, type SpotSlice, spotOf } from './slice.ts';
import type { SpotPair } from './terms.ts';

export interface Entering {
  /** Nothing of the house is met now: what would meet it waits for its next quotes. */
  readonly meetsHouseLater?: boolean;
  readonly command: Command;
  readonly order: SpotOrder;
  readonly pair: SpotPair;
  readonly effects: SpotEffects;
  /** The house quotes by it. */
  readonly tick: Tick;
  /** Worst price it may trade at, in points. */
  readonly limit: number;
  /** Most steps it wants. */
  readonly steps: number;
  /** How much must trade at once, as it was asked for. */
  readonly force: TimeInForce;
}

/**
 * Enters an order into the book: it trades what it can at once, then rests or is revoked as its
 * time in force says; or it is refused, and nothing of it is done.
 */
export function enter(state: CoreState, entry: Entering): Refusal | undefined {
  const { command, order, pair, effects, tick, limit, steps, force: request } = entry;
  const { id, user_id: userId, book, side } = order;
  const slice = spotOf(state);
  const isLater = entry.meetsHouseLater === true;
  const house = houseLevels(state, { pair, book, tick, side: oppositeOf(side), isWhole: isLater });
  const budget = budgetOf(order);
  const budgeted = budget === undefined ? {} : { affordable: affordableFrom(budget, pair, rateOf(order.taker_rate)) };
  const fillsMax = figureOf(state, 'spot.fillsAtOnceMax');
  const matched = match({ side, userId, limit, steps, fillsMax, ...budgeted }, bookOf(slice, book, order.code), house);

  if (TIME_IN_FORCE[request].atOnce === 'none' && 0 < matched.fills.length)
    return refuse(code.postOnlyWouldTrade, 'price');
  const force = forceOf(order);
  const isPart = matched.fills.length === 0 && 0 < order.fills;
  if (isUnfilled(force, matched) && !(isPart && force !== 'FOK')) return refuse(code.notFilledAtOnce);
  if (matched.meetsSelf) return refuse(code.selfTrade);
  const atOnce = isLater ? meetsNow(slice, order, { force, fills: matched.fills }) : matched.fills;
  const queues = atOnce.length < matched.fills.length;
  const rests = !queues && TIME_IN_FORCE[force].rests && 0 < matched.left && !matched.isCut;
  const isNew = id === command.seq;
  if ((rests || queues) && isNew && hasTooMany(state, order)) return refuse(code.tooManyOpenOrders);

  for (const { price, steps: filledSteps, maker } of atOnce) {
    if (maker === undefined) effects.tradeWithHouse({ order: id, role: 'taker', price, steps: filledSteps });
    else effects.trade({ taker: id, maker: maker.id, price, steps: filledSteps });
  }
  if (queues) effects.queue(id, order.price === null ? limit : null);
  else if (rests) effects.rest(id);
  else effects.keep(ended(effects.order(id), command));
  return undefined;
}

/**
 * What it meets of people's orders before the first of the house's quotes. Nothing of it while
 * others of its side wait, who were there first; nor of an order that must fill all at once, unless
 * people fill it.
 */
function meetsNow(
  slice: SpotSlice,
  order: SpotOrder,
  { force, fills }: { force: TimeInForce; fills: readonly Counterpart[] },
): readonly Counterpart[] {
  const house = fills.findIndex(({ maker }) => maker === undefined);
  if (slice.queue.hasSide(order) || (house !== -1 && TIME_IN_FORCE[force].atOnce === 'all')) return [];
  return house === -1 ? fills : fills.slice(0, house);
}

/** Without a price it cannot rest: the stop of a one-cancels-other may leave a market order. */
const forceOf = (order: SpotOrder): TimeInForce =>
  restingPoints(order) === null ? timeInForceOf('market', order.time_in_force) : order.time_in_force;

/** Whether its owner has as many resting and waiting orders as one may have. */
export const hasTooMany = (state: CoreState, { user_id: userId, book }: SpotOrder): boolean =>
  hasLive(spotOf(state), { userId, book, count: figureOf(state, 'spot.openOrdersMax') });

/** How many steps the rest of the budget buys at a price. */
function affordableFrom(budget: Amount, pair: SpotPair, takerRate: Rate) {
  const { step, terms } = pair;
  let left: Amount = budget;
  let counted = 0;
  return (points: number, fills: readonly Counterpart[]): number => {
    for (; counted < fills.length; counted += 1) {
      const fill = fills[counted] as Counterpart;
      const quantity = quantityOf(fill.steps, step);
      const price = priceOfPoints(fill.price, terms.precision);
      left = subtract(left, totalOf(takerCost({ side: 'buy', price, quantity, takerRate })));
    }
    return stepsWithin(left, { price: priceOfPoints(points, terms.precision), step, takerRate });
  };
}

/** Whether an order that must fill at once, wholly or in part, would not. */
function isUnfilled(force: TimeInForce, { fills, left, isCut }: Matched): boolean {
  const { atOnce } = TIME_IN_FORCE[force];
  if (atOnce === 'all') return 0 < left || isCut || fills.length === 0;
  return atOnce === 'some' && fills.length === 0;
}

/** An order that does not rest is final: filled, or revoked with the fills it got. */
function ended(order: SpotOrder, command: Command): SpotOrder {
  const isFilled =
    order.quantity === null ? 0 < order.fills : amountOf(order.filled_quantity) === amountOf(order.quantity);
  if (order.quantity !== null && isFilled !== (openQuantity(order) === 0n))
    throw new Error(`order ${order.id} does not add up`);
  return { ...order, state: isFilled ? 'filled' : 'revoked', done_at: command.at, settled_by: command.seq };
}
