import type { ResultOf } from '@glasshouse/api/calls';
import { formatPoints } from '@glasshouse/rules/money';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { isOpening, type PriceAlert } from './rows.ts';

/** An alert as the API shows it, but for the instrument's name, which the core does not know. */
export type AlertWire = Omit<ResultOf<'listAlerts'>['items'][number], 'name'>;

export function alertWire(alert: PriceAlert): AlertWire {
  const { id, code, precision, direction, state, tick } = alert;
  const text = (points: number): string => formatPoints(points, precision);
  return {
    id,
    code,
    precision,
    direction,
    price: text(alert.points),
    ...(isOpening(alert) && { opening: true as const }),
    state,
    createdAt: isoTime(alert.placed_at),
    firedAt: alert.fired_at === null ? null : isoTime(alert.fired_at),
    tick:
      tick === null
        ? null
        : { seq: tick.seq, price: text(tick.mid), bid: text(tick.bid), ask: text(tick.ask), at: isoTime(tick.at) },
  };
}
