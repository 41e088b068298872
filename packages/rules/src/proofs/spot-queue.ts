import {
  type Amount,
  formatPoints,
  lesser,
  type Price,
  power10,
  RATE_DECIMALS,
  type Rate,
  rateOf,
  subtract,
  ZERO,
} from '../money.ts';
import { restingNeed, totalOf, unpaidRounding } from '../spot.ts';
import { countOf, isoOf, isRecord, isSame, type Json, recordOf, textOf } from './document.ts';
import type { Entry } from './entries.ts';
import { leadIn, leadShown } from './lead.ts';
import type { Proving } from './proving.ts';
import { type LoggedTick, loggedTick, orderTick } from './ticks.ts';

/** An order that met the house's quotes at the first price after it was placed. */
export interface Queue {
  /** Worst price of a market order, in points. */
  readonly worst: number | null;
  readonly precision: number;
  readonly queuedAt: number;
  readonly leadMs: number;
  /** The entry and the price that entered it into the book; undefined while neither came. */
  readonly met: { readonly entry: Entry; readonly tick: LoggedTick } | undefined;
}

interface Placed {
  readonly id: number;
  readonly placed: Entry;
  readonly terms: Json;
  readonly code: string;
  readonly side: 'buy' | 'sell';
  readonly limit: number | null;
  readonly precision: number;
}

/** How the order waited for a price; undefined of one that did not. */
export function queueOf(order: Placed, by: Proving): Queue | undefined {
  const { placed, terms, code, precision } = order;
  const { found, entries, ticks } = by;
  const result = isRecord(placed.result) ? placed.result : {};
  if (result.queuedAt === undefined) return undefined;
  found.expect('terms', terms.awaits !== undefined, 'it waited for a price that its terms do not ask for');
  const seen = loggedTick(recordOf(placed.facts, 'the facts').tick, 'the tick of the order');
  const worst = order.limit === null ? worstOf(order, seen) : null;
  const leadMs = leadIn(terms);
  const from = placed.at + leadMs;
  const entry = entries.find(['spot.meet'], ({ body }) => isSame(body.orders, [order.id]));
  if (entry === undefined) return { worst, precision, queuedAt: placed.at, leadMs, met: undefined };
  const tick = loggedTick(entry.body.tick, 'the price that it waited for');
  const isNext = tick.code === code && seen.seq < tick.seq && from <= tick.at && tick.at <= entry.at;
  found.expect('window', isNext, 'the price that it waited for was known when it was placed');
  ticks.expectLogged(tick, precision, 'the price that it waited for');
  const before = ticks.get(code, tick.seq - 1);
  if (seen.seq < tick.seq - 1 && isSame(terms.awaits, [])) {
    if (before !== undefined) found.expect('window', before.at < from, `tick ${before.seq} was the first`);
    else if (!ticks.isListed(code, tick.seq - 1)) found.lack('next', `tick ${tick.seq - 1} is not in the file`);
  }
  return { worst, precision, queuedAt: placed.at, leadMs, met: { entry, tick } };
}

/** How far a market order trades from the price that was seen. */
function worstOf({ terms, side }: Placed, { mid }: LoggedTick): number {
  const band = rateOf(textOf(terms.bandRate, 'a rate'));
  const slippage = terms.slippageRate === undefined ? band : rateOf(textOf(terms.slippageRate, 'a rate'));
  const width = Number((BigInt(mid) * (slippage < band ? slippage : band)) / power10(RATE_DECIMALS));
  return side === 'buy' ? mid + width : Math.max(1, mid - width);
}

/** What such an order shows. */
export const shownQueue = ({ worst, precision, queuedAt, leadMs, met }: Queue): Json => ({
  queuedAt: isoOf(queuedAt),
  ...leadShown({ leadMs }),
  worstPrice: worst === null ? null : formatPoints(worst, precision),
  enteredAt: met === undefined ? null : isoOf(met.entry.at),
  entryTick: met === undefined ? null : orderTick(met.tick, precision),
});

/** The entry that ended it because no price came in time. */
export const lapseOf = (id: number, { entries }: Proving): Entry | undefined =>
  entries.find(['spot.lapse'], ({ body }) => Array.isArray(body.orders) && body.orders.includes(id));

/** What a purchase that rested owes when its rest ends unfilled. */
export function owedAtEnd(order: {
  readonly terms: Json;
  readonly price: Price;
  readonly makerRate: Rate;
  readonly rested: Amount | undefined;
  readonly open: Amount;
}): Amount {
  const { terms, price, makerRate, rested, open } = order;
  if (terms.roundsUp !== true || rested === undefined) return ZERO;
  const need = totalOf(restingNeed({ price, makerRate, quantity: open }));
  return lesser(unpaidRounding({ price, makerRate, rested, open }), need);
}

/** Fills that the entry which placed it made, by its answer. */
export const countOfFirst = (placed: Entry): number => {
  const { fills } = recordOf(placed.result, 'the result');
  return Array.isArray(fills) ? fills.length : countOf(fills ?? 0, 'a number of fills');
};

/** What is left of an amount to spend. */
export const budgetLeft = (budget: Amount, spent: { readonly amount: Amount; readonly fee: Amount }): Amount =>
  subtract(budget, totalOf(spent));
