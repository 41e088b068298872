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
import { crossesFromOf } from './lead.ts';
import { ExpectedLines, expectLines } from './ledger.ts';
import { expectFields, type Proving } from './proving.ts';
import { allowed, fillTick } from './spot-fills.ts';
import type { At, Fill, Order } from './spot-parts.ts';
import { budgetLeft, countOfFirst, lapseOf, owedAtEnd, type Queue, queueOf, shownQueue } from './spot-queue.ts';
import { shownTerms } from './spot-terms.ts';
import { shownTrigger, type Triggered, triggerOf, waitsFor } from './spot-trigger.ts';

/** As many fills as a receipt may carry of one order. */
const FILLS_SHOWN_MAX = 100;

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
  const placedOrder = askedFor(placed, { id, terms, discount: discount ?? rateOf('0') });
  const history = replay(placedOrder, fills, by);
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

function askedFor(placed: Entry, context: { id: number; terms: Json; discount: Rate }): Order {
  const { body } = placed;
  const { terms } = context;
  const precision = countOf(terms.precision, 'a precision');
  const limit = body.price === null ? null : limitOf(body, precision);
  const rate = (name: string): Rate => feeRateOf(rateOf(textOf(terms[name], 'a rate')), context.discount);
  return {
    id: context.id,
    placed,
    type: textOf(body.type, 'a type'),
    isWaiting: isTriggerType(String(body.type)),
    waits: isTriggerType(String(body.type)) ? waitsFor(body, precision) : undefined,
    crossesFrom: crossesFromOf(placed, terms),
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

function replay(placedOrder: Order, fills: readonly Fill[], by: Proving): History {
  const { found, entries } = by;
  const { placed, side } = placedOrder;
  const lines = new ExpectedLines();
  const seqs = new Set<number>();
  let [done, amount, fee] = [ZERO, ZERO, ZERO];
  let held = ZERO;
  let isResting = false;
  let last: At = placed;
  let order = placedOrder;
  /** What entered it into the book. */
  let entering = placed;
  const asset = side === 'buy' ? placedOrder.quote : placedOrder.base;
  /** Open when it came to rest in the book. */
  let rested: Amount | undefined;
  const rest = (): Amount => {
    held = needOf(order, subtract(order.quantity ?? ZERO, done), { amount, fee });
    rested = order.side === 'buy' && isInBook(order) ? subtract(order.quantity ?? ZERO, done) : rested;
    lines.within(entering, { from: 'available', to: 'held', asset, amount: held, reason: 'spot.hold' });
    isResting = true;
    return held;
  };
  /** Gives the hold back, less what its fills owe by rounding. */
  const release = (ending: At): void => {
    const owed = owedBy(order, rested, done);
    lines.with(ending, { account: 'held', contra: 'fees', asset, amount: -owed, reason: 'spot.rounding' });
    lines.within(ending, { from: 'held', to: 'available', asset, amount: held - owed, reason: 'spot.release' });
    [fee, held, isResting] = [add(fee, owed), ZERO, false];
  };
  const queue = queueOf(placedOrder, by);
  if (queue !== undefined) order = { ...placedOrder, queue };
  const meet = (): void => {
    if (queue?.met === undefined || order.queue === undefined) return;
    if (!isResting) rest();
    release(queue.met.entry);
    [order, entering, last] = [{ ...placedOrder, queue: undefined }, queue.met.entry, queue.met.entry];
    seqs.add(queue.met.entry.seq);
  };
  const trigger = placedOrder.isWaiting ? triggerOf(placedOrder, by) : undefined;
  const fire = (fired: Triggered): void => {
    release(fired.entry);
    [order, entering, last] = [entered(placedOrder), fired.entry, fired.entry];
    seqs.add(fired.entry.seq);
  };
  if (placedOrder.isWaiting) rest();
  const takers = countOfFirst(placed);
  const first = fills[0] === undefined ? 1 : countOf(fills[0].shown.id, 'the number of a fill');
  found.expect('order', first === 1 || FILLS_SHOWN_MAX <= fills.length, 'its fills are numbered otherwise');
  if (1 < first) found.lack('cut', 'only the newest fills are in the file');
  for (const [index, fill] of fills.entries()) {
    const what = `fill ${first + index}`;
    if (trigger !== undefined && order.isWaiting && asOf(order, fill) !== order) fire(trigger);
    if (takers <= first - 1 + index) meet();
    if (fill.role === 'maker' && !isResting) rest();
    const made = fill.role === 'taker' ? entering : makerEntry(order, fill, { found, entries });
    if (!found.expect('log', made !== undefined, `${what} follows from no log entry`) || made === undefined) continue;
    const isFirst = fill.role !== 'taker' || (!isResting && (index < takers || order !== placedOrder));
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
      held = needOf(order, subtract(order.quantity ?? ZERO, done), { amount, fee });
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
  meet();
  const placedFills = fills.filter(({ role }) => role === 'taker').map(({ shown }) => shown);
  const result = tellsOf(entering);
  const toldFills = listOf(result.fills ?? [], 'fills').filter((fill) => recordOf(fill, 'a fill').role === 'taker');
  const same = 1 < first || isSame(placedFills, toldFills);
  found.expect('log', same, 'the fills of the order are not those of its log entry');
  return ending(order, {
    by,
    lines,
    seqs,
    last,
    done,
    amount,
    fee,
    held,
    isResting,
    rest,
    trigger,
    entering,
    result,
    queue,
    restedOf: () => rested,
  });
}

/** The order as an entry that entered it answers. */
const tellsOf = ({ type, result }: Entry): Json => {
  const record = recordOf(result, 'the result');
  return type === 'spot.trigger' || type === 'spot.meet' ? recordOf(record.order, 'the order of the result') : record;
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
  readonly result: Json;
  readonly queue: Queue | undefined;
  readonly restedOf: () => Amount | undefined;
}

/** How it ended, or that it rests or waits: by the entry that entered it, and what came after. */
function ending(order: Order, replay: Replayed): History {
  const { placed, side } = order;
  const { found, entries } = replay.by;
  const { result } = replay;
  const rested = result.state === 'waiting' || result.state === 'partlyFilled';
  found.expect('order', rested || !replay.isResting, 'it has fills of a resting order, and never rested');
  let { held, fee } = replay;
  if (rested && !replay.isResting) {
    held = replay.rest();
  }
  const cancelled =
    entries.find(
      ['spot.cancel', 'books.reset'],
      ({ body, type, seq }) => order.id < seq && (type === 'books.reset' || body.id === order.id),
    ) ?? lapseOf(order.id, replay.by);
  const isFilled = order.quantity === null ? result.state === 'filled' : replay.done === order.quantity;
  let state = isFilled ? 'filled' : replay.done === ZERO ? 'waiting' : 'partlyFilled';
  let doneAt: number | null = isFilled ? replay.last.at : null;
  if (cancelled !== undefined) {
    found.expect('order', rested && !isFilled, 'it was cancelled after it had ended');
    const asset = side === 'buy' ? order.quote : order.base;
    const owed = owedBy(order, replay.restedOf(), replay.done);
    replay.lines.with(cancelled, { account: 'held', contra: 'fees', asset, amount: -owed, reason: 'spot.rounding' });
    replay.lines.within(cancelled, {
      from: 'held',
      to: 'available',
      asset,
      amount: held - owed,
      reason: 'spot.release',
    });
    fee = add(fee, owed);
    replay.seqs.add(cancelled.seq);
    state = 'revoked';
    doneAt = cancelled.at;
  } else if (!rested && !isFilled) {
    state = 'revoked';
    doneAt = replay.entering.at;
  }
  const spent = totalOf({ amount: replay.amount, fee });
  found.expect('amounts', order.budget === null || spent <= order.budget, 'it spent more than was asked');
  const mean = averagePrice({ amount: replay.amount, quantity: replay.done });
  const isOver = doneAt !== null;
  return {
    lines: replay.lines,
    seqs: [...replay.seqs],
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
      filledQuantity: formatAmount(replay.done),
      filledAmount: formatAmount(replay.amount),
      averagePrice: mean === undefined ? null : formatPrice(mean),
      fee: formatAmount(fee),
      feeAsset: order.quote,
      held: formatAmount(isOver || !rested ? ZERO : held),
      placedAt: isoOf(placed.at),
      doneAt: isoOrNull(doneAt),
      ...(order.waits === undefined ? {} : shownTrigger(order, order.waits, replay.trigger)),
      ...(replay.queue === undefined ? {} : shownQueue(replay.queue)),
      ...(order.crossesFrom === null ? {} : { crossesFrom: isoOf(order.crossesFrom) }),
    },
  };
}

/** One-cancels-other rests until it is cancelled; what becomes a market order never rests. */
function forceOf(body: Json): string {
  const force = (body.timeInForce ?? 'GTC') as TimeInForce;
  if (body.type === 'oco') return 'GTC';
  return timeInForceOf(body.price === null ? 'market' : 'limit', force);
}

const limitOf = (body: Json, precision: number): number =>
  Number(parseDecimal(textOf(body.price, 'a price'), precision) ?? -1n);

/** Whether it stands in the book while it holds something. */
const isInBook = (order: Order): boolean => order.queue === undefined && (!order.isWaiting || order.type === 'oco');

function owedBy(order: Order, rested: Amount | undefined, done: Amount): Amount {
  const { side, limit, quantity, terms, makerRate, precision } = order;
  if (side === 'sell' || limit === null || quantity === null || !isInBook(order)) return ZERO;
  const price = priceOfPoints(limit, precision);
  return owedAtEnd({ terms, price, makerRate, rested, open: subtract(quantity, done) });
}

function needOf(order: Order, open: Amount, spent: SpotCost): Amount {
  const { side, limit, budget, precision, makerRate, takerRate, queue } = order;
  if (side === 'sell') return open;
  if (queue !== undefined) {
    if (budget !== null) return budgetLeft(budget, spent);
    const worst = priceOfPoints(queue.worst ?? limit ?? 0, precision);
    return stopLimitNeed({ quantity: open, limit: worst, rate: higherRate(makerRate, takerRate) });
  }
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
const TAKERS: readonly string[] = ['spot.submit', 'spot.meet', 'spot.trigger'];

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

function post(lines: ExpectedLines, order: Order, posting: { fill: Fill; cost: SpotCost; made: At }): void {
  const { fill, cost, made } = posting;
  const { side, base, quote } = order;
  const contra = fill.house ? 'pool.liquidity' : 'clearing';
  const isMaker = fill.role === 'maker';
  const pays = isMaker ? 'held' : 'available';
  const reason = `spot.${side}`;
  if (side === 'buy') {
    lines.with(made, { account: pays, contra, asset: quote, amount: -cost.amount, reason });
    lines.with(made, { account: 'available', contra, asset: base, amount: fill.quantity, reason });
    lines.with(made, { account: pays, contra: 'fees', asset: quote, amount: -cost.fee, reason: 'spot.fee' });
  } else {
    lines.with(made, { account: pays, contra, asset: base, amount: -fill.quantity, reason });
    lines.with(made, { account: 'available', contra, asset: quote, amount: cost.amount, reason });
    lines.with(made, { account: 'available', contra: 'fees', asset: quote, amount: -cost.fee, reason: 'spot.fee' });
  }
}
