import { feeRateOf } from '../fee-tiers.ts';
import {
  type Amount,
  add,
  amountOf,
  formatAmount,
  formatPoints,
  formatPrice,
  parseDecimal,
  priceOfPoints,
  type Rate,
  rateOf,
  subtract,
  ZERO,
} from '../money.ts';
import { averagePrice, makerCost, restingNeed, type SpotCost, takerCost, totalOf } from '../spot.ts';
import { higherRate, isTriggerType, ocoNeed, stopLimitNeed } from '../spot-triggers.ts';
import { type TimeInForce, timeInForceOf } from '../time-in-force.ts';
import { countOf, isoOf, isoOrNull, isRecord, isSame, type Json, listOf, recordOf, textOf } from './document.ts';
import type { Entry, HiddenEntry } from './entries.ts';
import { discountsOf } from './fee-discounts.ts';
import { ExpectedLines, expectLines } from './ledger.ts';
import { expectFields, type Proving } from './proving.ts';
import { shownTerms } from './spot-terms.ts';
import { shownTrigger, type Triggered, triggerOf, type Waits, waitsFor } from './spot-trigger.ts';
import { loggedTick, orderTick } from './ticks.ts';

/** As many fills as a receipt may carry of one order. */
const FILLS_SHOWN_MAX = 100;

type At = Pick<Entry, 'seq' | 'at'>;

interface Fill {
  readonly points: number;
  readonly quantity: Amount;
  readonly role: 'maker' | 'taker';
  readonly house: boolean;
  readonly tickSeq: number | undefined;
  readonly shown: Json;
}

interface Order {
  readonly id: number;
  readonly placed: Entry;
  readonly type: string;
  /** Whether it waits for its trigger; the limit order of a one-cancels-other rests meanwhile. */
  readonly isWaiting: boolean;
  readonly waits: Waits | undefined;
  readonly code: string;
  readonly base: string;
  readonly quote: string;
  readonly side: 'buy' | 'sell';
  readonly limit: number | null;
  readonly quantity: Amount | null;
  readonly budget: Amount | null;
  readonly terms: Json;
  readonly precision: number;
  readonly makerRate: Rate;
  readonly takerRate: Rate;
}

/**
 * A spot order: what was asked for, each fill at a price that the order or the house's quotes
 * allowed, fees of one tier, and money moved accordingly.
 */
export function proveSpot(document: Json, by: Proving): void {
  const { found, entries, ticks } = by;
  const order = recordOf(document.order, 'the order');
  const id = countOf(order.id, 'the number of the order');
  const placed = entries.need(['spot.submit'], ({ seq }) => seq === id, 'the order');
  by.owner(placed);
  const version = countOf(recordOf(document.terms, 'the terms').version, 'a version');
  const terms = entries.terms('spot.define', 'code', textOf(placed.body.code, 'a code'), version);
  const fills = listOf(order.fills, 'the fills').map((item) => fillOf(recordOf(item, 'a fill'), terms));
  const discount = discountThatFits(placed, { terms, fills, discounts: discountsOf(entries) });
  found.expect('amounts', discount !== undefined, 'its fees are those of no tier');
  const asked = askedFor(placed, { id, terms, discount: discount ?? rateOf('0') });
  const history = replay(asked, fills, by);
  const shownSeqs = new Set([placed.seq, ...history.seqs]);

  entries.expectShown(document.log, shownSeqs);
  expectLines(found, document.lines, { lines: history.lines, ref: String(id), book: placed.book });
  // The fills have been compared one by one.
  expectFields(by, 'the order', order, { ...history.shown, fills: order.fills });
  expectFields(by, 'the terms', recordOf(document.terms, 'the terms'), shownTerms(terms, version));
  expectFields(by, 'the receipt', document, {
    order: document.order,
    terms: document.terms,
    log: document.log,
    ticks: document.ticks,
    lines: document.lines,
    proof: document.proof,
  });
  ticks.expectAllUsed();
}

