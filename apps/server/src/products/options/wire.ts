import { formatPoints } from '@glasshouse/rules/money';
import { isoTimeOrNull } from '../../kernel/iso-time.ts';
import type { Json } from '../../kernel/types.ts';
import type { OptionOrder } from './order.ts';

function tickWire(order: OptionOrder, end: 'entry' | 'exit'): Json {
  const seq = order[`${end}_seq`];
  if (seq === null) return null;
  const text = (points: number | null): string => formatPoints(points as number, order.precision);
  return {
    seq,
    price: text(order[`${end}_mid`]),
    bid: text(order[`${end}_bid`]),
    ask: text(order[`${end}_ask`]),
    at: isoTimeOrNull(order[`${end}_at`]),
  };
}

/** The order as the contract shows it, but for the instrument's name, which the core does not know. */
export function orderWire(order: OptionOrder): Json {
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
    state: order.state,
    outcome: order.outcome,
    reason: order.void_reason,
    placedAt: isoTimeOrNull(order.placed_at),
    entry: tickWire(order, 'entry'),
    expiresAt: isoTimeOrNull(order.expires_at),
    exit: tickWire(order, 'exit'),
    settledAt: isoTimeOrNull(order.settled_at),
    paid: order.paid,
  };
}
