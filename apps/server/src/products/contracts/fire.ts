import { closingPrice } from '@glasshouse/rules/contracts';
import { amountOf } from '@glasshouse/rules/money';
import { closingSide, isActive, isFurther, isStopReached, trailingStop } from '@glasshouse/rules/trailing';
import type { Command, CoreState, Effects, Outcome, Tick } from '../../kernel/core/types.ts';
import { liveOrdersOf } from '../../trading/live-orders.ts';
import { closeLots, ended } from './close.ts';
import { accountsOf, ContractEffects, type Rates } from './contract-effects.ts';
import { profitPointsAt } from './position.ts';
import { release } from './release.ts';
import { type ContractOrder, isGained, isTrailHeld, needRate, orderChange, stopsAt } from './rows.ts';
import { contractsOf } from './slice.ts';
import { reachedTargets } from './targets.ts';
import { distanceOf, followedTo } from './trail.ts';
import type { Progress } from './trails.ts';

export type FireBody = {
  readonly tick: Tick;
  readonly by: 'liquidation' | 'stopLoss' | 'trailingStop' | 'takeProfit' | 'user';
  /** Of trailing stops, the best tick that they fell back from. */
  readonly peak?: Tick;
  /** Prices that convert those that are converted at their close, by instrument. */
  readonly rates?: Rates;
  /** Of liquidations by the requirement before a close: when the session ends. */
  readonly closesAt?: number;
  readonly orders: readonly number[];
};

/**
 * Closes positions in full by a tick that reached their liquidation price, stop, trailing stop or
 * target, the lots of a ladder that it reached, and those that their owners asked to close before
 * it.
 */
export function fire(state: CoreState, command: Command<FireBody>): Outcome {
  const { tick, by, orders, peak } = command.body;
  const slice = contractsOf(state);
  const effects = new ContractEffects(state, command);
  for (const id of orders) {
    const order = effects.current(slice.orders.get(id));
    // Closed at this very tick already, to cover another position of its owner, or reset since.
    if (order === undefined) continue;
    if (order.state !== 'open' || order.code !== tick.code) throw new Error(`order ${id} is not open on ${tick.code}`);
    const { closing_lots: closingLots } = order;
    if (by === 'user' && closingLots === null) throw new Error(`nobody asked to close ${id}`);
    const isHeld = by === 'trailingStop' ? isTrailHeld(order, tick.at) : by === 'stopLoss' && isStopHeld(order, tick);
    if (isHeld) throw new Error(`tick ${tick.seq} may have been known when the stops of ${id} were changed`);
    if (by === 'takeProfit') closeGain(state, effects, { order, tick });
    else if (by === 'trailingStop') closeLots(state, effects, { order: trailed(order, { tick, peak }), tick, by });
    else
      closeLots(state, effects, { order, tick, by, ...(by === 'user' ? { lots: amountOf(closingLots ?? '0') } : {}) });
  }
  return { ok: true, result: { orders: orders.length }, ...effects.toEffects() };
}

/** Whether the tick is from before a change of its stops counts, and misses the stop of before. */
function isStopHeld(order: ContractOrder, tick: Tick): boolean {
  const firing = stopsAt(order, tick.at);
  const { stop_points: stop, side } = firing;
  return firing !== order && (stop === null || !isStopReached(closingSide(side), stop, closingPrice(side, tick)));
}

/**
 * The order with the tick that its stop trailed. The core fires nothing that its own arithmetic
 * does not.
 */
function trailed(order: ContractOrder, { tick, peak }: { tick: Tick; peak: Tick | undefined }): ContractOrder {
  const { id, side, trail, trail_from: from } = order;
  if (trail === null || from === null || peak === undefined) throw new Error(`order ${id} trails nothing`);
  const own = closingSide(side);
  const best = closingPrice(side, peak);
  const stop = trailingStop(own, best, distanceOf(trail));
  const isLater = from.seq <= peak.seq && peak.seq < tick.seq;
  const isBetter = order.peak !== null && isFurther(own, closingPrice(side, order.peak), best);
  const fires = isActive(own, best, trail.activation) && isStopReached(own, stop, closingPrice(side, tick));
  if (!isLater || isBetter || !fires) throw new Error(`tick ${tick.seq} does not reach the trailing stop of ${id}`);
  return { ...order, ...followedTo(peak, tick.seq) };
}

/**
 * Closes an order that gained: all of it at its target, or once it has gained all that it may;
 * otherwise what a ladder says.
 */
function closeGain(
  state: CoreState,
  effects: ContractEffects,
  { order, tick }: { readonly order: ContractOrder; readonly tick: Tick },
): void {
  // Within the lead of a change, what was before it, and what it may gain at most, closes it.
  const firing = stopsAt(order, tick.at);
  const target = firing.target_points;
  const most =
    order.converts_by === null ? order.profit_points : profitPointsAt(order, needRate(order, effects.rateFor(order)));
  const isAt = (level: number | null): boolean => level !== null && isGained(order, level, tick);
  const part = isAt(target) ? undefined : reachedTargets(order, tick);
  if (firing !== order && part === undefined && !isAt(target) && !isAt(most)) {
    throw new Error(`tick ${tick.seq} may have been known when the target of ${order.id} was changed`);
  }
  if (part === undefined) closeLots(state, effects, { order, tick, by: isAt(target) ? 'takeProfit' : 'profitLimit' });
  else if (isAt(most)) closeLots(state, effects, { order: part.order, tick, by: 'takeProfit' });
  else closeLots(state, effects, { ...part, tick, by: 'takeProfit' });
}

/** The best ticks of trailing stops, so that a start need not read older ones. */
export type TrailBody = {
  readonly orders: readonly number[];
  readonly progress: { readonly [id: string]: Progress };
};

/** Records how far trailing stops have followed. */
export function trail(state: CoreState, command: Command<TrailBody>): Outcome {
  const { orders, progress } = command.body;
  const rows = orders.flatMap((id) => {
    const order = contractsOf(state).orders.get(id);
    const orderProgress = progress[String(id)];
    if (order === undefined || order.trail_from === null || orderProgress === undefined) return [];
    return [orderChange({ ...order, ...followedTo(orderProgress.peak, orderProgress.seen) })];
  });
  return { ok: true, result: null, postings: [], rows, events: [] };
}

/**
 * Reset of the demo book: waiting orders are cancelled, open ones end without a price and get their
 * margin back. The balance is reset to the opening grant right after, so a price would change
 * nothing.
 */
export function closeAll(state: CoreState, command: Command): Effects {
  const effects = new ContractEffects(state, command);
  for (const order of liveOrdersOf(contractsOf(state), command.userId, command.book)) reset(effects, order);
  return effects.toEffects();
}

function reset(effects: ContractEffects, order: ContractOrder): void {
  if (order.state === 'waiting') {
    release(effects, order);
    effects.step(order, 'cancelled', null, { lots: order.open_lots });
    effects.save(ended(order, { state: 'cancelled', by: 'reset', effects }), null);
    return;
  }
  const { available, margin } = accountsOf(order);
  const amount = amountOf(order.margin);
  effects.post({ from: margin, to: available, amount, reason: 'contracts.marginBack', order });
  effects.step(order, 'closed', null, { lots: order.open_lots, margin: order.margin });
  effects.save(ended(order, { state: 'closed', by: 'reset', effects }), null);
}
