import { contractFeeOf, marginOf, openingPrice } from '@glasshouse/rules/contracts';
import { isLiquidated } from '@glasshouse/rules/contracts-liquidation';
import { add, amountOf, formatAmount, lesser, rateOf, subtract, ZERO } from '@glasshouse/rules/money';
import { rulesOf } from '../../kernel/core/rules.ts';
import type { Command, CoreState, Outcome, Tick } from '../../kernel/core/types.ts';
import { openingOf } from './buy.ts';
import { fitsHouse } from './capacity.ts';
import { ended } from './close.ts';
import { accountsOf, ContractEffects, type Rates } from './contract-effects.ts';
import type { OpenFacts } from './facts.ts';
import { positionOf, withProfitLimit, withRequirement } from './position.ts';
import { cancelOthers, release } from './release.ts';
import { type ClosedBy, type ContractOrder, priceAt, sizeOf } from './rows.ts';
import { contractsOf, countedOf, promiseOf, termsOfOrder } from './slice.ts';
import { agreed } from './steps.ts';
import { leverageMaxAt } from './terms.ts';

export type OpenBody = {
  readonly tick: Tick;
  /** With the rate whose tick opens what reverses a position that is converted by it. */
  readonly rates?: Rates;
  readonly orders: readonly number[];
};

/**
 * Opens orders that waited for this tick, at its ask or bid: the limit or better. One that the
 * house has no room for, or that has more leverage than the session allows, is cancelled. A
 * stop-limit order whose limit the tick does not meet waits for it from now on.
 */
export function open(state: CoreState, command: Command<OpenBody, OpenFacts>): Outcome {
  const { tick, orders } = command.body;
  const slice = contractsOf(state);
  const effects = new ContractEffects(state, command);
  const { book, at } = command;
  // What orders of this command count beyond what they did while they waited.
  let more = ZERO;
  let promise = ZERO;
  for (const id of orders) {
    const order = effects.current(slice.orders.get(id));
    // A reset of the demo book, or another order of its group, has ended it since it was hit.
    if (order === undefined) continue;
    if (order.state !== 'waiting' || order.code !== tick.code) {
      throw new Error(`order ${id} does not wait for ${tick.code}`);
    }
    if (staysAway(order, tick)) {
      effects.step(order, 'triggered', tick, { lots: order.open_lots, points: openingPrice(order.side, tick) });
      effects.save({ ...order, triggered_by: command.seq }, tick);
      continue;
    }
    const terms = termsOfOrder(slice, order);
    const position = opening(order, tick);
    const next = position === undefined ? undefined : withProfitLimit(withRequirement(position, terms));
    const cap = leverageMaxAt(terms, { book, at, sessionEndsAt: command.facts?.sessionEndsAt });
    const grown = next === undefined ? more : add(more, subtract(amountOf(next.notional), countedOf(order)));
    const promised = add(promise, subtract(amountOf(order.profit_max ?? '0'), promiseOf(order)));
    const fits = order.counted === null || fitsHouse(slice, effects, { order, terms, more: grown, promise: promised });
    const isSound = next !== undefined && !isLiquidated(positionOf(next), priceAt(next, tick.mid));
    if (next === undefined || !isSound || !fits || cap < order.leverage) {
      const isGap = isBeyond(order, openingPrice(order.side, tick));
      giveBack(effects, order, tick, reasonOf(rulesOf(state), { isBeyond: isGap, isSound, fits }));
      // What it occupied is free for those behind it.
      more = subtract(more, countedOf(order));
      promise = subtract(promise, promiseOf(order));
      continue;
    }
    more = grown;
    promise = promised;
    begin(effects, { ...next, ...openingOf(order, tick, command), state: 'open', held: '0' }, { order, tick });
    for (const cancelledOrder of cancelOthers(state, effects, { order, tick })) {
      more = subtract(more, countedOf(cancelledOrder));
      promise = subtract(promise, promiseOf(cancelledOrder));
    }
  }
  return { ok: true, result: { orders: orders.length }, ...effects.toEffects() };
}

/** Why an order did not open. Before rules 14 `operator` stood for all but the first reason. */
function reasonOf(
  rules: number,
  checks: { readonly isBeyond: boolean; readonly isSound: boolean; readonly fits: boolean },
): ClosedBy {
  if (checks.isBeyond) return 'moved';
  if (rules < 14) return 'operator';
  if (!checks.isSound) return 'moved';
  return checks.fits ? 'leverage' : 'noRoom';
}

/**
 * The order at the tick's price, with what it costs there. Never more than was held: at a better
 * price a buyer gets the difference back, while a seller, whose notional is larger, makes do with
 * the margin left after the fee. Undefined when the fee alone would take it all, and beyond the
 * price that a market order may fill at.
 */
function opening(order: ContractOrder, tick: Tick): ContractOrder | undefined {
  const points = openingPrice(order.side, tick);
  if (isBeyond(order, points)) return undefined;
  const size = sizeOf(order);
  const price = priceAt(order, points);
  const fee = contractFeeOf(size, price, rateOf(order.fee_rate));
  const left = subtract(amountOf(order.held), fee);
  if (left <= 0n) return undefined;
  const fullMargin = marginOf(size, price, order.leverage);
  const margin = formatAmount(lesser(fullMargin, left));
  return { ...order, open_points: points, margin, initial_margin: margin, open_fee: formatAmount(fee) };
}

/** Whether a price is worse than the limit, or than the furthest that the order fills at. */
const isWorse = ({ side, limit_points: limit }: ContractOrder, points: number): boolean =>
  limit !== null && (side === 'buy' ? limit < points : points < limit);

/** Whether a market or stop order would fill further away than it may. */
const isBeyond = (order: ContractOrder, points: number): boolean =>
  (order.type === 'market' || order.type === 'stop') && isWorse(order, points);

/** Whether a tick reaches the stop of a stop-limit order, and not its limit. */
const staysAway = (order: ContractOrder, tick: Tick): boolean =>
  order.type === 'stopLimit' && order.triggered_by === null && isWorse(order, openingPrice(order.side, tick));

function begin(
  effects: ContractEffects,
  order: ContractOrder,
  from: { readonly order: ContractOrder; readonly tick: Tick },
): void {
  const { available, held, margin, fees } = accountsOf(order);
  const fee = amountOf(order.open_fee);
  const behind = amountOf(order.margin);
  const rest = subtract(subtract(amountOf(from.order.held), fee), behind);
  effects.post({ from: held, to: margin, amount: behind, reason: 'contracts.margin', order });
  effects.post({ from: held, to: fees, amount: fee, reason: 'contracts.fee', order });
  effects.post({ from: held, to: available, amount: rest, reason: 'contracts.release', order });
  effects.step(order, 'opened', from.tick, agreed(order, order.open_points));
  effects.save(order, from.tick);
}

/**
 * After a gap so wide that the position would be liquidated on opening, without room for it, or
 * with more leverage than the session allows: cancelled, and all of the hold released.
 */
function giveBack(effects: ContractEffects, order: ContractOrder, tick: Tick, by: ClosedBy): void {
  release(effects, order);
  effects.step(order, 'cancelled', tick, { lots: order.lots });
  effects.save(ended(order, { state: 'cancelled', by, effects }), tick);
}
