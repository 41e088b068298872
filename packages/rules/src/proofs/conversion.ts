import {
  CONVERT_SPREAD_LIMIT,
  type CoinPrice,
  type Conversion,
  convert,
  isWithinBand,
  leastReceived,
  quoteMargin,
  USDT_PRICE,
} from '../convert.ts';
import {
  type Amount,
  amountOf,
  formatAmount,
  formatRate,
  mulPriceFloor,
  priceOfPoints,
  type Rate,
  rateOf,
} from '../money.ts';
import { countOf, isoOf, isRecord, type Json, recordOf, textOf } from './document.ts';
import { type Entry, names } from './entries.ts';
import { leadIn, leadShown } from './lead.ts';
import { ExpectedLines, expectLines } from './ledger.ts';
import { expectFields, type Proving } from './proving.ts';
import { type LoggedTick, loggedTick, orderTick } from './ticks.ts';

/** The terms of one asset, and the price that it was valued at; USDT needs none. */
interface Side {
  readonly asset: string;
  readonly terms: Json;
  readonly tick: LoggedTick | undefined;
  readonly precision: number;
}

/** How a conversion came to its prices, whichever way it was made. */
interface ProvenConversion {
  readonly result: Conversion;
  readonly sides: readonly [Side, Side];
  readonly lines: ExpectedLines;
  /** Entries that the page lists. */
  readonly seqs: ReadonlySet<number>;
  readonly at: number;
  /** What only some conversions show. */
  readonly more: Json;
}

/**
 * A conversion: the amount received follows from two ticks of the tape and the margin in force, by
 * the firm price that was accepted, checked against the market of then, or at the first prices
 * after it was asked for.
 */
export function proveConversion(document: Json, by: Proving): void {
  const { found, entries, ticks } = by;
  const shown = recordOf(document.conversion, 'the conversion');
  const id = countOf(shown.id, 'the number of the conversion');
  const request = entries.need(['convert.fill'], ({ seq }) => seq === id, 'the conversion');
  by.owner(request);
  const amount = amountOf(textOf(request.body.amount, 'an amount'));
  const versions = recordOf(document.terms, 'the terms');
  const parts = { request, amount, versions, by };
  const facts = isRecord(request.facts) ? request.facts : {};
  const waits = isRecord(request.result) && request.result.state === 'waiting';
  const made = isRecord(facts.quote)
    ? byFirmPrice(parts, facts.quote, waits ? id : undefined)
    : waits
      ? waitedFor(parts, id)
      : atOnce(parts);
  const { result, sides, lines, seqs, at, more } = made;
  found.expect('amounts', result.spreadRate < CONVERT_SPREAD_LIMIT, 'its price is further off than promised');
  expectLines(found, document.lines, { lines, ref: String(id), book: request.book });
  const [from, to] = sides;
  expectFields(by, 'the conversion', shown, {
    id,
    from: from.asset,
    to: to.asset,
    amount: formatAmount(amount),
    received: formatAmount(result.receive),
    reference: result.reference,
    price: result.price,
    spreadRate: formatRate(result.spreadRate),
    ticks: sides.flatMap(({ tick, precision }) =>
      tick === undefined ? [] : [{ code: tick.code, tick: orderTick(tick, precision) }],
    ),
    at: isoOf(at),
    ...more,
  });
  entries.expectShown(document.log, seqs);
  expectFields(by, 'the receipt', document, {
    conversion: document.conversion,
    terms: { from: versions.from, to: versions.to },
    log: document.log,
    ticks: document.ticks,
    lines: document.lines,
    proof: document.proof,
  });
  ticks.expectAllUsed();
}

interface Parts {
  readonly request: Entry;
  readonly amount: Amount;
  readonly versions: Json;
  readonly by: Proving;
}

