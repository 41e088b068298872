import { code } from '@glasshouse/api/codes';
import { closingPrice } from '@glasshouse/rules/contracts';
import { add, amountOf, formatAmount, parseAmount, subtract } from '@glasshouse/rules/money';
import { refuseBarred } from '../../authority/barred.ts';
import { isHit } from '../../kernel/core/hits.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import type { Command, CommandInput, CoreState, MarketView, Outcome, Refusal } from '../../kernel/core/types.ts';
import { type AwaitedFact, awaitedFact, refuseAwaited } from '../../market-data/awaited-price.ts';
import { refuseHeld } from '../../market-data/held-price.ts';
import { KEPT_SINCE_RULES, leadEnd } from '../../trading/lead.ts';
import { closeLots, ended } from './close.ts';
import { ContractEffects } from './contract-effects.ts';
import { type ContractFacts, refuseRate, type StopsFacts, tradableTick } from './facts.ts';
import { liquidationPointsAt } from './position.ts';
import { endsNoLater, parseStops, refuseStops, type Stops } from './prices.ts';
import { release } from './release.ts';
import { basePoints, type ContractOrder, rateNow, type StopsBefore } from './rows.ts';
import { contractsOf, fillsFrom, termsOfOrder } from './slice.ts';
import { parseTargets, refuseTargets, type TargetText } from './targets.ts';
import type { ContractTerms } from './terms.ts';
import { followFrom, NO_TRAIL, nearerStop, parseTrail, reachedStop, type TrailText } from './trail.ts';
import { answerWire } from './view.ts';

export type CloseBody = { readonly id: number; readonly lots?: string };
export type StopsBody = {
  readonly id: number;
  readonly stopLoss?: string | null;
  readonly takeProfit?: string | null;
  readonly targets?: readonly TargetText[] | null;
  readonly trailing?: TrailText | null;
};
export type ExpireBody = { readonly orders: readonly number[] };
export type CancelBody = { readonly id: number };

/**
 * The user's live order, or the refusal: 11051 when it is somebody else's, 11057 when it has ended,
 * 11260 when a price has hit it.
 * Only live orders are in memory; the route has already checked ownership in the database.
 */
export function ownOrder(state: CoreState, command: Command<{ readonly id: number }>): ContractOrder | Refusal {
  const { id } = command.body;
  const order = contractsOf(state).orders.get(id);
  if (order === undefined) return refuse(code.orderAlreadyFinal, 'id');
  if (order.user_id !== command.userId || order.book !== command.book) return refuse(code.orderNotFound, 'id');
  if (isHit(state, id)) return refuse(code.orderHit, 'id');
  return order;
}

/**
 * Closes all or part of an open position at the first tick from now on; under terms of before, at
 * the last price.
 */
export function close(state: CoreState, command: Command<CloseBody, ContractFacts | null>): Outcome {
  const { body, facts } = command;
  const order = ownOrder(state, command);
  if ('ok' in order) return order;
  if (order.state !== 'open') return refuse(code.orderAlreadyFinal, 'id');
  const terms = termsOfOrder(contractsOf(state), order);
  const tick = tradableTick(facts, terms, command.at);
  if (tick === undefined) return refuse(code.notTradable, 'id');
  if (facts?.held !== undefined) return refuseHeld(facts.held, 'id');
  const unconverted = refuseRate(order, facts, { terms, at: command.at });
  if (unconverted !== undefined) return unconverted;
  // What was asked for already is as good as closed.
  const closingLots = amountOf(order.closing_lots ?? '0');
  const all = subtract(amountOf(order.open_lots), closingLots);
  if (all === 0n) return refuse(code.orderAlreadyFinal, 'id');
  const lots = body.lots === undefined ? all : parseAmount(body.lots);
  const isPart = lots !== undefined && 0n < lots && lots < all && lots % amountOf(terms.lotStep) === 0n;
  if (lots === undefined || (lots !== all && !isPart)) return refuse(code.lotsIncorrect, 'lots');
  const effects = new ContractEffects(state, command);
  if (terms.slippageRate !== undefined) {
    const closing: ContractOrder = {
      ...order,
      closing_lots: formatAmount(add(closingLots, lots)),
      closing_at: command.at,
    };
    effects.step(order, 'closeAsked', tick, { lots: formatAmount(lots) });
    effects.save(closing, tick);
    return { ok: true, result: answerWire(closing, tick, effects.rateFor(order)), ...effects.toEffects() };
  }
  const closed = closeLots(state, effects, { order, lots, tick, by: 'user' });
  return { ok: true, result: answerWire(closed, tick, effects.rateFor(order)), ...effects.toEffects() };
}

