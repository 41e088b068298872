import type { ResultOf } from '@glasshouse/api/calls';
import { amountOf, formatPoints, formatPrice } from '@glasshouse/rules/money';
import { averagePrice } from '@glasshouse/rules/spot';
import { isTriggerType } from '@glasshouse/rules/spot-triggers';
import { isoTime, isoTimeOrNull } from '../../kernel/core/iso-time.ts';
import type { SpotFill, SpotOrder } from './rows.ts';

/** An order as the API shows it. */
export type SpotOrderWire = ResultOf<'listSpotOrders'>['items'][number];

interface WireTick {
  readonly seq: number;
  readonly price: string;
  readonly bid: string;
  readonly ask: string;
  readonly at: string;
}

type Part = 'seq' | 'bid' | 'ask' | 'mid' | 'at';

/** A tick of a row, if there is one there. */
function tickWire(precision: number, part: (name: Part) => number | null): WireTick | null {
  const seq = part('seq');
  if (seq === null) return null;
  const text = (name: 'bid' | 'ask' | 'mid'): string => formatPoints(part(name) as number, precision);
  return { seq, price: text('mid'), bid: text('bid'), ask: text('ask'), at: isoTime(part('at') as number) };
}

function fillWire(fill: SpotFill, precision: number): SpotOrderWire['fills'][number] {
  const text = (points: number | null): string => formatPoints(points as number, precision);
  const tick = tickWire(precision, (name) => fill[`tick_${name}`]);
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
    ...(isTriggerType(order.type) ? triggerWire(order) : {}),
    ...(order.queued_at === null ? {} : queueWire(order, order.queued_at)),
    ...(order.crosses_from === null ? {} : { crossesFrom: isoTime(order.crosses_from) }),
  };
}

/** Only of orders that waited for the house's next quotes. */
const queueWire = (order: SpotOrder, queuedAt: number) => ({
  queuedAt: isoTime(queuedAt),
  ...(order.lead_ms === null ? {} : { leadMs: order.lead_ms }),
  worstPrice: order.worst_points === null ? null : formatPoints(order.worst_points, order.precision),
  enteredAt: isoTimeOrNull(order.entered_at),
  entryTick: tickWire(order.precision, (name) => order[`entry_${name}`]),
});

/** Not of the order itself: the entry that ended it has it, and what an entry answered stays. */
export const refusedWire = (refused: number | undefined): Pick<SpotOrderWire, 'refused'> =>
  refused === undefined ? {} : { refused };

/** Only of orders that wait for a trigger: answers about the others stay as they were. */
function triggerWire(order: SpotOrder) {
  const points = (value: number | null) => (value === null ? null : formatPoints(value, order.precision));
  return {
    stopPrice: points(order.stop_points),
    stopLimitPrice: points(order.stop_limit_points),
    trailingDistance: points(order.trail_points),
    trailingRate: order.trail_rate,
    // Until then only the core knows it: rows are behind by some minutes.
    peak: order.triggered_by === null ? null : tickWire(order.precision, (name) => order[`peak_${name}`]),
    triggeredAt: isoTimeOrNull(order.triggered_at),
    triggerTick: tickWire(order.precision, (name) => order[`trigger_${name}`]),
  };
}
