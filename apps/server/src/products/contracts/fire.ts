import { amountOf } from '@glasshouse/rules/money';
import { liveOrdersOf } from '../../kernel/live-orders.ts';
import type { Command, CoreState, Effects, Outcome, Tick } from '../../kernel/types.ts';
import { closeLots, ended } from './close.ts';
import { accountsOf, Work } from './contract-effects.ts';
import { release } from './open.ts';
import type { ContractOrder } from './order.ts';
import { contractsOf } from './slice.ts';

export type FireBody = {
  readonly tick: Tick;
  readonly by: 'liquidation' | 'stopLoss' | 'takeProfit';
  readonly orders: readonly number[];
};

/** Closes the whole of positions by a tick that reached their liquidation price, stop or target. */
export function fire(state: CoreState, command: Command): Outcome {
  const { tick, by, orders } = command.body as unknown as FireBody;
  const slice = contractsOf(state);
  const work = new Work(state, command);
  for (const id of orders) {
    const order = slice.orders.get(id);
    if (order?.state !== 'open' || order.code !== tick.code) throw new Error(`order ${id} is not open on ${tick.code}`);
    closeLots(state, work, { order, tick, by });
  }
  return { ok: true, result: { orders: orders.length }, ...work.effects() };
}

/**
 * The demo book starts over: what waits is cancelled, and what is open ends without a price, its margin given back. The
 * balance is set to the opening grant right after, so nothing would be won or lost by a price.
 */
export function closeAll(state: CoreState, command: Command): Effects {
  const work = new Work(state, command);
  for (const order of liveOrdersOf(contractsOf(state), command.userId, command.book)) reset(work, order);
  return work.effects();
}

function reset(work: Work, order: ContractOrder): void {
  if (order.state === 'waiting') {
    release(work, order);
    work.step(order, 'cancelled', null, { lots: order.open_lots });
    work.save(ended(order, { state: 'cancelled', by: 'reset', work }), null);
    return;
  }
  const { available, margin } = accountsOf(order);
  const amount = amountOf(order.margin);
  work.post({ from: margin, to: available, amount, reason: 'contracts.marginBack', order });
  work.step(order, 'closed', null, { lots: order.open_lots, margin: order.margin });
  work.save(ended(order, { state: 'closed', by: 'reset', work }), null);
}