function fillOf(shown: Json, terms: Json): Fill {
  const points = parseDecimal(textOf(shown.price, 'a price'), countOf(terms.precision, 'a precision'));
  return {
    points: Number(points ?? 0n),
    quantity: amountOf(textOf(shown.quantity, 'a quantity')),
    role: shown.role === 'maker' ? 'maker' : 'taker',
    house: shown.house === true,
    tickSeq: isRecord(shown.tick) ? countOf(shown.tick.seq, 'a tick') : undefined,
    shown,
  };
}

/** Rates are frozen at the tier that the person had: every fee must be of one and the same. */
function discountThatFits(
  placed: Entry,
  { terms, fills, discounts }: { terms: Json; fills: readonly Fill[]; discounts: readonly Rate[] },
): Rate | undefined {
  return discounts.find((discount) => {
    const order = askedFor(placed, { id: placed.seq, terms, discount });
    let done = ZERO;
    return fills.every((fill) => {
      const cost = costOf(asOf(order, fill), fill, done);
      done = add(done, fill.quantity);
      return cost !== undefined && formatAmount(cost.fee) === fill.shown.fee;
    });
  });
}

function askedFor(placed: Entry, of: { id: number; terms: Json; discount: Rate }): Order {
  const { body } = placed;
  const { terms } = of;
  const precision = countOf(terms.precision, 'a precision');
  const limit = body.price === null ? null : limitOf(body, precision);
  const rate = (name: string): Rate => feeRateOf(rateOf(textOf(terms[name], 'a rate')), of.discount);
  return {
    id: of.id,
    placed,
    type: textOf(body.type, 'a type'),
    isWaiting: isTriggerType(String(body.type)),
    waits: isTriggerType(String(body.type)) ? waitsFor(body, precision) : undefined,
    code: textOf(terms.code, 'a code'),
    base: textOf(terms.base, 'an asset'),
    quote: textOf(terms.quote, 'an asset'),
    side: body.side === 'buy' ? 'buy' : 'sell',
    limit,
    quantity: body.quantity === null ? null : amountOf(textOf(body.quantity, 'a quantity')),
    budget: body.amount === null ? null : amountOf(textOf(body.amount, 'an amount')),
    terms,
    precision,
    makerRate: rate('makerRate'),
    takerRate: rate('takerRate'),
  };
}

/** The order once a tick has triggered it. */
const entered = (order: Order): Order => ({
  ...order,
  isWaiting: false,
  limit: order.type === 'oco' ? (order.waits?.stopLimit ?? null) : order.limit,
});

/** Of a one-cancels-other, fills at its first limit come before its trigger. */
const asOf = (order: Order, fill: Fill): Order =>
  order.isWaiting && (fill.role === 'taker' || fill.points !== order.limit) ? entered(order) : order;

function costOf(order: Order, fill: Fill, done: Amount): SpotCost | undefined {
  const { side, quantity: whole } = order;
  const price = priceOfPoints(fill.points, order.precision);
  if (fill.role === 'taker') return takerCost({ side, price, quantity: fill.quantity, takerRate: order.takerRate });
  if (whole === null || order.limit === null) return undefined;
  const before = subtract(whole, done);
  const after = subtract(before, fill.quantity);
  if (after < 0n) return undefined;
  const limit = priceOfPoints(order.limit, order.precision);
  return makerCost({ side, price: limit, makerRate: order.makerRate, before, after });
}

interface History {
  readonly lines: ExpectedLines;
  readonly seqs: readonly number[];
  readonly shown: Json;
}

