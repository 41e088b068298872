import { formatPoints } from '../../money.ts';
import type { HashedTick } from '../../tick-hash.ts';
import { countOf, type Json, recordOf, textOf, Unreadable } from '../document.ts';
import type { ProvenTicks } from '../ticks.ts';
import type { Shared } from './shared.ts';

/** The tick on the signed tape that an order repeats; a fault unless it is the same. */
export function tapeTick({ order, found, ticks }: Shared, claim: { code: string; shown: unknown }): HashedTick {
  const shown = recordOf(claim.shown, 'a tick');
  const tick = ticks.get(claim.code, countOf(shown.seq, 'a tick'));
  if (tick === undefined) throw new Unreadable(`tick ${String(shown.seq)} of ${claim.code} is not proved`);
  const { bid, ask, mid, precision, at } = tick;
  const price = (points: number): string => formatPoints(points, precision);
  const isSame =
    shown.bid === price(bid) &&
    shown.ask === price(ask) &&
    (shown.price === undefined || shown.price === price(mid)) &&
    Date.parse(textOf(shown.at, 'a time')) === at &&
    (order.precision === undefined || order.precision === precision);
  found.expect('ticks', isSame, `tick ${tick.seq} is shown otherwise than it was signed`);
  return tick;
}

/** The ticks from one to another as far as they are proved, in order. */
export function stretch(ticks: ProvenTicks, range: { code: string; from: number; to: number }): HashedTick[] {
  const found: HashedTick[] = [];
  for (let seq = range.from; seq <= range.to; seq += 1) {
    const tick = ticks.get(range.code, seq);
    if (tick !== undefined) found.push(tick);
  }
  return found;
}

/** Text of a field that must be there. */
export const field = (order: Json, name: string): string => textOf(order[name], name);
