import { financingOf } from '@glasshouse/rules/contracts';
import { add, amountOf, formatAmount, lesser, rateOf, subtract } from '@glasshouse/rules/money';
import type { Command, CoreState, Outcome } from '../../kernel/types.ts';
import { accountsOf, Work } from './contract-effects.ts';
import { nightOf } from './financing-schedule.ts';
import { basePoints, type ContractOrder, priceAt, sizeOf } from './order.ts';
import { withLiquidation } from './position.ts';
import { contractsOf } from './slice.ts';

export type FinanceBody = { readonly orders: readonly number[] };

/**
 * Charges every night between the last that was charged and `at`, one posting and one step each. It comes out of the
 * position's own margin and never takes more than that, so that the liquidation price tells the truth about it.
 */
export function chargeNights(work: Work, order: ContractOrder, at: number): ContractOrder {
  const due = nightOf(at);
  if (order.financed_night === null || due <= order.financed_night) return order;
  const cost = financingOf(sizeOf(order), priceAt(order, basePoints(order)), rateOf(order.financing_rate));
  const { margin: account, fees } = accountsOf(order);
  let margin = amountOf(order.margin);
  let paid = amountOf(order.financing);
  for (let night = order.financed_night; night < due && 0n < cost; night += 1) {
    const amount = lesser(cost, margin);
    if (amount === 0n) break;
    margin = subtract(margin, amount);
    paid = add(paid, amount);
    work.post({ from: account, to: fees, amount, reason: 'contracts.financing', order });
    work.step(order, 'financed', null, { lots: order.open_lots, fee: formatAmount(amount) });
  }
  return withLiquidation({
    ...order,
    financed_night: due,
    margin: formatAmount(margin),
    financing: formatAmount(paid),
  });
}

/** Charges open positions the nights that have passed. One that was charged already is left as it is. */
export function finance(state: CoreState, command: Command): Outcome {
  const { orders } = command.body as unknown as FinanceBody;
  const work = new Work(state, command);
  const slice = contractsOf(state);
  let charged = 0;
  for (const id of orders) {
    const order = slice.orders.get(id);
    if (order?.state !== 'open') throw new Error(`order ${id} is not open`);
    const after = chargeNights(work, order, command.at);
    if (after === order) continue;
    work.save(after, null);
    charged += 1;
  }
  return { ok: true, result: { orders: charged }, ...work.effects() };
}
