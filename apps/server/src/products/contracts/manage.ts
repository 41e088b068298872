import { code } from '@glasshouse/api/codes';
import { closingPrice } from '@glasshouse/rules/contracts';
import { amountOf, parseAmount } from '@glasshouse/rules/money';
import { refuse } from '../../kernel/refusal.ts';
import type { Command, CoreState, Outcome, Refusal } from '../../kernel/types.ts';
import { closeLots, ended } from './close.ts';
import { ContractEffects } from './contract-effects.ts';
import { type ContractFacts, tradableTick } from './facts.ts';
import { release } from './open.ts';
import { basePoints, type ContractOrder } from './order.ts';
import { parseStops, refuseStops } from './prices.ts';
import { contractsOf, termsOfOrder } from './slice.ts';
import { orderWire } from './wire.ts';

export type CloseBody = { readonly id: number; readonly lots?: string };
export type StopsBody = { readonly id: number; readonly stopLoss?: string | null; readonly takeProfit?: string | null };
export type CancelBody = { readonly id: number };

/**
 * The user's live order, or the refusal: 11051 when it is somebody else's, 11057 when it has ended.
 * Only live orders are in memory; the route has already checked ownership in the database.
 */
function ownOrder(state: CoreState, command: Command<{ readonly id: number }>): ContractOrder | Refusal {
  const { id } = command.body;
  const order = contractsOf(state).orders.get(id);
  if (order === undefined) return refuse(code.orderAlreadyFinal, 'id');
  if (order.user_id !== command.userId || order.book !== command.book) return refuse(code.orderNotFound, 'id');
  return order;
}

/** Closes all or part of an open position at the last price. */
export function close(state: CoreState, command: Command<CloseBody, ContractFacts | null>): Outcome {
  const { body, facts } = command;
  const order = ownOrder(state, command);
  if ('ok' in order) return order;
  if (order.state !== 'open') return refuse(code.orderAlreadyFinal, 'id');
  const terms = termsOfOrder(contractsOf(state), order);
  const tick = tradableTick(facts, terms, command.at);
  if (tick === undefined) return refuse(code.notTradable, 'id');
  const all = amountOf(order.open_lots);
  const lots = body.lots === undefined ? all : parseAmount(body.lots);
  const isPart = lots !== undefined && 0n < lots && lots < all && lots % amountOf(terms.lotStep) === 0n;
  if (lots === undefined || (lots !== all && !isPart)) return refuse(code.lotsIncorrect, 'lots');
  const effects = new ContractEffects(state, command);
  const closed = closeLots(state, effects, { order, lots, tick, by: 'user' });
  return { ok: true, result: orderWire(closed, tick), ...effects.toEffects() };
}

/** Sets, changes or clears stop and target of a waiting or open order. */
export function setStops(state: CoreState, command: Command<StopsBody, ContractFacts | null>): Outcome {
  const { body, facts } = command;
  const order = ownOrder(state, command);
  if ('ok' in order) return order;
  const stops = parseStops(order, body);
  if ('ok' in stops) return stops;
  const changed: ContractOrder = { ...order, ...stops };
  const tick = facts?.tick ?? null;
  const isOpen = order.state === 'open' && tick !== null;
  const unreasonable = refuseStops(changed, {
    reference: isOpen ? closingPrice(order.side, tick) : basePoints(order),
    distance: termsOfOrder(contractsOf(state), order).stopDistancePoints,
    // One left unchanged is not checked against today's price.
    check: { stopLoss: body.stopLoss !== undefined, takeProfit: body.takeProfit !== undefined },
  });
  if (unreasonable !== undefined) return unreasonable;
  const effects = new ContractEffects(state, command);
  const { stop_points, target_points } = changed;
  effects.step(changed, 'stopsChanged', tick, { stop_points, target_points });
  effects.save(changed, tick);
  return { ok: true, result: orderWire(changed, tick), ...effects.toEffects() };
}

/** Cancels a waiting order. */
export function cancel(state: CoreState, command: Command<CancelBody>): Outcome {
  const order = ownOrder(state, command);
  if ('ok' in order) return order;
  if (order.state !== 'waiting') return refuse(code.orderAlreadyFinal, 'id');
  const effects = new ContractEffects(state, command);
  release(effects, order);
  effects.step(order, 'cancelled', null, { lots: order.open_lots });
  const cancelled = ended(order, { state: 'cancelled', by: 'user', effects });
  effects.save(cancelled, null);
  return { ok: true, result: orderWire(cancelled, null), ...effects.toEffects() };
}
