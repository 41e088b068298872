import { closingPrice, contractFeeOf, openingPrice, type Side } from '../../contracts.ts';
import { closePart, NO_CARRY, settleClose } from '../../contracts-close.ts';
import { cappedPnl, profitMaxOf, profitMaxPart } from '../../contracts-profit.ts';
import { quoteRateAt } from '../../contracts-rate.ts';
import {
  type Amount,
  add,
  amountOf,
  formatAmount,
  formatRate,
  priceOf,
  priceOfPoints,
  rateOf,
  subtract,
  ZERO,
} from '../../money.ts';
import { type Json, listOf, recordOf } from '../document.ts';
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
  found.expect('order', opened?.price === order.openPrice, 'it opened at another price');
  sums(shared, { side, steps });
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

function sums({ order, found }: Shared, { side, steps }: { side: Side; steps: readonly Json[] }): void {
  const open = priceOf(field(order, 'openPrice'));
  const lots = amountOf(field(order, 'lots'));
  const [lotSize, quoteRate] = [amountOf(field(order, 'lotSize')), rateOf(field(order, 'quoteRate'))];
  const feeRate = rateOf(field(order, 'feeRate'));
  const size = (of: Amount, rate = quoteRate) => ({ lots: of, lotSize, quoteRate: rate });
  const openFee = formatAmount(contractFeeOf(size(lots), open, feeRate));
  found.expect('amounts', order.openFee === openFee, 'its opening fee is not lots × size × price × rate');
  let left = { lots, margin: amountOf(field(order, 'margin')), carry: NO_CARRY };
  let most =
    typeof order.profitMaxRate === 'string' ? profitMaxOf(size(lots), open, rateOf(order.profitMaxRate)) : undefined;
  let [realised, fees, financed, released] = [ZERO, ZERO, ZERO, ZERO];
  for (const step of steps) {
    if (step.kind === 'financed') financed = add(financed, amountOf(field(step, 'fee')));
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
    const position = { side, size: size(left.lots, rate), open, margin: left.margin, feeRate, carry: left.carry };
    const part = closePart(position, { lots: closed, price: priceOf(field(step, 'price')) });
    const cap = most && profitMaxPart(most, { lots: closed, open: left.lots });
    const money = settleClose({ ...part, pnl: cappedPnl(part.pnl, cap) });
    const pnl = subtract(money.profit, money.loss);
    const holds = step.pnl === formatAmount(pnl) && step.fee === formatAmount(money.fee);
    found.expect('amounts', holds, `profit and fee of ${String(step.kind)} do not follow from its price`);
    [realised, fees, released] = [add(realised, pnl), add(fees, money.fee), money.released];
    if (most !== undefined && cap !== undefined) most = subtract(most, cap);
    left = { lots: subtract(left.lots, closed), margin: subtract(left.margin, part.margin), carry: part.carry };
  }
  found.expect('amounts', order.realised === formatAmount(realised), 'its profit is not that of its closes');
  found.expect('amounts', order.closeFeePaid === formatAmount(fees), 'its closing fees are not those of its closes');
  const isWithin = order.netted === undefined || amountOf(field(order, 'netted')) <= released;
  found.expect('amounts', isWithin, 'it gave more for another position than it had');
  const nights = formatAmount(-financed as Amount);
  found.expect('amounts', order.financing === nights, 'its overnight fees are not those of its nights');
}
