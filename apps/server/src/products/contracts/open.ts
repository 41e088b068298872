import { contractFeeOf, marginOf, openingPrice } from '@glasshouse/rules/contracts';
import { isLiquidated } from '@glasshouse/rules/contracts-liquidation';
import { amountOf, formatAmount, lesser, rateOf, subtract } from '@glasshouse/rules/money';
import type { Command, CoreState, Outcome, Tick } from '../../kernel/types.ts';
import { openingOf } from './buy.ts';
import { ended } from './close.ts';
import { accountsOf, ContractEffects } from './contract-effects.ts';
import { type ContractOrder, priceAt, sizeOf } from './order.ts';
import { positionOf, withRequirement } from './position.ts';
import { contractsOf, termsOfOrder } from './slice.ts';
import { agreed } from './steps.ts';

export type OpenBody = { readonly tick: Tick; readonly orders: readonly number[] };

/** Opens limit orders that the tick reached, at its ask or bid: the limit or better. */
export function open(state: CoreState, command: Command<OpenBody>): Outcome {
  const { tick, orders } = command.body;
  const slice = contractsOf(state);
  const effects = new ContractEffects(state, command);
  for (const id of orders) {
    const order = slice.orders.get(id);
    if (order?.state !== 'waiting' || order.code !== tick.code)
      throw new Error(`order ${id} does not wait for ${tick.code}`);
    const terms = termsOfOrder(slice, order);
    const position = opening(order, tick);
    const next = position === undefined ? undefined : withRequirement(position, terms);
    if (next === undefined || isLiquidated(positionOf(next), priceAt(next, tick.mid))) giveBack(effects, order, tick);
    else begin(effects, { ...next, ...openingOf(tick, command), state: 'open', held: '0' }, { order, tick });
  }
  return { ok: true, result: { orders: orders.length }, ...effects.toEffects() };
}

/**
 * The order at the tick's price, with what it costs there. Never more than was held: at a better
 * price a buyer gets the difference back, while a seller, whose notional is larger, makes do with
 * the margin left after the fee. Undefined when the fee alone would take it all.
 */
function opening(order: ContractOrder, tick: Tick): ContractOrder | undefined {
  const points = openingPrice(order.side, tick);
  const [size, price] = [sizeOf(order), priceAt(order, points)];
  const fee = contractFeeOf(size, price, rateOf(order.fee_rate));
  const left = subtract(amountOf(order.held), fee);
  if (left <= 0n) return undefined;
  const wanted = marginOf(size, price, order.leverage);
  const margin = formatAmount(lesser(wanted, left));
  return { ...order, open_points: points, margin, initial_margin: margin, open_fee: formatAmount(fee) };
}

function begin(
  effects: ContractEffects,
  order: ContractOrder,
  from: { readonly order: ContractOrder; readonly tick: Tick },
): void {
  const { available, held, margin, fees } = accountsOf(order);
  const [fee, behind] = [amountOf(order.open_fee), amountOf(order.margin)];
  const rest = subtract(subtract(amountOf(from.order.held), fee), behind);
  effects.post({ from: held, to: margin, amount: behind, reason: 'contracts.margin', order });
  effects.post({ from: held, to: fees, amount: fee, reason: 'contracts.fee', order });
  effects.post({ from: held, to: available, amount: rest, reason: 'contracts.release', order });
  effects.step(order, 'opened', from.tick, agreed(order, order.open_points));
  effects.save(order, from.tick);
}

/**
 * After a gap so wide that the position would be liquidated on opening: cancelled, and all of the
 * hold released.
 */
function giveBack(effects: ContractEffects, order: ContractOrder, tick: Tick): void {
  release(effects, order);
  effects.step(order, 'cancelled', tick, { lots: order.lots });
  effects.save(ended(order, { state: 'cancelled', by: 'operator', effects }), tick);
}

/** Returns the hold of a waiting order. */
export function release(effects: ContractEffects, order: ContractOrder): void {
  const { available, held } = accountsOf(order);
  effects.post({ from: held, to: available, amount: amountOf(order.held), reason: 'contracts.release', order });
}
