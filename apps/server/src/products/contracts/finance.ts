import { financingOf } from '@glasshouse/rules/contracts';
import { add, amountOf, formatAmount, lesser, rateOf, subtract } from '@glasshouse/rules/money';
import type { Command, CoreState, Outcome } from '../../kernel/core/types.ts';
import { accountsOf, ContractEffects } from './contract-effects.ts';
import { financingDayOf } from './financing-schedule.ts';
import { withLiquidation } from './position.ts';
import { basePoints, type ContractOrder, priceAt, sizeOf } from './rows.ts';
import { contractsOf } from './slice.ts';

export type FinanceBody = { readonly orders: readonly number[] };

/**
 * Charges financing for every day since the last one charged, one posting and one step each. It is
 * taken from the position's own margin, and never more than that: liquidation price and margin stay
 * consistent.
 */
export function chargeFinancing(effects: ContractEffects, order: ContractOrder, at: number): ContractOrder {
  const due = financingDayOf(at);
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
    effects.post({ from: account, to: fees, amount, reason: 'contracts.financing', order });
    effects.step(order, 'financed', null, { lots: order.open_lots, fee: formatAmount(amount) });
  }
  return withLiquidation({
    ...order,
    financed_night: due,
    margin: formatAmount(margin),
    financing: formatAmount(paid),
  });
}

/** Charges open positions the financing that is due. One already charged is left alone. */
export function finance(state: CoreState, command: Command<FinanceBody>): Outcome {
  const { orders } = command.body;
  const effects = new ContractEffects(state, command);
  const slice = contractsOf(state);
  let charged = 0;
  for (const id of orders) {
    const order = slice.orders.get(id);
    if (order?.state !== 'open') throw new Error(`order ${id} is not open`);
    const after = chargeFinancing(effects, order, command.at);
    if (after === order) continue;
    effects.save(after, null);
    charged += 1;
  }
  return { ok: true, result: { orders: charged }, ...effects.toEffects() };
}