/** As conversions were made before: at the last price, or by a quote that the log has. */
function atOnce({ request, amount, versions, by }: Parts): ProvenConversion {
  const { quoteId } = request.body;
  const priced = quoteId === null ? request : quoteOf(request, by);
  const sides = sidesOf({ entry: priced, versions, by });
  const result = convert({ amount, ...pricesOf(sides), marginRate: marginOf(sides) });
  const receiver = quoteId === null ? 'pool.liquidity' : 'reserve.convert';
  const lines = linesOf({ entry: request, sides, amount, result, account: 'available', receiver });
  return { result, sides, lines, seqs: new Set([priced.seq, request.seq]), at: request.at, more: {} };
}

/**
 * The firm price is in the entry that used it, whole. `waiting`: the number of a conversion that
 * the first prices after its use were to allow; without it, those of its use had to.
 */
function byFirmPrice(
  { request, amount, versions, by }: Parts,
  quote: Json,
  waiting: number | undefined,
): ProvenConversion {
  const { found } = by;
  const { body } = request;
  const quotedAt = countOf(quote.quoted_at, 'a time');
  found.expect(
    'window',
    quotedAt <= request.at && request.at <= countOf(quote.expires_at, 'a time'),
    'the firm price was over',
  );
  const same =
    quote.quote_id === body.quoteId &&
    quote.user_id === request.user &&
    quote.book === request.book &&
    quote.from_asset === body.from &&
    quote.to_asset === body.to &&
    amountOf(textOf(quote.amount, 'an amount')) === amount;
  found.expect('terms', same, 'the firm price was for something else');
  const facts = { from: { tick: quote.from_tick }, to: { tick: quote.to_tick } };
  const sides = sidesOf({ entry: { ...request, facts, at: quotedAt }, versions, by });
  const prices = pricesOf(sides);
  const value = mulPriceFloor(amount, prices.from.mid);
  const marginRate = sides.map(({ terms }) => quoteMargin(quoteTerms(terms), value)).reduce(larger);
  const band = sides.map(({ terms }) => rateIn(terms.bandRate)).reduce(larger);
  const named = quote.margin_rate === formatRate(marginRate) && quote.band_rate === formatRate(band);
  found.expect('terms', named, 'the firm price has another margin or band than its terms');
  const result = convert({ amount, ...prices, marginRate });
  const more = { state: 'filled', bandRate: formatRate(band) };
  const expectWithin = (now: readonly [Side, Side]): void => {
    const receiveNow = convert({ amount, ...pricesOf(now), marginRate }).receive;
    found.expect('amounts', isWithinBand(result.receive, receiveNow, band), 'the market had moved beyond the band');
  };
  if (waiting === undefined) {
    expectWithin(sidesOf({ entry: request, versions, by }));
    const lines = linesOf({ entry: request, sides, amount, result, account: 'available', receiver: 'pool.liquidity' });
    return { result, sides, lines, seqs: new Set([request.seq]), at: request.at, more };
  }
  const from = request.at + leadOf(sides);
  const { next, matches, last } = nextPrices(seenAt(request, sides), { request, from, id: waiting, by });
  expectWithin(next);
  const lines = linesOf({ entry: last, sides, amount, result, account: 'held', receiver: 'pool.liquidity' });
  lines.within(request, holdOf(sides, amount));
  const seqs = new Set([request.seq, ...matches.map(({ seq }) => seq)]);
  return { result, sides, lines, seqs, at: last.at, more: { ...more, ...leadShown({ leadMs: leadOf(sides) }) } };
}

/** The sides of a firm price with the ticks that were the last ones when it was used. */
const seenAt = ({ facts }: Entry, sides: readonly [Side, Side]): [Side, Side] =>
  sides.map((side, index): Side => {
    if (side.tick === undefined) return side;
    const known = isRecord(facts) ? facts[index === 0 ? 'from' : 'to'] : undefined;
    return { ...side, tick: loggedTick(isRecord(known) ? known.tick : undefined, `the price of ${side.asset}`) };
  }) as [Side, Side];

