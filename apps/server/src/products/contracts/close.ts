import { closingPrice } from '@glasshouse/rules/contracts';
import { closePart, settleClose } from '@glasshouse/rules/contracts-close';
import { type Amount, add, amountOf, formatAmount, lesser, rateOf, subtract } from '@glasshouse/rules/money';
import type { CoreState, Tick } from '../../kernel/types.ts';
import { accountsOf, type ContractEffects } from './contract-effects.ts';
import { chargeFinancing } from './finance.ts';
import { basePoints, type ClosedBy, type ContractOrder, carryOf, integerOf, priceAt, sizeOf } from './order.ts';
import { withRequirement } from './position.ts';
import { contractsOf, termsOfOrder } from './slice.ts';

/**
 * Closes lots of an open position (all by default) at the bid or ask of a tick: financing due
 * first, then the share of the margin with its PnL and fee. Saves the order and returns it.
 */
export function closeLots(
  state: CoreState,
  effects: ContractEffects,
  of: { readonly order: ContractOrder; readonly lots?: Amount; readonly tick: Tick; readonly by: ClosedBy },
): ContractOrder {
  const { tick, by } = of;
  const order = chargeFinancing(effects, of.order, effects.command.at);
  const size = sizeOf(order);
  const { lots = size.lots } = of;
  const margin = amountOf(order.margin);
  const points = closingPrice(order.side, tick);
  const part = closePart(
    {
      side: order.side,
      size,
      open: priceAt(order, basePoints(order)),
      margin,
      feeRate: rateOf(order.fee_rate),
      carry: carryOf(order),
    },
    { lots, price: priceAt(order, points) },
  );
  const money = settleClose(part);
  payOut(effects, order, part.margin, money);

  const isWhole = lots === size.lots;
  const pnl = subtract(money.profit, money.loss);
  const kind = by === 'liquidation' ? 'liquidated' : isWhole ? 'closed' : 'partClosed';
  effects.step(order, kind, tick, {
    lots: formatAmount(lots),
    points,
    margin: formatAmount(part.margin),
    fee: formatAmount(money.fee),
    pnl: formatAmount(pnl),
  });
  const after: ContractOrder = {
    ...order,
    close_fee: plus(order.close_fee, money.fee),
    realised: plus(order.realised, pnl),
    close_value: String(integerOf(order.close_value) + lots * BigInt(points)),
    pnl_carry: String(part.carry.pnl),
    fee_carry: String(part.carry.fee),
  };
  const rest = isWhole
    ? ended(after, { state: by === 'liquidation' ? 'liquidated' : 'closed', by, effects })
    : withRequirement(
        {
          ...after,
          open_lots: formatAmount(subtract(size.lots, lots)),
          margin: formatAmount(subtract(margin, part.margin)),
        },
        termsOfOrder(contractsOf(state), order),
      );
  effects.save(rest, tick);
  return rest;
}

const plus = (before: string, amount: Amount): string => formatAmount(add(amountOf(before), amount));

/** The order as it ends: nothing waiting, open, held or posted as margin. */
export const ended = (
  order: ContractOrder,
  { state, by, effects }: { state: 'closed' | 'cancelled' | 'liquidated'; by: ClosedBy; effects: ContractEffects },
): ContractOrder => ({
  ...order,
  state,
  open_lots: '0',
  notional: '0',
  held: '0',
  margin: '0',
  maintenance: '0',
  closed_by: by,
  settled_by: effects.command.seq,
  settled_at: effects.command.at,
});

function payOut(
  effects: ContractEffects,
  order: ContractOrder,
  margin: Amount,
  money: ReturnType<typeof settleClose>,
): void {
  const { available, margin: account, pool, insurance, fees } = accountsOf(order);
  const { profit, loss, fee, shortfall } = money;
  const fromMargin = lesser(fee, subtract(margin, loss));
  effects.post({ from: account, to: pool, amount: loss, reason: 'contracts.loss', order });
  effects.post({ from: account, to: fees, amount: fromMargin, reason: 'contracts.fee', order });
  const back = subtract(subtract(margin, loss), fromMargin);
  effects.post({ from: account, to: available, amount: back, reason: 'contracts.marginBack', order });
  coverProfit(effects, order, profit);
  effects.post({ from: pool, to: available, amount: profit, reason: 'contracts.profit', order });
  // Only where the margin left did not cover the fee.
  effects.post({ from: available, to: fees, amount: subtract(fee, fromMargin), reason: 'contracts.fee', order });
  if (shortfall === 0n) return;
  const insured = lesser(shortfall, effects.balance(insurance));
  effects.post({ from: insurance, to: pool, amount: insured, reason: 'contracts.insurance', order });
}

/**
 * A winner is always paid: what the pool lacks comes from the house's capital, then as a capital
 * call.
 */
function coverProfit(effects: ContractEffects, order: ContractOrder, profit: Amount): void {
  if (profit === 0n) return;
  const { pool, capital, external } = accountsOf(order);
  const missing = subtract(profit, effects.balance(pool));
  if (missing <= 0n) return;
  const has = effects.balance(capital);
  const fromCapital = lesser(missing, has);
  effects.post({ from: capital, to: pool, amount: fromCapital, reason: 'contracts.capital', order });
  const called = subtract(missing, fromCapital);
  effects.post({ from: external, to: pool, amount: called, reason: 'contracts.capitalCall', order });
}