function replay(asked: Order, fills: readonly Fill[], by: Proving): History {
  const { found, entries } = by;
  const { placed, side } = asked;
  const lines = new ExpectedLines();
  const seqs = new Set<number>();
  let [done, amount, fee] = [ZERO, ZERO, ZERO];
  let held = ZERO;
  let isResting = false;
  let last: At = placed;
  let order = asked;
  /** What entered it into the book. */
  let entering = placed;
  const asset = side === 'buy' ? asked.quote : asked.base;
  const rest = (): Amount => {
    held = needOf(order, subtract(order.quantity ?? ZERO, done));
    lines.within(entering, { from: 'available', to: 'held', asset, amount: held, reason: 'spot.hold' });
    isResting = true;
    return held;
  };
  const trigger = asked.isWaiting ? triggerOf(asked, by) : undefined;
  const fire = (fired: Triggered): void => {
    lines.within(fired.entry, { from: 'held', to: 'available', asset, amount: held, reason: 'spot.release' });
    [held, isResting, order, entering, last] = [ZERO, false, entered(asked), fired.entry, fired.entry];
    seqs.add(fired.entry.seq);
  };
  if (asked.isWaiting) rest();
  const takers = listOf(recordOf(placed.result, 'the result').fills ?? [], 'the fills of the result').length;
  const first = fills[0] === undefined ? 1 : countOf(fills[0].shown.id, 'the number of a fill');
  found.expect('order', first === 1 || FILLS_SHOWN_MAX <= fills.length, 'its fills are numbered otherwise');
  if (1 < first) found.lack('cut', 'only the newest fills are in the file');
  for (const [index, fill] of fills.entries()) {
    const what = `fill ${first + index}`;
    if (trigger !== undefined && order.isWaiting && asOf(order, fill) !== order) fire(trigger);
    if (fill.role === 'maker' && !isResting) rest();
    const made = fill.role === 'taker' ? entering : makerEntry(order, fill, { found, entries });
    if (!found.expect('log', made !== undefined, `${what} follows from no log entry`) || made === undefined) continue;
    const isFirst = fill.role !== 'taker' || (!isResting && (index < takers || order !== asked));
    found.expect('order', isFirst && !(order.isWaiting && fill.role === 'taker'), `${what} has another role`);
    entries.use(made);
    seqs.add(made.seq);
    last = made;
    const cost = costOf(order, fill, done);
    if (!found.expect('amounts', cost !== undefined, `${what} is more than was open`) || cost === undefined) continue;
    done = add(done, fill.quantity);
    amount = add(amount, cost.amount);
    fee = add(fee, cost.fee);
    if (fill.role === 'maker') {
      const before = held;
      held = needOf(order, subtract(order.quantity ?? ZERO, done));
      // What it holds for its stop alone is free with the part that filled.
      const freed = order.isWaiting && side === 'buy' ? before - held - totalOf(cost) : 0n;
      lines.within(made, { from: 'held', to: 'available', asset, amount: freed, reason: 'spot.release' });
    }
    const tick = fillTick(order, fill, { made, what, by });
    allowed(order, fill, { what, found });
    post(lines, order, { fill, cost, made });
    const shown = {
      id: first + index,
      price: formatPoints(fill.points, order.precision),
      quantity: formatAmount(fill.quantity),
      fee: formatAmount(cost.fee),
      feeAsset: order.quote,
      role: fill.role,
      house: fill.house,
      tick,
      at: isoOf(made.at),
    };
    found.expect('amounts', isSame(shown, fill.shown), `${what} is not what follows`);
  }
  if (trigger !== undefined && order.isWaiting) fire(trigger);
  const placedFills = fills.filter(({ role }) => role === 'taker').map(({ shown }) => shown);
  const told = tellsOf(entering);
  const toldFills = listOf(told.fills ?? [], 'fills').filter((fill) => recordOf(fill, 'a fill').role === 'taker');
  const same = 1 < first || isSame(placedFills, toldFills);
  found.expect('log', same, 'the fills of the order are not those of its log entry');
  return ending(order, {
    ...{ by, lines, seqs, last, done, amount, fee, held, isResting, rest, trigger, entering, told },
  });
}

/** The order as an entry that entered it answers. */
const tellsOf = ({ type, result }: Entry): Json => {
  const told = recordOf(result, 'the result');
  return type === 'spot.trigger' ? recordOf(told.order, 'the order of the result') : told;
};

interface Replayed {
  readonly by: Proving;
  readonly lines: ExpectedLines;
  readonly seqs: Set<number>;
  readonly last: At;
  readonly done: Amount;
  readonly amount: Amount;
  readonly fee: Amount;
  readonly held: Amount;
  readonly isResting: boolean;
  /** Puts the rest on hold; what it holds then. */
  readonly rest: () => Amount;
  readonly trigger: Triggered | undefined;
  readonly entering: Entry;
  readonly told: Json;
}

