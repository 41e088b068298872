import {
  type Amount,
  add,
  amountOf,
  formatAmount,
  priceOfPoints,
  rateOf,
  subtract,
  ZERO,
} from '@glasshouse/rules/money';
import { makerCost, takerCost, totalOf } from '@glasshouse/rules/spot';
import { isTriggerType } from '@glasshouse/rules/spot-triggers';
import { isStopReached, trailingStop } from '@glasshouse/rules/trailing';
import {
  isFinal,
  needOf,
  restingOf,
  restingPoints,
  type SpotFill,
  type SpotOrder,
  openOf as stillOpen,
  trailOf,
} from './order.ts';

/**
 * Faults of an order and its fills, by the rules alone: each amount must be price times quantity
 * and each fee the order's own rate of it, rounded by the rules, and the order the sum of its
 * fills.
 */
export function fillFaults(order: SpotOrder, fills: readonly SpotFill[]): string[] {
  const faults: string[] = [];
  const expect = (name: string, is: string, should: Amount): void => {
    if (amountOf(is) !== should) faults.push(`its ${name} should be ${formatAmount(should)}, is ${is}`);
  };
  let [quantity, amount, fee]: [Amount, Amount, Amount] = [ZERO, ZERO, ZERO];
  for (const [index, fill] of fills.entries()) {
    const own = `fill ${fill.idx}`;
    if (fill.idx !== index + 1) faults.push(`fill ${index + 1} is missing`);
    const after = add(quantity, amountOf(fill.quantity));
    const cost =
      fill.role === 'taker'
        ? takerCost({
            side: order.side,
            price: priceOfPoints(fill.price, order.precision),
            quantity: amountOf(fill.quantity),
            takerRate: rateOf(order.taker_rate),
          })
        : makerCost({
            ...restingOf(asOf(order, fill)),
            side: order.side,
            before: openOf(order, quantity),
            after: openOf(order, after),
          });
    expect(`${own}'s amount`, fill.amount, cost.amount);
    expect(`${own}'s fee`, fill.fee, cost.fee);
    if (fill.side !== order.side || fill.user_id !== order.user_id || fill.code !== order.code) {
      faults.push(`${own} is not its own`);
    }
    faults.push(...priceFaults(asOf(order, fill), fill).map((fault) => `${own} ${fault}`));
    quantity = after;
    amount = add(amount, cost.amount);
    fee = add(fee, cost.fee);
  }
  expect('filled quantity', order.filled_quantity, quantity);
  expect('filled amount', order.filled_amount, amount);
  expect('fee', order.fee, fee);
  if (order.fills !== fills.length) faults.push(`it has ${fills.length} fills, says ${order.fills}`);
  expect('held amount', order.held, isFinal(order) ? ZERO : needOf(order, stillOpen(order)));
  faults.push(...triggerFaults(order, fills));
  if (order.amount !== null && amountOf(order.amount) < totalOf({ amount, fee }))
    faults.push('it spent more than its amount');
  return faults;
}

const openOf = (order: SpotOrder, filled: Amount): Amount => subtract(amountOf(order.quantity as string), filled);

/** The order as it was at this fill: one-cancels-other rests at its limit before its stop. */
const asOf = (order: SpotOrder, fill: SpotFill): SpotOrder =>
  order.triggered_by !== null && fill.seq < order.triggered_by ? { ...order, triggered_by: null } : order;

/** What a tick triggered must be reached by it, and nothing trades before, save a resting limit. */
function triggerFaults(order: SpotOrder, fills: readonly SpotFill[]): string[] {
  const { side, type, triggered_by: triggeredBy, trigger_mid: mid, peak_mid: peak } = order;
  const faults: string[] = [];
  if (!isTriggerType(type)) return triggeredBy === null ? [] : ['was triggered, but waits for nothing'];
  const early = fills.some(({ seq, role }) => (triggeredBy ?? Number.MAX_SAFE_INTEGER) > seq && role === 'taker');
  const before = fills.some(({ seq }) => seq < (triggeredBy ?? Number.MAX_SAFE_INTEGER));
  if (early || (before && type !== 'oco')) faults.push('trades before it was triggered');
  if (triggeredBy === null || mid === null) return faults;
  const distance = trailOf(order);
  const stop = distance === undefined || peak === null ? order.stop_points : trailingStop(side, peak, distance);
  if (stop === null || !isStopReached(side, stop, mid)) faults.push('was triggered by a tick that does not reach it');
  return faults;
}

function priceFaults(order: SpotOrder, fill: SpotFill): string[] {
  const faults: string[] = [];
  const isWorse = (price: number, than: number): boolean => (order.side === 'buy' ? than < price : price < than);
  const limit = restingPoints(order);
  if (limit !== null && isWorse(fill.price, limit)) faults.push('is worse than its limit');
  if (fill.role === 'maker' && fill.price !== limit) faults.push('of a maker is not at its limit');
  // The house sells at its tick's ask or above, and buys at the bid or below.
  const quote = order.side === 'buy' ? fill.tick_ask : fill.tick_bid;
  if (fill.house !== (quote !== null)) faults.push('does not say which tick the house quoted by');
  if (quote !== null && isWorse(quote, fill.price)) faults.push('is better than the house quoted');
  return faults;
}
