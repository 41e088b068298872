import { closingPrice } from '@glasshouse/rules/contracts';
import { closePart, settleClose } from '@glasshouse/rules/contracts-close';
import { cappedPnl, profitMaxPart } from '@glasshouse/rules/contracts-profit';
import { type Amount, add, amountOf, formatAmount, lesser, rateOf, subtract, ZERO } from '@glasshouse/rules/money';
import type { CoreState, Tick } from '../../kernel/core/types.ts';
import { liveOrdersOf } from '../../trading/live-orders.ts';
import { keptTick } from '../../trading/trailing-stops.ts';
import { accountsOf, type ContractEffects } from './contract-effects.ts';
import { chargeFinancing } from './finance.ts';
import { withRequirement } from './position.ts';
import {
  basePoints,
  type ClosedBy,
  type ContractOrder,
  carryOf,
  integerOf,
  needRate,
  priceAt,
  sizeOf,
} from './rows.ts';
import { contractsOf, termsOfOrder } from './slice.ts';

interface Closing {
  readonly order: ContractOrder;
  readonly lots?: Amount;
  readonly tick: Tick;
  readonly by: ClosedBy;
}

/**
 * Closes lots of an open position (all by default) at the bid or ask of a tick, and covers what it
 * lost beyond its margin. Saves the order and returns it.
 */
export function closeLots(state: CoreState, effects: ContractEffects, closing: Closing): ContractOrder {
  const { order, shortfall } = closeOne(state, effects, closing);
  if (0n < shortfall) cover(state, effects, { order, tick: closing.tick, shortfall });
  return order;
}

/**
 * A loss beyond the margin is covered by the owner's other positions on the instrument, whichever
 * their direction: they are closed at the same tick until it is. The insurance fund pays the rest.
 * Otherwise equal positions in both directions would gain from any gap at the fund's cost.
 */
function cover(
  state: CoreState,
  effects: ContractEffects,
  { order, tick, shortfall }: { readonly order: ContractOrder; readonly tick: Tick; readonly shortfall: Amount },
): void {
  const { pool, insurance } = accountsOf(order);
  let left = shortfall;
  for (const coveringOrder of coveringOf(state, effects, order)) {
    if (left === 0n) return;
    left = closeOne(state, effects, { order: coveringOrder, tick, by: 'netting', owed: left }).shortfall;
  }
  effects.post({
    from: insurance,
    to: pool,
    amount: lesser(left, effects.balance(insurance)),
    reason: 'contracts.insurance',
    order,
  });
}

/** The owner's other open positions on the instrument, oldest first; none under older terms. */
function coveringOf(state: CoreState, effects: ContractEffects, order: ContractOrder): ContractOrder[] {
  const slice = contractsOf(state);
  if (termsOfOrder(slice, order).personMax === undefined) return [];
  return liveOrdersOf(slice, order.user_id, order.book).flatMap((candidate) => {
    const current = candidate.id === order.id || candidate.code !== order.code ? undefined : effects.current(candidate);
    return current?.state === 'open' ? [current] : [];
  });
}

/**
 * Financing due first, then the share of the margin with its PnL and fee; then, of what that
 * released, as much as is `owed` for other positions. The shortfall is what is owed afterwards.
 */
function closeOne(
  state: CoreState,
  effects: ContractEffects,
  closing: Closing & { readonly owed?: Amount },
): { readonly order: ContractOrder; readonly shortfall: Amount } {
  const { tick, by } = closing;
  const order = chargeFinancing(effects, closing.order, effects.command.at);
  const rateTick = effects.rateFor(order);
  const size = sizeOf(order, needRate(order, rateTick));
  const { lots = size.lots } = closing;
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
  const promised = order.profit_max === null ? undefined : amountOf(order.profit_max);
  const most = promised === undefined ? undefined : profitMaxPart(promised, { lots, open: size.lots });
  const money = settleClose({ ...part, pnl: cappedPnl(part.pnl, most) });
  payOut(effects, order, part.margin, money);
  const owed = add(closing.owed ?? ZERO, money.shortfall);
  const netted = closing.owed === undefined ? ZERO : lesser(owed, money.released);
  const { available, pool } = accountsOf(order);
  effects.post({ from: available, to: pool, amount: netted, reason: 'contracts.netting', order });

  const isWhole = lots === size.lots;
  const left = subtract(size.lots, lots);
  const pnl = subtract(money.profit, money.loss);
  const kind = by === 'liquidation' ? 'liquidated' : isWhole ? 'closed' : 'partClosed';
  effects.step(order, kind, tick, {
    lots: formatAmount(lots),
    points,
    margin: formatAmount(part.margin),
    fee: formatAmount(money.fee),
    pnl: formatAmount(pnl),
    closes_at: by === 'liquidation' ? effects.closesAt : null,
    rate: rateTick === undefined ? null : keptTick(rateTick),
  });
  const after: ContractOrder = {
    ...order,
    close_fee: plus(order.close_fee, money.fee),
    realised: plus(order.realised, pnl),
    close_value: String(integerOf(order.close_value) + lots * BigInt(points)),
    pnl_carry: String(part.carry.pnl),
    fee_carry: String(part.carry.fee),
    ...stillAsked(order, { by, left }),
  };
  const rest = isWhole
    ? ended(after, { state: by === 'liquidation' ? 'liquidated' : 'closed', by, effects })
    : withRequirement(
        {
          ...after,
          open_lots: formatAmount(left),
          margin: formatAmount(subtract(margin, part.margin)),
          profit_max: promised === undefined || most === undefined ? null : formatAmount(subtract(promised, most)),
        },
        termsOfOrder(contractsOf(state), order),
      );
  effects.save(rest, tick, netted);
  return { order: rest, shortfall: subtract(owed, netted) };
}

/**
 * What the next tick closes after this one has closed lots: of what the owner asked for, as much as
 * is left when it was a ladder that closed them.
 */
function stillAsked(
  { closing_lots: closingLots, closing_at }: ContractOrder,
  { by, left }: { readonly by: ClosedBy; readonly left: Amount },
): Pick<ContractOrder, 'closing_lots' | 'closing_at'> {
  if (by !== 'takeProfit' || closingLots === null || left === 0n) return { closing_lots: null, closing_at: null };
  return { closing_lots: formatAmount(lesser(amountOf(closingLots), left)), closing_at };
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
  profit_max: order.profit_max === null ? null : '0',
  closing_lots: null,
  closing_at: null,
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
  const { available, margin: account, pool, fees } = accountsOf(order);
  const { profit, loss, fee } = money;
  const fromMargin = lesser(fee, subtract(margin, loss));
  effects.post({ from: account, to: pool, amount: loss, reason: 'contracts.loss', order });
  effects.post({ from: account, to: fees, amount: fromMargin, reason: 'contracts.fee', order });
  const back = subtract(subtract(margin, loss), fromMargin);
  effects.post({ from: account, to: available, amount: back, reason: 'contracts.marginBack', order });
  coverProfit(effects, order, profit);
  effects.post({ from: pool, to: available, amount: profit, reason: 'contracts.profit', order });
  // Only where the margin left did not cover the fee.
  effects.post({ from: available, to: fees, amount: subtract(fee, fromMargin), reason: 'contracts.fee', order });
}

/**
 * A winner is always paid: what the pool lacks comes from the house's capital. Beyond that only
 * orders from before there was a limit of profit can reach, as a call on the operator's money.
 */
export function coverProfit(effects: ContractEffects, order: ContractOrder, profit: Amount): void {
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
