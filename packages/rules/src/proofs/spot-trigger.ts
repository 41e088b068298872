import { formatPoints, formatRate, parseDecimal, type Rate, rateOf } from '../money.ts';
import { isFurther, isStopReached, type TrailDistance, trailingStop } from '../trailing.ts';
import { isoOf, isSame, type Json, recordOf, textOf } from './document.ts';
import type { Entry } from './entries.ts';
import type { Proving } from './proving.ts';
import { type LoggedTick, loggedTick, orderTick } from './ticks.ts';

/** What an order waits for, in points. */
export interface TriggerConditions {
  readonly stop: number | null;
  readonly stopLimit: number | null;
  readonly distance: number | null;
  readonly rate: Rate | null;
}

/** The part of an order that its trigger follows from. */
interface Waiting {
  readonly id: number;
  readonly placed: Entry;
  readonly waits: TriggerConditions | undefined;
  readonly crossesFrom: number | null;
  readonly code: string;
  readonly side: 'buy' | 'sell';
  readonly precision: number;
}

export function waitsFor(body: Json, precision: number): TriggerConditions {
  const points = (price: unknown): number | null =>
    price === undefined ? null : Number(parseDecimal(textOf(price, 'a price'), precision) ?? -1n);
  return {
    stop: points(body.stopPrice),
    stopLimit: points(body.stopLimitPrice),
    distance: points(body.trailingDistance),
    rate: body.trailingRate === undefined ? null : rateOf(textOf(body.trailingRate, 'a rate')),
  };
}

/** The entry by which a tick entered it into the book, and the ticks that this follows from. */
export interface Triggered {
  readonly entry: Entry;
  readonly tick: LoggedTick;
  readonly peak: LoggedTick | undefined;
}

/**
 * What triggered it: a tick of the tape that reaches its stop, which may trail an earlier one.
 * That none better lay between is for who checks the whole tape: a receipt holds two ticks of it.
 */
export function triggerOf(order: Waiting, by: Proving): Triggered | undefined {
  const { found, entries, ticks } = by;
  const { side, waits, code, precision } = order;
  const entry = entries.find(['spot.trigger'], ({ body }) => isSame(body.orders, [order.id]));
  if (entry === undefined || waits === undefined) return undefined;
  const placedAt = loggedTick(recordOf(order.placed.facts, 'the facts').tick, 'the tick of the order');
  const tick = loggedTick(entry.body.tick, 'the tick that triggered it');
  const isLater = tick.code === code && placedAt.seq < tick.seq && tick.at <= entry.at;
  found.expect('window', isLater, 'it was triggered by a tick from elsewhere');
  const isNew = (order.crossesFrom ?? 0) <= tick.at;
  found.expect('window', isNew, 'the tick that triggered it was known when it was placed');
  ticks.expectLogged(tick, precision, 'the tick that triggered it');
  const distance = distanceOf(waits);
  if (distance === undefined) {
    found.expect('window', isStopReached(side, waits.stop ?? 0, tick.mid), 'the tick does not reach its stop');
    return { entry, tick, peak: undefined };
  }
  const peak = loggedTick(entry.body.peak, 'its best tick');
  const isWithin = peak.code === code && placedAt.seq <= peak.seq && peak.seq < tick.seq;
  const isBest = isWithin && !isFurther(side, placedAt.mid, peak.mid);
  found.expect('window', isBest, 'its best tick is of another time, or worse than that of its placing');
  ticks.expectLogged(peak, precision, 'its best tick');
  const stop = trailingStop(side, peak.mid, distance);
  found.expect('window', isStopReached(side, stop, tick.mid), 'the tick does not reach its trailing stop');
  return { entry, tick, peak };
}

function distanceOf({ distance, rate }: TriggerConditions): TrailDistance | undefined {
  if (distance !== null) return { points: distance };
  return rate === null ? undefined : { rate };
}

export function shownTrigger(
  { precision }: Pick<Waiting, 'precision'>,
  waits: TriggerConditions,
  trigger: Triggered | undefined,
): Json {
  const price = (points: number | null): string | null => (points === null ? null : formatPoints(points, precision));
  return {
    stopPrice: price(waits.stop),
    stopLimitPrice: price(waits.stopLimit),
    trailingDistance: price(waits.distance),
    trailingRate: waits.rate === null ? null : formatRate(waits.rate),
    peak: trigger?.peak === undefined ? null : orderTick(trigger.peak, precision),
    triggeredAt: trigger === undefined ? null : isoOf(trigger.entry.at),
    triggerTick: trigger === undefined ? null : orderTick(trigger.tick, precision),
  };
}
