import type { ResultOf } from '@glasshouse/api/calls';
import { formatPoints } from '@glasshouse/rules/money';
import { isoTime, isoTimeOrNull } from '../../kernel/core/iso-time.ts';
import type { OptionOrder } from './rows.ts';

/** An order as the API shows it, but for the instrument's name, which the core does not know. */
export type OptionOrderWire = Omit<ResultOf<'listOptionOrders'>['items'][number], 'name'>;

function tickWire(order: OptionOrder, end: 'entry' | 'exit'): OptionOrderWire['entry'] {
  const seq = order[`${end}_seq`];
  if (seq === null) return null;
  const text = (points: number | null): string => formatPoints(points as number, order.precision);
  return {
    seq,
    price: text(order[`${end}_mid`]),
    bid: text(order[`${end}_bid`]),
    ask: text(order[`${end}_ask`]),
    at: isoTime(order[`${end}_at`] as number),
  };
}

export function orderWire(order: OptionOrder): OptionOrderWire {
  return {
    id: order.id,
    book: order.book,
    code: order.code,
    precision: order.precision,
    direction: order.direction,
    asset: order.asset,
    amount: order.stake,
    periodSeconds: order.period_seconds,
    payoutRate: order.payout_rate,
    fee: order.fee,
    profit: order.profit,
    termsVersion: order.terms_version,
    ...(order.lead_ms === null ? {} : { leadMs: order.lead_ms }),
    state: order.state,
    outcome: order.outcome,
    reason: order.void_reason,
    placedAt: isoTime(order.placed_at),
    entry: tickWire(order, 'entry'),
    expiresAt: isoTimeOrNull(order.expires_at),
    exit: tickWire(order, 'exit'),
    settledAt: isoTimeOrNull(order.settled_at),
    paid: order.paid,
  };
}