/** How it ended, or that it rests or waits: by the entry that entered it, and what came after. */
function ending(order: Order, of: Replayed): History {
  const { placed, side } = order;
  const { found, entries } = of.by;
  const { told } = of;
  const rested = told.state === 'waiting' || told.state === 'partlyFilled';
  found.expect('order', rested || !of.isResting, 'it has fills of a resting order, and never rested');
  let { held } = of;
  if (rested && !of.isResting) {
    held = of.rest();
  }
  const cancelled = entries.find(
    ['spot.cancel', 'books.reset'],
    ({ body, type, seq }) => order.id < seq && (type === 'books.reset' || body.id === order.id),
  );
  const isFilled = order.quantity === null ? told.state === 'filled' : of.done === order.quantity;
  let state = isFilled ? 'filled' : of.done === ZERO ? 'waiting' : 'partlyFilled';
  let doneAt: number | null = isFilled ? of.last.at : null;
  if (cancelled !== undefined) {
    found.expect('order', rested && !isFilled, 'it was cancelled after it had ended');
    const asset = side === 'buy' ? order.quote : order.base;
    of.lines.within(cancelled, { from: 'held', to: 'available', asset, amount: held, reason: 'spot.release' });
    of.seqs.add(cancelled.seq);
    state = 'revoked';
    doneAt = cancelled.at;
  } else if (!rested && !isFilled) {
    state = 'revoked';
    doneAt = of.entering.at;
  }
  const spent = totalOf({ amount: of.amount, fee: of.fee });
  found.expect('amounts', order.budget === null || spent <= order.budget, 'it spent more than was asked');
  const mean = averagePrice({ amount: of.amount, quantity: of.done });
  const isOver = doneAt !== null;
  return {
    lines: of.lines,
    seqs: [...of.seqs],
    shown: {
      id: order.id,
      book: placed.book,
      code: order.code,
      name: `${order.base}/${order.quote}`,
      precision: order.precision,
      base: order.base,
      quote: order.quote,
      side,
      type: placed.body.type,
      timeInForce: forceOf(placed.body),
      state,
      price: placed.body.price === null ? null : formatPoints(limitOf(placed.body, order.precision), order.precision),
      quantity: order.quantity === null ? null : formatAmount(order.quantity),
      amount: order.budget === null ? null : formatAmount(order.budget),
      filledQuantity: formatAmount(of.done),
      filledAmount: formatAmount(of.amount),
      averagePrice: mean === undefined ? null : formatPrice(mean),
      fee: formatAmount(of.fee),
      feeAsset: order.quote,
      held: formatAmount(isOver || !rested ? ZERO : held),
      placedAt: isoOf(placed.at),
      doneAt: isoOrNull(doneAt),
      ...(order.waits === undefined ? {} : shownTrigger(order, order.waits, of.trigger)),
    },
  };
}

/** One-cancels-other rests until it is cancelled; what becomes a market order never rests. */
function forceOf(body: Json): string {
  const asked = (body.timeInForce ?? 'GTC') as TimeInForce;
  if (body.type === 'oco') return 'GTC';
  return timeInForceOf(body.price === null ? 'market' : 'limit', asked);
}

const limitOf = (body: Json, precision: number): number =>
  Number(parseDecimal(textOf(body.price, 'a price'), precision) ?? -1n);

function needOf(order: Order, open: Amount): Amount {
  const { side, limit, budget, precision, makerRate, takerRate } = order;
  if (side === 'sell') return open;
  if (order.isWaiting && budget !== null) return budget;
  if (limit === null) return open;
  const own = { price: priceOfPoints(limit, precision), makerRate, quantity: open };
  if (!order.isWaiting) return totalOf(restingNeed(own));
  const rate = higherRate(makerRate, takerRate);
  if (order.type === 'stopLimit') return stopLimitNeed({ quantity: open, limit: own.price, rate });
  const stopLimit = priceOfPoints(order.waits?.stopLimit ?? limit, precision);
  return ocoNeed({ ...own, stopLimit, stopRate: rate });
}

/** What enters an order into the book, so that it may take others. */
const TAKERS: readonly string[] = ['spot.submit', 'spot.trigger'];

