import type { ResultOf } from '@glasshouse/api/calls';
import { amountOf, formatPoints, formatPrice } from '@glasshouse/rules/money';
import { averagePrice } from '@glasshouse/rules/spot';
import { isoTime, isoTimeOrNull } from '../../kernel/iso-time.ts';
import type { SpotFill, SpotOrder } from './order.ts';

/** An order as the API shows it. */
export type SpotOrderWire = ResultOf<'listSpotOrders'>['items'][number];

function fillWire(fill: SpotFill, precision: number): SpotOrderWire['fills'][number] {
  const text = (points: number | null): string => formatPoints(points as number, precision);
  const tick =
    fill.tick_seq === null
      ? null
      : {
          seq: fill.tick_seq,
          price: text(fill.tick_mid),
          bid: text(fill.tick_bid),
          ask: text(fill.tick_ask),
          at: isoTime(fill.tick_at as number),
        };
  return {
    id: fill.idx,
    price: text(fill.price),
    quantity: fill.quantity,
    fee: fill.fee,
    feeAsset: fill.fee_asset,
    role: fill.role,
    house: fill.house,
    tick,
    at: isoTime(fill.at),
  };
}

/** The order with its fills, oldest first. */
export function orderWire(order: SpotOrder, fills: readonly SpotFill[]): SpotOrderWire {
  const mean = averagePrice({ amount: amountOf(order.filled_amount), quantity: amountOf(order.filled_quantity) });
  return {
    id: order.id,
    book: order.book,
    code: order.code,
    // As the catalogue names pairs of coins.
    name: `${order.base}/${order.quote}`,
    precision: order.precision,
    base: order.base,
    quote: order.quote,
    side: order.side,
    type: order.type,
    timeInForce: order.time_in_force,
    state: order.state,
    price: order.price === null ? null : formatPoints(order.price, order.precision),
    quantity: order.quantity,
    amount: order.amount,
    filledQuantity: order.filled_quantity,
    filledAmount: order.filled_amount,
    averagePrice: mean === undefined ? null : formatPrice(mean),
    fee: order.fee,
    feeAsset: order.quote,
    held: order.held,
    placedAt: isoTime(order.placed_at),
    doneAt: isoTimeOrNull(order.done_at),
    fills: fills.map((fill) => fillWire(fill, order.precision)),
  };
}