const holdOf = ([from]: readonly [Side, Side], amount: Amount) => ({
  from: 'available',
  to: 'held',
  asset: from.asset,
  amount,
  reason: 'convert.hold',
});

/** It waited for the first prices after it was asked for. */
function waitedFor({ request, amount, versions, by }: Parts, id: number): ProvenConversion {
  const { found } = by;
  const seen = sidesOf({ entry: request, versions, by });
  const marginRate = marginOf(seen);
  const expected = convert({ amount, ...pricesOf(seen), marginRate });
  const slippage = seen.map(({ terms }) => rateOf(textOf(terms.slippageRate, 'a rate'))).reduce(smaller);
  const leadMs = leadOf(seen);
  const { next: sides, matches, last } = nextPrices(seen, { request, from: request.at + leadMs, id, by });
  const result = convert({ amount, ...pricesOf(sides), marginRate });
  const isEnough = leastReceived(expected.receive, slippage) <= result.receive;
  found.expect('amounts', isEnough, 'it gave less than the price that was seen allows');
  const account = 'held';
  const lines = linesOf({ entry: last, sides, amount, result, account, receiver: 'pool.liquidity' });
  lines.within(request, holdOf(sides, amount));
  const seqs = new Set([request.seq, ...matches.map(({ seq }) => seq)]);
  return { result, sides, lines, seqs, at: last.at, more: { state: 'filled', ...leadShown({ leadMs }) } };
}

/** A conversion that waited: the prices that make it are from this time at the earliest. */
interface Waiting {
  readonly request: Entry;
  readonly from: number;
  readonly by: Proving;
}

/** Of two assets the longer one. */
const leadOf = (sides: readonly [Side, Side]): number => Math.max(...sides.map(({ terms }) => leadIn(terms)));

/** The first price of each coin after it was asked for, and the entries that brought them. */
function nextPrices(
  seen: readonly [Side, Side],
  { request, from, id, by }: Waiting & { readonly id: number },
): { readonly next: [Side, Side]; readonly matches: readonly Entry[]; readonly last: Entry } {
  const matches: Entry[] = [];
  const next = seen.map((side): Side => {
    if (side.tick === undefined) return side;
    const isItsPrice = (entry: Entry): boolean =>
      names(entry, id) && loggedTick(entry.body.tick, 'a price').code === side.tick?.code;
    const match = by.entries.need(['convert.match'], isItsPrice, `the price of ${side.asset}`);
    matches.push(match);
    return { ...side, tick: nextTick(side, { request, from, match, by }) };
  }) as [Side, Side];
  const last = matches.reduce((latest, match) => (latest.seq < match.seq ? match : latest));
  return { next, matches, last };
}

/** The first tick of the asset's instrument after the conversion was asked for. */
function nextTick(
  { tick: seen, asset, precision }: Side,
  { request, from, match, by }: Waiting & { readonly match: Entry },
): LoggedTick {
  const { found, ticks } = by;
  const what = `the price of ${asset}`;
  const tick = loggedTick(match.body.tick, what);
  const known = seen?.seq ?? 0;
  found.expect('window', known < tick.seq && from <= tick.at, `${what} was known when it was asked for`);
  found.expect('log', request.seq < match.seq && tick.at <= match.at, `${what} was taken before it was there`);
  ticks.expectLogged(tick, precision, what);
  if (known < tick.seq - 1) {
    const before = ticks.get(tick.code, tick.seq - 1);
    // Ticks of before the order that came after it; their times never fall.
    if (before !== undefined) found.expect('window', before.at < from, `tick ${before.seq} was the first`);
    else if (!ticks.isListed(tick.code, tick.seq - 1)) found.lack('next', `tick ${tick.seq - 1} is not in the file`);
  } else ticks.get(tick.code, known);
  return tick;
}

