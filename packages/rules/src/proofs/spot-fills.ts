import { type LadderOf, ladderPrices } from '../house-quotes.ts';
import { amountOf } from '../money.ts';
import { countOf, isRecord, type Json, recordOf, textOf } from './document.ts';
import type { Proving } from './proving.ts';
import type { At, Fill, Order } from './spot-parts.ts';
import { loggedTick, orderTick } from './ticks.ts';

/** The tick that the house quoted by: that of the log entry, and on the tape. */
export function fillTick(order: Order, fill: Fill, context: { made: At; what: string; by: Proving }): Json | null {
  if (!fill.house) return null;
  const { made, by, what } = context;
  const entry = by.entries.all.find(({ seq }) => seq === made.seq);
  // Of an order that was triggered, the tick that did it.
  const source = fill.role === 'taker' && entry?.type === 'spot.submit' ? entry.facts : entry?.body;
  const tick = loggedTick(isRecord(source) ? source.tick : undefined, `the tick of ${what}`);
  by.found.expect('window', tick.code === order.code && tick.at <= made.at, `${what} is by a tick from elsewhere`);
  const isNew = fill.role === 'taker' || (order.crossesFrom ?? 0) <= tick.at;
  by.found.expect('window', isNew, `${what} is by a tick that was known when the order was placed`);
  by.ticks.expectLogged(tick, order.precision, `the tick of ${what}`);
  const best = order.side === 'buy' ? tick.ask : tick.bid;
  const away = order.side === 'buy' ? fill.points - best : best - fill.points;
  const isQuoted = fill.role === 'maker' ? 0 <= away : isLevel(order, { points: fill.points, tick });
  by.found.expect('window', isQuoted, `${what} is at a price that the house did not quote`);
  return orderTick(tick, order.precision);
}

/** The house quotes at prices that follow from the tick and the terms. */
function isLevel({ side, terms }: Order, { points, tick }: { points: number; tick: LadderOf['tick'] }): boolean {
  const { spacingPpm, levels } = recordOf(terms.ladder, 'the quotes');
  const shape = {
    levels: countOf(levels, 'a number of quotes'),
    spacingPpm: countOf(spacingPpm, 'a distance'),
    varies: terms.quotesVary === true,
  };
  return ladderPrices(side === 'buy' ? 'sell' : 'buy', { tick, shape }).includes(points);
}

export function allowed(order: Order, fill: Fill, { what, found }: { what: string; found: Proving['found'] }): void {
  const isWorse = order.side === 'buy' ? (order.limit ?? 0) < fill.points : fill.points < (order.limit ?? 0);
  found.expect('amounts', order.limit === null || !isWorse, `${what} is worse than the limit`);
  found.expect('amounts', fill.role === 'taker' || fill.points === order.limit, `${what} is not at the limit`);
  const step = amountOf(textOf(order.terms.quantityStep, 'a step'));
  found.expect('amounts', 0n < fill.quantity && fill.quantity % step === 0n, `${what} is off the step`);
}
