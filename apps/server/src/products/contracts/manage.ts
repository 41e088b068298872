import { code } from '@glasshouse/api/codes';
import { closingPrice } from '@glasshouse/rules/contracts';
import { amountOf, parseAmount } from '@glasshouse/rules/money';
import type { Command, CoreState, Outcome } from '../../kernel/types.ts';
import { closeLots, ended } from './close.ts';
import { Work } from './contract-effects.ts';
import { type ContractFacts, tradableTick } from './facts.ts';
import { release } from './open.ts';
import { basePoints, type ContractOrder } from './order.ts';
import { parseStops, refuse, refuseStops, type StopText } from './prices.ts';
import { contractsOf, termsOfOrder } from './slice.ts';
import { orderWire } from './wire.ts';

export type CloseBody = { readonly id: number; readonly lots?: string };
export type StopsBody = { readonly id: number; readonly stopLoss?: string | null; readonly takeProfit?: string | null };
export type CancelBody = { readonly id: number };

/**
 * The user's own order that is live, or the refusal: 11051 when it is somebody else's, 11057 when it has ended. Only live
 * orders are in memory; routes ask the database first whether an order is the caller's at all.
 */
function ownOrder(state: CoreState, command: Command): ContractOrder | (Outcome & { ok: false }) {
  const { id } = command.body as { readonly id: number };
  const order = contractsOf(state).orders.get(id);
  if (order === undefined) return refuse(code.orderAlreadyFinal, 'id');
  if (order.user_id !== command.userId || order.book !== command.book) return refuse(code.orderNotFound, 'id');
  return order;
}

/** Closes all or part of an open position at the last price. */
export function close(state: CoreState, command: Command): Outcome {
  const body = command.body as CloseBody;
  const order = ownOrder(state, command);
  if ('ok' in order) return order;
  if (order.state !== 'open') return refuse(code.orderAlreadyFinal, 'id');
  const terms = termsOfOrder(contractsOf(state), order);
  const tick = tradableTick(command.facts as unknown as ContractFacts, terms, command.at);
  if (tick === undefined) return refuse(code.notTradable, 'id');
  const all = amountOf(order.open_lots);
  const lots = body.lots === undefined ? all : parseAmount(body.lots);
  const isPart = lots !== undefined && 0n < lots && lots < all && lots % amountOf(terms.lotStep) === 0n;
  if (lots === undefined || (lots !== all && !isPart)) return refuse(code.lotsIncorrect, 'lots');
  const work = new Work(state, command);
  const closed = closeLots(state, work, { order, lots, tick, by: 'user' });
  return { ok: true, result: orderWire(closed, tick), ...work.effects() };
}

/** Sets, changes or clears stop and target of an order that waits or is open. */
export function setStops(state: CoreState, command: Command): Outcome {
  const body = command.body as StopsBody;
  const order = ownOrder(state, command);
  if ('ok' in order) return order;
  const stops = parseStops(order, { stopLoss: body.stopLoss as StopText, takeProfit: body.takeProfit as StopText });
  if ('ok' in stops) return stops;
  const changed: ContractOrder = { ...order, ...stops };
  const tick = (command.facts as unknown as ContractFacts | null)?.tick ?? null;
  const isOpen = order.state === 'open' && tick !== null;
  const unreasonable = refuseStops(changed, {
    reference: isOpen ? closingPrice(order.side, tick) : basePoints(order),
    distance: termsOfOrder(contractsOf(state), order).stopDistancePoints,
    // One that stays as it was set before is not held against today's price.
    check: { stopLoss: body.stopLoss !== undefined, takeProfit: body.takeProfit !== undefined },
  });
  if (unreasonable !== undefined) return unreasonable;
  const work = new Work(state, command);
  const { stop_points, target_points } = changed;
  work.step(changed, 'stopsChanged', tick, { stop_points, target_points });
  work.save(changed, tick);
  return { ok: true, result: orderWire(changed, tick), ...work.effects() };
}

/** Cancels an order that waits. */
export function cancel(state: CoreState, command: Command): Outcome {
  const order = ownOrder(state, command);
  if ('ok' in order) return order;
  if (order.state !== 'waiting') return refuse(code.orderAlreadyFinal, 'id');
  const work = new Work(state, command);
  release(work, order);
  work.step(order, 'cancelled', null, { lots: order.open_lots });
  const cancelled = ended(order, { state: 'cancelled', by: 'user', work });
  work.save(cancelled, null);
  return { ok: true, result: orderWire(cancelled, null), ...work.effects() };
}