function linesOf(conversion: {
  readonly entry: Entry;
  readonly sides: readonly [Side, Side];
  readonly amount: Amount;
  readonly result: Conversion;
  readonly account: string;
  readonly receiver: string;
}): ExpectedLines {
  const { entry, sides, amount, result, account, receiver } = conversion;
  const lines = new ExpectedLines();
  const gives = { account, contra: 'pool.liquidity', asset: sides[0].asset, amount: -amount };
  lines.with(entry, { ...gives, reason: 'convert.give' });
  const gets = { account: 'available', contra: receiver, asset: sides[1].asset, amount: result.receive };
  lines.with(entry, { ...gets, reason: 'convert.receive' });
  return lines;
}

/** The quote of before that was used: of the same person, for the same, and not over. */
function quoteOf(made: Entry, { found, entries }: Proving): Entry {
  const { body, user } = made;
  const fits = (entry: Entry): boolean => entry.body.quoteId === body.quoteId && entry.user === user;
  const quote = entries.need(['convert.quote'], fits, 'the quote');
  const result = recordOf(quote.result, 'the quote');
  const expiresAt = Date.parse(textOf(result.expiresAt, 'a time'));
  found.expect('window', quote.at <= made.at && made.at <= expiresAt, 'the quote was over');
  const same =
    quote.body.from === body.from &&
    quote.body.to === body.to &&
    amountOf(textOf(quote.body.amount, 'an amount')) === amountOf(textOf(body.amount, 'an amount'));
  found.expect('terms', same, 'the quote was for something else');
  return quote;
}

type Priced = Pick<Entry, 'body' | 'facts' | 'at'>;

const sidesOf = (context: { entry: Priced; versions: Json; by: Proving }): [Side, Side] => [
  sideOf(context.entry, { side: 'from', version: context.versions.from, by: context.by }),
  sideOf(context.entry, { side: 'to', version: context.versions.to, by: context.by }),
];

function sideOf(priced: Priced, context: { side: 'from' | 'to'; version: unknown; by: Proving }): Side {
  const { found, entries, ticks } = context.by;
  const asset = textOf(priced.body[context.side], 'an asset');
  const terms = entries.terms('convert.define', 'asset', asset, countOf(context.version, 'a version'));
  const precision = countOf(terms.precision, 'a precision');
  if (terms.code === null) return { asset, terms, tick: undefined, precision };
  const facts = isRecord(priced.facts) ? priced.facts[context.side] : undefined;
  const what = `the price of ${asset}`;
  const tick = loggedTick(isRecord(facts) ? facts.tick : undefined, what);
  found.expect('window', tick.code === terms.code, `${what} is of another instrument`);
  const age = priced.at - tick.at;
  found.expect('window', 0 <= age && age <= countOf(terms.stalenessMs, 'an age'), `${what} was too old`);
  ticks.expectLogged(tick, precision, what);
  return { asset, terms, tick, precision };
}

const pricesOf = ([from, to]: readonly [Side, Side]) => ({ from: priceOf(from), to: priceOf(to) });

function priceOf({ tick, precision }: Side): CoinPrice {
  if (tick === undefined) return USDT_PRICE;
  const { bid, ask, mid } = tick;
  return {
    bid: priceOfPoints(bid, precision),
    ask: priceOfPoints(ask, precision),
    mid: priceOfPoints(mid, precision),
  };
}

const rateIn = (value: unknown): Rate => (value === undefined ? rateOf('0') : rateOf(textOf(value, 'a rate')));

const marginOf = (sides: readonly [Side, Side]): Rate =>
  sides.map(({ terms }) => rateOf(textOf(terms.marginRate, 'a margin'))).reduce(larger);

const quoteTerms = ({ marginRate, quoteRate, sizeRate, maxUsdt }: Json) => ({
  marginRate: rateIn(marginRate),
  quoteRate: rateIn(quoteRate),
  sizeRate: rateIn(sizeRate),
  max: amountOf(textOf(maxUsdt, 'an amount')),
});

const larger = (left: Rate, right: Rate): Rate => (right < left ? left : right);
const smaller = (left: Rate, right: Rate): Rate => (left < right ? left : right);
