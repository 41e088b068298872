import { closingPrice, contractFeeOf, FINE, openingPrice, type Side, type Size } from '../../contracts.ts';
import { type Carry, closePart, NO_CARRY, settleClose } from '../../contracts-close.ts';
import { cappedPnl, profitMaxOf, profitMaxPart } from '../../contracts-profit.ts';
import { quoteRateAt } from '../../contracts-rate.ts';
import { dividendOf, isRatio, splitPosition, unpaidDividend } from '../../corporate-actions.ts';
import {
  type Amount,
  add,
  amountOf,
  formatAmount,
  formatRate,
  type Price,
  priceOf,
  priceOfPoints,
  rateOf,
  subtract,
  ZERO,
} from '../../money.ts';
import { countOf, type Json, listOf, recordOf } from '../document.ts';
import type { Shared } from './shared.ts';
import { field, tapeTick } from './ticks.ts';

/** Every price is a side of a tick, and every sum follows from prices, lots and rates. */
export function verifySharedContract(shared: Shared): void {
  const { order, found } = shared;
  const code = field(order, 'code');
  const side: Side = order.side === 'buy' ? 'buy' : 'sell';
  const steps = listOf(order.steps, 'the steps').map((step) => recordOf(step, 'a step'));
  const by = order.convertsBy === undefined ? undefined : recordOf(order.convertsBy, 'what converts it');
  const priced = ['opened', 'partClosed', 'closed', 'liquidated'];
  for (const step of steps) {
    if (by !== undefined && step.pnl !== null) expectRate(shared, { by, step });
    else found.expect('order', step.rate === undefined, 'it is converted by nothing that its order names');
    if (step.tick === null) continue;
    const tick = tapeTick(shared, { code, shown: step.tick });
    if (step.price === null || !priced.includes(String(step.kind))) continue;
    const points = (step.kind === 'opened' ? openingPrice : closingPrice)(side, tick);
    const holds = priceOf(field(step, 'price')) === priceOfPoints(points, tick.precision);
    found.expect('order', holds, `the price of ${String(step.kind)} is not the one of its tick`);
  }
  const opened = steps.find(({ kind }) => kind === 'opened');
  const isAdjusted = steps.some(({ kind }) => kind === 'adjusted');
  if (!isAdjusted) found.expect('order', opened?.price === order.openPrice, 'it opened at another price');
  sums(shared, { side, steps, opened: isAdjusted && opened !== undefined ? opened : order });
}

/** What a close was converted at is the mid of a tick of the instrument that the order names. */
function expectRate(shared: Shared, { by, step }: { by: Json; step: Json }): void {
  // A reset of the demo book closes without a price, and converts nothing.
  if (step.price === null) return;
  const rate = recordOf(step.rate, 'the rate of a close');
  const tick = tapeTick(
    { ...shared, order: { precision: by.precision } },
    { code: field(by, 'code'), shown: rate.tick },
  );
  const quoteRate = quoteRateAt({ precision: tick.precision, inverse: by.inverse === true }, tick.mid);
  const holds = quoteRate !== undefined && rate.quoteRate === formatRate(quoteRate) && rate.code === by.code;
  shared.found.expect('amounts', holds, 'a close is not converted at the mid of its tick');
}

interface Left {
  readonly lots: Amount;
  readonly open: Price;
  readonly margin: Amount;
  readonly carry: Carry;
}