/** The entry that filled a resting order: the house's quotes reached it, or somebody took it. */
function makerEntry(
  order: Order,
  fill: Fill,
  { found, entries }: Pick<Proving, 'found' | 'entries'>,
): Entry | HiddenEntry | undefined {
  const at = Date.parse(textOf(fill.shown.at, 'a time'));
  const isLater = (entry: At): boolean => order.id < entry.seq && entry.at === at;
  if (fill.house) {
    return entries.all.find(({ type, body, ...entry }) => {
      const tick = isRecord(body.tick) ? body.tick : {};
      return type === 'spot.cross' && isLater(entry) && tick.seq === fill.tickSeq && tick.code === order.code;
    });
  }
  found.expect('order', fill.tickSeq === undefined, 'a fill by a person names a tick');
  return entries.hidden.find(({ type, ...entry }) => TAKERS.includes(type) && isLater(entry));
}

/** The tick that the house quoted by: that of the log entry, and on the tape. */
function fillTick(order: Order, fill: Fill, of: { made: At; what: string; by: Proving }): Json | null {
  if (!fill.house) return null;
  const { made, by, what } = of;
  const entry = by.entries.all.find(({ seq }) => seq === made.seq);
  // Of an order that was triggered, the tick that did it.
  const source = fill.role === 'taker' && entry?.type === 'spot.submit' ? entry.facts : entry?.body;
  const tick = loggedTick(isRecord(source) ? source.tick : undefined, `the tick of ${what}`);
  by.found.expect('window', tick.code === order.code && tick.at <= made.at, `${what} is by a tick from elsewhere`);
  by.ticks.expectLogged(tick, order.precision, `the tick of ${what}`);
  const best = order.side === 'buy' ? tick.ask : tick.bid;
  const away = order.side === 'buy' ? fill.points - best : best - fill.points;
  const isQuoted = fill.role === 'maker' ? 0 <= away : isLevel(order, { away, mid: tick.mid });
  by.found.expect('window', isQuoted, `${what} is at a price that the house did not quote`);
  return orderTick(tick, order.precision);
}

const PPM = 1_000_000;

/** The house quotes at fixed distances from the tick's bid and ask. */
function isLevel({ terms }: Order, { away, mid }: { away: number; mid: number }): boolean {
  const { spacingPpm, levels } = recordOf(terms.ladder, 'the quotes');
  const spacing = Math.max(1, Math.floor((mid * countOf(spacingPpm, 'a distance')) / PPM));
  return 0 <= away && away % spacing === 0 && away / spacing < countOf(levels, 'a number of quotes');
}

function allowed(order: Order, fill: Fill, { what, found }: { what: string; found: Proving['found'] }): void {
  const isWorse = order.side === 'buy' ? (order.limit ?? 0) < fill.points : fill.points < (order.limit ?? 0);
  found.expect('amounts', order.limit === null || !isWorse, `${what} is worse than the limit`);
  found.expect('amounts', fill.role === 'taker' || fill.points === order.limit, `${what} is not at the limit`);
  const step = amountOf(textOf(order.terms.quantityStep, 'a step'));
  found.expect('amounts', 0n < fill.quantity && fill.quantity % step === 0n, `${what} is off the step`);
}

function post(lines: ExpectedLines, order: Order, of: { fill: Fill; cost: SpotCost; made: At }): void {
  const { fill, cost, made } = of;
  const { side, base, quote } = order;
  const other = fill.house ? 'pool.liquidity' : 'clearing';
  const isMaker = fill.role === 'maker';
  const pays = isMaker ? 'held' : 'available';
  const reason = `spot.${side}`;
  if (side === 'buy') {
    lines.with(made, { account: pays, other, asset: quote, amount: -cost.amount, reason });
    lines.with(made, { account: 'available', other, asset: base, amount: fill.quantity, reason });
    lines.with(made, { account: pays, other: 'fees', asset: quote, amount: -cost.fee, reason: 'spot.fee' });
  } else {
    lines.with(made, { account: pays, other, asset: base, amount: -fill.quantity, reason });
    lines.with(made, { account: 'available', other, asset: quote, amount: cost.amount, reason });
    lines.with(made, { account: 'available', other: 'fees', asset: quote, amount: -cost.fee, reason: 'spot.fee' });
  }
}
