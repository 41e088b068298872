import { closingPrice } from '@glasshouse/rules/contracts';
import { closePart, settleClose } from '@glasshouse/rules/contracts-close';
import { type Amount, add, amountOf, formatAmount, lesser, rateOf, subtract } from '@glasshouse/rules/money';
import type { CoreState, Tick } from '../../kernel/types.ts';
import { accountsOf, type Work } from './contract-effects.ts';
import { chargeNights } from './finance.ts';
import { basePoints, type ClosedBy, type ContractOrder, carryOf, integerOf, priceAt, sizeOf } from './order.ts';
import { withRequirement } from './position.ts';
import { contractsOf, termsOfOrder } from './slice.ts';

/**
 * Closes lots of an open position (all of them, unless told how many) at the bid or ask of a tick: nights that are due first, then the share of the margin with
 * its PnL and fee. Saves the order and returns it.
 */
export function closeLots(
  state: CoreState,
  work: Work,
  of: { readonly order: ContractOrder; readonly lots?: Amount; readonly tick: Tick; readonly by: ClosedBy },
): ContractOrder {
  const { tick, by } = of;
  const order = chargeNights(work, of.order, work.command.at);
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
  payOut(work, order, part.margin, money);

  const isWhole = lots === size.lots;
  const pnl = subtract(money.profit, money.loss);
  const kind = by === 'liquidation' ? 'liquidated' : isWhole ? 'closed' : 'partClosed';
  work.step(order, kind, tick, {
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
    ? ended(after, { state: by === 'liquidation' ? 'liquidated' : 'closed', by, work })
    : withRequirement(
        {
          ...after,
          open_lots: formatAmount(subtract(size.lots, lots)),
          margin: formatAmount(subtract(margin, part.margin)),
        },
        termsOfOrder(contractsOf(state), order),
      );
  work.save(rest, tick);
  return rest;
}

/** A sum as text. */
const plus = (before: string, amount: Amount): string => formatAmount(add(amountOf(before), amount));

/** The order at its end: nothing of it waits, is open or lies behind it any more. */
export const ended = (
  order: ContractOrder,
  { state, by, work }: { state: 'closed' | 'cancelled' | 'liquidated'; by: ClosedBy; work: Work },
): ContractOrder => ({
  ...order,
  state,
  open_lots: '0',
  notional: '0',
  held: '0',
  margin: '0',
  maintenance: '0',
  closed_by: by,
  settled_by: work.command.seq,
  settled_at: work.command.at,
});

function payOut(work: Work, order: ContractOrder, margin: Amount, money: ReturnType<typeof settleClose>): void {
  const { available, margin: account, pool, insurance, fees } = accountsOf(order);
  const { profit, loss, fee, shortfall } = money;
  const fromMargin = lesser(fee, subtract(margin, loss));
  work.post({ from: account, to: pool, amount: loss, reason: 'contracts.loss', order });
  work.post({ from: account, to: fees, amount: fromMargin, reason: 'contracts.fee', order });
  const back = subtract(subtract(margin, loss), fromMargin);
  work.post({ from: account, to: available, amount: back, reason: 'contracts.marginBack', order });
  coverProfit(work, order, profit);
  work.post({ from: pool, to: available, amount: profit, reason: 'contracts.profit', order });
  // Only where the profit is larger than the margin that was left for the fee.
  work.post({ from: available, to: fees, amount: subtract(fee, fromMargin), reason: 'contracts.fee', order });
  if (shortfall === 0n) return;
  const insured = lesser(shortfall, work.balance(insurance));
  work.post({ from: insurance, to: pool, amount: insured, reason: 'contracts.insurance', order });
}

/** A winner is always paid: what the pool lacks comes out of the house's capital, and then out of the operator's pocket. */
function coverProfit(work: Work, order: ContractOrder, profit: Amount): void {
  if (profit === 0n) return;
  const { pool, capital, external } = accountsOf(order);
  const missing = subtract(profit, work.balance(pool));
  if (missing <= 0n) return;
  const has = work.balance(capital);
  const fromCapital = lesser(missing, has);
  work.post({ from: capital, to: pool, amount: fromCapital, reason: 'contracts.capital', order });
  const called = subtract(missing, fromCapital);
  work.post({ from: external, to: pool, amount: called, reason: 'contracts.capitalCall', order });
}
