import {
  type Amount,
  add,
  amountOf,
  formatAmount,
  lesser,
  priceOfPoints,
  rateOf,
  subtract,
  ZERO,
} from '@glasshouse/rules/money';
import { makerCost, restingNeed, takerCost, totalOf, unpaidRounding } from '@glasshouse/rules/spot';
import { isTriggerType } from '@glasshouse/rules/spot-triggers';
import { isStopReached, trailingStop } from '@glasshouse/rules/trailing';
import { isWithinLead } from '../../trading/lead.ts';
import {
  isFinal,
  meetsFrom,
  needOf,
  restingOf,
  restingPoints,
  type SpotFill,
  type SpotOrder,
  openOf as stillOpen,
  trailOf,
} from './rows.ts';

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
  faults.push(...feeFaults(order, fills, fee));
  if (order.fills !== fills.length) faults.push(`it has ${fills.length} fills, says ${order.fills}`);
  expect('held amount', order.held, isFinal(order) ? ZERO : needOf(order, stillOpen(order)));
  faults.push(...triggerFaults(order, fills));
  faults.push(...entryFaults(order, fills));
  faults.push(...leadFaults(order, fills));
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

/** Three units at each of its two ends: its stop, and what became of it then. */
const OCO_ROUNDING_MAX = 6n;

function feeFaults(order: SpotOrder, fills: readonly SpotFill[], charged: Amount): string[] {
  const more = amountOf(order.fee) - charged;
  const isRounding = order.rested_quantity !== null && order.type === 'oco';
  if (isRounding && 0n <= more && more <= OCO_ROUNDING_MAX) return [];
  const should = add(charged, owedByRounding(order, fills));
  return amountOf(order.fee) === should ? [] : [`its fee should be ${formatAmount(should)}, is ${order.fee}`];
}

/** Charged at the end of a purchase that rested and was not filled to the end. */
function owedByRounding(order: SpotOrder, fills: readonly SpotFill[]): Amount {
  if (order.rested_quantity === null || order.state !== 'revoked') return ZERO;
  const made = fills.filter(({ role, seq }) => role === 'maker' && (order.entered_by ?? 0) <= seq);
  const filled = made.reduce<Amount>((sum, { quantity }) => add(sum, amountOf(quantity)), ZERO);
  const rested = amountOf(order.rested_quantity);
  const open = subtract(rested, filled);
  const need = totalOf(restingNeed({ ...restingOf(order), quantity: open }));
  return lesser(unpaidRounding({ ...restingOf(order), rested, open }), need);
}

/** What waited for a price meets the house by that one, which came after it. */
function entryFaults(order: SpotOrder, fills: readonly SpotFill[]): string[] {
  const { queued_at: queuedAt, entered_by: enteredBy, entry_seq: seq, entry_at: at } = order;
  if (queuedAt === null) return enteredBy === null ? [] : ['entered by a price that it did not wait for'];
  const faults: string[] = [];
  if (at !== null && at < meetsFrom(order)) faults.push('entered by a price that was known when it was placed');
  const early = fills.some((fill) => fill.house && (enteredBy === null || fill.seq < enteredBy));
  const atOtherPrice = fills.some((fill) => fill.house && fill.role === 'taker' && fill.tick_seq !== seq);
  if (early || atOtherPrice) faults.push('meets the house by another price than the one it waited for');
  return faults;
}

/** Where it rested, the house met it at a price that nobody could know as it was placed. */
function leadFaults(order: SpotOrder, fills: readonly SpotFill[]): string[] {
  const early = fills.some(({ tick_at: at }) => at !== null && isWithinLead(order.crosses_from, at));
  const triggered = order.trigger_at !== null && isWithinLead(order.crosses_from, order.trigger_at);
  return early || triggered ? ['meets a price that may have been known when it was placed'] : [];
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