function sums(
  { order, found }: Shared,
  { side, steps, opened }: { readonly side: Side; readonly steps: readonly Json[]; readonly opened: Json },
): void {
  // A split changes both, so that the order shows what they have become.
  const open = priceOf(field(opened, opened === order ? 'openPrice' : 'price'));
  const lots = amountOf(field(opened, 'lots'));
  const lotSize = amountOf(field(order, 'lotSize'));
  const quoteRate = rateOf(field(order, 'quoteRate'));
  const feeRate = rateOf(field(order, 'feeRate'));
  const size = (amount: Amount, rate = quoteRate) => ({ lots: amount, lotSize, quoteRate: rate });
  const openFee = formatAmount(contractFeeOf(size(lots), open, feeRate));
  found.expect('amounts', order.openFee === openFee, 'its opening fee is not lots × size × price × rate');
  let left: Left = { lots, open, margin: amountOf(field(order, 'margin')), carry: NO_CARRY };
  let most =
    typeof order.profitMaxRate === 'string' ? profitMaxOf(size(lots), open, rateOf(order.profitMaxRate)) : undefined;
  let [realised, fees, financed, released] = [ZERO, ZERO, ZERO, ZERO];
  for (const step of steps) {
    if (step.kind === 'financed') financed = add(financed, amountOf(field(step, 'fee')));
    if (step.adjusted !== undefined) {
      const isUnpaid = order.closedBy === 'dividend';
      const after = adjust(left, { found, side, step, size: size(left.lots), point: pointOf(order), isUnpaid });
      realised = add(realised, step.pnl === null ? ZERO : amountOf(field(step, 'pnl')));
      left = after;
      continue;
    }
    const isClose = step.pnl !== null && step.price !== null && step.lots !== null;
    if (!isClose) {
      found.expect('amounts', step.pnl === null, `${String(step.kind)} has a profit without a price`);
      continue;
    }
    const closed = amountOf(field(step, 'lots'));
    if (closed <= 0n || left.lots < closed) {
      found.expect('amounts', false, 'more was closed than was open');
      return;
    }
    const rate = step.rate === undefined ? quoteRate : rateOf(field(recordOf(step.rate, 'a rate'), 'quoteRate'));
    const position = { ...left, side, size: size(left.lots, rate), feeRate };
    const part = closePart(position, { lots: closed, price: priceOf(field(step, 'price')) });
    const cap = most && profitMaxPart(most, { lots: closed, open: left.lots });
    const money = settleClose({ ...part, pnl: cappedPnl(part.pnl, cap) });
    const pnl = subtract(money.profit, money.loss);
    const holds = step.pnl === formatAmount(pnl) && step.fee === formatAmount(money.fee);
    found.expect('amounts', holds, `profit and fee of ${String(step.kind)} do not follow from its price`);
    [realised, fees, released] = [add(realised, pnl), add(fees, money.fee), money.released];
    if (most !== undefined && cap !== undefined) most = subtract(most, cap);
    left = {
      ...left,
      lots: subtract(left.lots, closed),
      margin: subtract(left.margin, part.margin),
      carry: part.carry,
    };
  }
  found.expect('order', left.open === priceOf(field(order, 'openPrice')), 'it opened at another price');
  found.expect('amounts', order.realised === formatAmount(realised), 'its profit is not that of its closes');
  found.expect('amounts', order.closeFeePaid === formatAmount(fees), 'its closing fees are not those of its closes');
  const isWithin = order.netted === undefined || amountOf(field(order, 'netted')) <= released;
  found.expect('amounts', isWithin, 'it gave more for another position than it had');
  const nights = formatAmount(-financed as Amount);
  found.expect('amounts', order.financing === nights, 'its overnight fees are not those of its nights');
}

const pointOf = ({ precision }: Json): Price => priceOfPoints(1, countOf(precision, 'a precision'));

interface Adjusting {
  readonly found: Shared['found'];
  readonly side: Side;
  readonly step: Json;
  readonly size: Size;
  readonly point: Price;
  /** Whether it was closed because its margin did not hold a dividend. */
  readonly isUnpaid: boolean;
}

/** What a split or a dividend makes of a position. */
function adjust(left: Left, { found, side, step, size, point, isUnpaid }: Adjusting): Left {
  const action = recordOf(step.adjusted, 'an action');
  if (action.kind === 'dividend') {
    const perUnit = priceOf(field(action, 'amount'));
    const position = { side, size, margin: left.margin };
    const pnl = amountOf(field(step, 'pnl'));
    // What was withheld is in the terms, which its owner alone has.
    const most = dividendOf(position, { perUnit, withholding: NOTHING });
    found.expect('amounts', side === 'sell' ? pnl === most : 0n < pnl && pnl <= most, 'a dividend does not pay that');
    const unpaid = isUnpaid ? unpaidDividend(position, perUnit) : ZERO;
    return {
      ...left,
      margin: add(left.margin, pnl),
      carry: { ...left.carry, pnl: left.carry.pnl - unpaid * FINE },
    };
  }
  const ratio = {
    numerator: countOf(action.numerator, 'a ratio'),
    denominator: countOf(action.denominator, 'a ratio'),
  };
  if (!found.expect('terms', action.kind === 'split' && isRatio(ratio), 'it was adjusted by no split')) return left;
  // While it waited: it opened with what that made of it.
  if (step.pnl === null) return left;
  const last = action.last === null ? left.open : priceOf(field(action, 'last'));
  const { cash, ...after } = splitPosition(
    { side, size, open: left.open, margin: left.margin, carry: left.carry.pnl },
    { ratio, last, pointSize: point },
  );
  const holds =
    step.lots === formatAmount(after.lots) &&
    priceOf(field(step, 'price')) === after.open &&
    step.pnl === formatAmount(cash);
  found.expect('amounts', holds, 'lots, entry or what was paid for rounding are not those of the split');
  return {
    lots: after.lots,
    open: after.open,
    margin: add(left.margin, cash),
    carry: { ...left.carry, pnl: after.carry },
  };
}

const NOTHING = rateOf('0');
