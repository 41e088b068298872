import { formatPoints } from '@glasshouse/rules/money';
import { isoTime } from '../../kernel/iso-time.ts';
import type { Json } from '../../kernel/types.ts';
import type { PriceAlert } from './alert.ts';

/** The alert as the contract shows it, but for the instrument's name, which the core does not know. */
export function alertWire(alert: PriceAlert): Json {
  const { id, code, precision, direction, state, tick } = alert;
  const text = (points: number): string => formatPoints(points, precision);
  return {
    id,
    code,
    precision,
    direction,
    price: text(alert.points),
    state,
    createdAt: isoTime(alert.placed_at),
    firedAt: alert.fired_at === null ? null : isoTime(alert.fired_at),
    tick:
      tick === null
        ? null
        : { seq: tick.seq, price: text(tick.mid), bid: text(tick.bid), ask: text(tick.ask), at: isoTime(tick.at) },
  };
}