/**
 * Sets, changes or clears stop, target, ladder and trailing stop of a waiting or open order; a
 * target takes the place of a ladder, and a ladder that of a target. A trailing stop follows from
 * the last price on, or from the opening; all of them fire after the lead of the terms, counted
 * from this change. Until then what they were fires, and cannot be changed once more: 11621.
 * Somebody frozen may only set them, or bring stop and target nearer: 10008 otherwise.
 */
export function setStops(state: CoreState, command: Command<StopsBody, StopsFacts | null>): Outcome {
  const { body, facts } = command;
  const order = ownOrder(state, command);
  if ('ok' in order) return order;
  const parsed = stopsOf(order, body);
  if ('ok' in parsed) return parsed;
  const tick = facts?.tick ?? null;
  const isOpen = order.state === 'open' && tick !== null;
  const terms = termsOfOrder(contractsOf(state), order);
  const early = refuseEarly(state, { command, order, terms });
  if (early !== undefined) return early;
  const unconverted = isOpen ? refuseRate(order, facts, { terms, at: command.at }) : undefined;
  if (unconverted !== undefined) return unconverted;
  const { stopDistancePoints: distance, lotStep: step } = terms;
  const by = { reference: isOpen ? closingPrice(order.side, tick) : basePoints(order), distance };
  const trail = body.trailing === undefined ? order.trail : parseTrail(order, body.trailing, by);
  if (trail !== null && 'ok' in trail) return trail;
  const stops = { ...parsed, trail };
  const barred = endsNoLater(order, stops) ? undefined : refuseBarred(state, command.userId);
  if (barred !== undefined) return barred;
  const isTrailNew = body.trailing !== undefined;
  const following = isOpen ? followFrom(order.side, trail, tick) : { ...NO_TRAIL, trail };
  const from = stopsFrom(state, { command, terms });
  const stops_from = from ?? order.stops_from;
  const former = from === null || rulesOf(state) < KEPT_SINCE_RULES ? null : stopsBefore(order, command);
  const stops_before = from === null ? order.stops_before : former;
  const changed: ContractOrder = { ...order, ...stops, ...(isTrailNew ? following : {}), stops_from, stops_before };
  const effects = new ContractEffects(state, command);
  // One left unchanged is not checked against today's price.
  const check = { stopLoss: body.stopLoss !== undefined, takeProfit: body.takeProfit !== undefined };
  const rate = isOpen ? rateNow(order, effects.rateFor(order)) : undefined;
  const judged = rate === undefined ? changed : { ...changed, liquidation_points: liquidationPointsAt(changed, rate) };
  const unreasonable =
    refuseStops(judged, { ...by, check }) ??
    (body.targets == null ? undefined : refuseTargets(changed, { ...by, step }));
  if (unreasonable !== undefined) return unreasonable;
  const { stop_points, target_points, targets } = changed;
  const timed = { stops_from: from, stops_before: former };
  effects.step(changed, 'stopsChanged', tick, { stop_points, target_points, targets, trail, ...timed });
  effects.save(changed, tick);
  return { ok: true, result: answerWire(changed, tick, effects.rateFor(order)), ...effects.toEffects() };
}

/**
 * From when stop, target, ladder and trailing stop fire: every change of one of them begins the
 * lead of all. Null where nothing begins: the command names none, or there is no lead.
 */
function stopsFrom(
  state: CoreState,
  { command, terms }: { readonly command: Command<StopsBody>; readonly terms: ContractTerms },
): number | null {
  return areNamed(command.body) ? leadEnd(state, terms, command.at) : null;
}

const areNamed = ({ stopLoss, takeProfit, targets, trailing }: StopsBody): boolean =>
  [stopLoss, takeProfit, targets, trailing].some((value) => value !== undefined);

/**
 * What fires until the change counts; null: nothing did. A trailing stop that is taken back stays
 * where it has come to: whoever knows the next price knows none that it would follow first.
 */
