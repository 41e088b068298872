import { type Amount, add, amountOf, formatAmount, formatPrice, mulPriceFloor, priceOf, ZERO } from '../../money.ts';
import { averagePrice } from '../../spot.ts';
import { listOf, recordOf } from '../document.ts';
import type { Shared } from './shared.ts';
import { field, tapeTick } from './ticks.ts';

/** Units of amount and fee, at each of the two ends that a one-cancels-other may have. */
const ROUNDING_MAX = 6n;

/** Fills add up to the order; what the house gave rests on a tick of the tape. */
export function verifySharedSpot(shared: Shared): void {
  const { order, found } = shared;
  const code = field(order, 'code');
  const fills = listOf(order.fills, 'the fills').map((fill) => recordOf(fill, 'a fill'));
  let [quantity, least, fee] = [ZERO, ZERO, ZERO];
  for (const fill of fills) {
    if (fill.tick !== null) tapeTick(shared, { code, shown: fill.tick });
    else found.note('A fill was a trade with another person: their order is not shown.');
    const filled = amountOf(field(fill, 'quantity'));
    quantity = add(quantity, filled);
    least = add(least, mulPriceFloor(filled, priceOf(field(fill, 'price'))));
    fee = add(fee, amountOf(field(fill, 'fee')));
    const limit = order.price === null ? undefined : priceOf(field(order, 'price'));
    const price = priceOf(field(fill, 'price'));
    const isWithin = limit === undefined || (order.side === 'buy' ? price <= limit : limit <= price);
    found.expect('order', isWithin, 'a fill is beyond the limit');
  }
  const amount = amountOf(field(order, 'filledAmount'));
  found.expect('amounts', order.filledQuantity === formatAmount(quantity), 'its quantity is not that of its fills');
  // Whose rest was cancelled may owe what its fills were rounded down by.
  const more = amountOf(field(order, 'fee')) - fee;
  const isOwed = order.side === 'buy' && order.state === 'revoked' && 0n < more && more <= ROUNDING_MAX;
  found.expect('amounts', more === 0n || isOwed, 'its fee is not that of its fills');
  // Each fill is rounded to one minor unit, whichever way its role wants.
  const most = (least + BigInt(fills.length)) as Amount;
  found.expect(
    'amounts',
    least - BigInt(fills.length) <= amount && amount <= most,
    'its value is not that of its fills',
  );
  const mean = averagePrice({ amount, quantity });
  const shown = mean === undefined ? null : formatPrice(mean);
  found.expect('amounts', order.averagePrice === shown, 'its average price is another');
}
