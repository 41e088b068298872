import { CONVERT_SPREAD_LIMIT, type CoinPrice, convert, USDT_PRICE } from '../../convert.ts';
import { amountOf, type Price, priceOfPoints, rateOf } from '../../money.ts';
import { listOf, recordOf } from '../document.ts';
import type { Shared } from './shared.ts';
import { field, tapeTick } from './ticks.ts';

const RATE_ONE = rateOf('1');
const NO_MARGIN = rateOf('0');

/** What was received lies as far below the reference of its two ticks as the spread says. */
export function verifySharedConversion(shared: Shared): void {
  const { order, found } = shared;
  const used = listOf(order.ticks, 'the ticks').map((item) => recordOf(item, 'a tick'));
  const prices = used.map(({ code, tick }): CoinPrice => {
    const { bid, ask, mid, precision } = tapeTick(shared, { code: String(code), shown: tick });
    const price = (points: number): Price => priceOfPoints(points, precision);
    return { bid: price(bid), ask: price(ask), mid: price(mid) };
  });
  const isOf = (asset: string, index: number): boolean => used[index]?.code === `${asset}USDT`;
  const from = field(order, 'from');
  const to = field(order, 'to');
  const first = from === 'USDT' ? USDT_PRICE : prices[0];
  const second = to === 'USDT' ? USDT_PRICE : prices.at(-1);
  const isTheirs = (from === 'USDT' || isOf(from, 0)) && (to === 'USDT' || isOf(to, used.length - 1));
  if (!found.expect('order', isTheirs && first !== undefined && second !== undefined, 'a price is of another coin')) {
    return;
  }
  if (first === undefined || second === undefined) return;
  const amount = amountOf(field(order, 'amount'));
  const received = amountOf(field(order, 'received'));
  const spread = rateOf(field(order, 'spreadRate'));
  const atBest = convert({ amount, from: first, to: second, marginRate: NO_MARGIN });
  found.expect('amounts', order.reference === atBest.reference, 'its reference is not that of its ticks');
  found.expect('amounts', spread < CONVERT_SPREAD_LIMIT, 'its price is further off than promised');
  // The spread is rounded up to 10⁻⁸, and what is received down to a minor unit.
  const fair = amount * first.mid;
  const isLeast = fair * (RATE_ONE - spread) < (received + 1n) * second.mid * RATE_ONE;
  const isMost = received * second.mid * RATE_ONE <= fair * (RATE_ONE - spread + 1n);
  found.expect(
    'amounts',
    isLeast && isMost && received <= atBest.receive,
    'what it gave does not follow from its spread',
  );
}