function stopsBefore(order: ContractOrder, { body, facts }: Command<StopsBody, StopsFacts | null>): StopsBefore | null {
  const { side, trail, stop_points, target_points: target, targets, stops_from: from } = order;
  const trails = trail !== null && body.trailing === undefined;
  const peak = trails ? null : (facts?.peak ?? null);
  const stop = nearerStop(side, stop_points, trail === null || peak === null ? null : reachedStop(order, trail, peak));
  if (stop === null && target === null && targets === null && !trails) return null;
  return { stop, target, targets, trails, peak, from };
}

/**
 * 11621 until a change of before counts: two of them within a lead would take away what the first
 * one kept. A price from before it may still come, for as long as one is valid.
 */
function refuseEarly(
  state: CoreState,
  request: {
    readonly command: Command<StopsBody, StopsFacts | null>;
    readonly order: ContractOrder;
    readonly terms: ContractTerms;
  },
): Refusal | undefined {
  const { command, order, terms } = request;
  const { body, facts, at } = command;
  const { stops_from: from } = order;
  if (from === null || !areNamed(body) || rulesOf(state) < KEPT_SINCE_RULES) return undefined;
  const mayCome = facts?.isOpen === true && facts.held === undefined && (facts.tick?.at ?? from) < from;
  const until = mayCome ? from + terms.stalenessMs : from;
  return at < until ? refuse(code.stopsWait, 'id') : undefined;
}

/** What the order's stop, target and ladder become; target and ladder exclude each other. */
function stopsOf(order: ContractOrder, body: StopsBody): Omit<Stops, 'trail'> | Refusal {
  const stops = parseStops(order, body);
  if ('ok' in stops) return stops;
  const targets = body.targets === undefined ? order.targets : parseTargets(order, body.targets);
  const isBoth = body.takeProfit != null && body.targets != null;
  if (targets === undefined || isBoth) return refuse(code.takeProfitUnreasonable, 'targets');
  if (body.takeProfit != null) return { ...stops, targets: null };
  return { ...stops, targets, target_points: body.targets == null ? stops.target_points : null };
}

export const factsOfCancel = (
  { body }: CommandInput<CancelBody>,
  at: number,
  market: MarketView,
  state: CoreState,
): AwaitedFact => awaitedFact(market, contractsOf(state).orders.get(body.id)?.code, at);

/**
 * Whether the next price fills it: a market order, and a limit order that the price had reached
 * when it was placed. One that this price left waiting is a limit order like any other.
 */
function isNextFilled(state: CoreState, order: ContractOrder, facts: AwaitedFact): boolean {
  if (order.type === 'market' || order.reference_points === null) return order.type === 'market';
  return (facts?.lastAt ?? 0) <= fillsFrom(contractsOf(state), order);
}

/**
 * Ends orders that have waited too long: what they reserve is for others now. A close that got no
 * price is forgotten.
 */
export function expire(state: CoreState, command: Command<ExpireBody>): Outcome {
  const effects = new ContractEffects(state, command);
  for (const id of command.body.orders) {
    const order = contractsOf(state).orders.get(id);
    // A reset of the demo book may have ended it since it was hit.
    if (order === undefined) continue;
    if (order.state === 'open') {
      effects.step(order, 'closeLapsed', null, { lots: order.closing_lots ?? '0' });
      effects.save({ ...order, closing_lots: null, closing_at: null, reversed_by: null }, null);
      continue;
    }
    release(effects, order);
    effects.step(order, 'cancelled', null, { lots: order.open_lots });
    effects.save(ended(order, { state: 'cancelled', by: 'expired', effects }), null);
  }
  return { ok: true, result: { orders: command.body.orders.length }, ...effects.toEffects() };
}

/** Cancels a waiting order, unless the next price fills it. */
export function cancel(state: CoreState, command: Command<CancelBody, AwaitedFact>): Outcome {
  const order = ownOrder(state, command);
  if ('ok' in order) return order;
  if (order.state !== 'waiting') return refuse(code.orderAlreadyFinal, 'id');
  const bound = isNextFilled(state, order, command.facts) ? refuseAwaited(state, command.facts) : undefined;
  if (bound !== undefined) return bound;
  const effects = new ContractEffects(state, command);
  release(effects, order);
  effects.step(order, 'cancelled', null, { lots: order.open_lots });
  const cancelled = ended(order, { state: 'cancelled', by: 'user', effects });
  effects.save(cancelled, null);
  return { ok: true, result: answerWire(cancelled, null), ...effects.toEffects() };
}
