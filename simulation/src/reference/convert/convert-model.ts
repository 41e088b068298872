// long: the model of one product, read beside its handler
import { LATE_MAX_MS } from '../../schedule.ts';
import { ofHouse, ofUser } from '../accounts.ts';
import { CODE } from '../codes.ts';
import { least, mustUnits, textOf, unitsOf, WHOLE_RATE } from '../figures.ts';
import { isNoLead, leadColumn, leadOf, leadShown } from '../leads.ts';
import { stockFactsOf } from '../networks.ts';
import { type ExpectedEvent, type ExpectedRow, type Prediction, refusal } from '../prediction.ts';
import { type Closed, inForce, type Offered, type Product, type Reference } from '../product.ts';
import { type Entry, type StoredTick, tickName } from '../stored.ts';
import {
  type AssetFacts,
  amountBy,
  type ConvertBody,
  keptTick,
  type Offer,
  type Priced,
  priceOf,
  SPREAD_LIMIT,
  type Terms,
  viewOf,
} from './pricing.ts';
import { leastOf, QuotesModel } from './quotes.ts';

/** A conversion that waits for the first prices after it was asked for. */
interface Waiting {
  readonly id: number;
  readonly user: number;
  readonly book: string;
  readonly priced: Priced;
  readonly least: bigint;
  readonly at: number;
  readonly lapsesAt: number;
  /** How long after it its prices may be at the earliest. */
  readonly lead: number;
  /** Of a firm price that was used. */
  readonly firm: Firm | undefined;
  nextFrom: StoredTick | null;
  nextTo: StoredTick | null;
  firstBy: number | null;
}

interface Firm {
  readonly quote_id: string;
  readonly quoted_at: number;
  readonly band_rate: string;
}

const WAITING_MAX = 20;
const MADE = 'made at the next price';
const NOT_FIRM = { quote_id: null, quoted_at: null, band_rate: null };
const NO_QUOTE = { quote_id: null, quoted_at: null, band_rate: null, now_from: null, now_to: null };
const AT_ONCE = { placed_at: null, lead_ms: null, filled_by: null };

/** The reference model of conversions. */
export class ConvertModel implements Product {
  readonly #terms = new Map<string, Terms>();
  readonly #versions = new Map<string, Terms>();
  readonly #waiting = new Map<number, Waiting>();
  readonly #filled = new Set<string>();
  readonly #reference: Reference;
  readonly #quotes: QuotesModel;
  readonly types: Product['types'];

  constructor(reference: Reference) {
    this.#reference = reference;
    this.#quotes = new QuotesModel(reference, this.#versions);
    this.types = {
      'convert.define': (entry) => this.#define(entry),
      'convert.fill': (entry) => this.#fill(entry),
      'convert.match': (entry, next) => this.#match(entry, next),
      'convert.lapse': (entry, next) => this.#lapse(entry, next),
    };
  }

  closeAll(entry: Entry): Closed {
    const ended = this.#of(entry).map((order) => {
      this.#reference.hits.end(order.id);
      return this.#cancel(order, 'reset', entry);
    });
    return { rows: ended.flatMap(({ rows }) => rows), events: ended.flatMap(({ events }) => events) };
  }

  checkNothingOverdue(at: number): void {
    for (const { id, lapsesAt } of this.#waiting.values()) {
      const isDue = lapsesAt + LATE_MAX_MS < at && !this.#reference.hits.has(id);
      this.#reference.findings.check(!isDue, () => `conversion ${id} still waits at ${at}`);
    }
  }

  /** What conversions brought into a pool at the present tick, which came after its other turns. */
  hasFilled(pool: string): boolean {
    return this.#filled.has(pool);
  }

  afterTick(tick: StoredTick): void {
    this.#filled.clear();
    for (const order of this.#waiting.values()) {
      const missed =
        !this.#reference.hits.has(order.id) && awaits(order, tick.code) && order.at + order.lead <= tick.at;
      this.#reference.findings.check(!missed, () => `conversion ${order.id} was not made at ${tickName(tick)}`);
    }
  }

  needs(need: (key: string, amount: bigint) => void): void {
    for (const { user, book, priced } of this.#waiting.values()) {
      need(ofUser(user, book, priced.from.asset, 'held'), priced.amount);
    }
  }

  #define(entry: Entry): Prediction {
    const offer = entry.body as Offer;
    const fault = faultOf(offer);
    if (fault !== undefined) return fault;
    const terms = { ...offer, version: (this.#terms.get(offer.asset)?.version ?? 0) + 1 };
    this.#terms.set(offer.asset, terms);
    this.#versions.set(`${offer.asset}/${terms.version}`, terms);
    const row = { asset: offer.asset, version: terms.version, terms };
    return { code: CODE.done, result: { version: terms.version }, rows: [{ table: 'convert_terms', row }] };
  }

  readonly offered: Offered = {
    current: (asset) => inForce(this.#terms.get(asset)),
    faultOf: (offer) => faultOf(offer as unknown as Offer),
  };

  #fill(entry: Entry): Prediction {
    const body = entry.body as ConvertBody;
    const { accounts } = this.#reference;
    const { seq, user, book, at } = entry;
    const facts = this.#checkFacts(entry, body);
    const fromTerms = this.#terms.get(body.from);
    const toTerms = this.#terms.get(body.to);
    if (body.quoteId === null && fromTerms?.slippageRate !== undefined && toTerms?.slippageRate !== undefined) {
      const slippage = least(mustUnits(fromTerms.slippageRate), mustUnits(toTerms.slippageRate));
      return this.#order(entry, body, { facts, slippage });
    }
    const sides = { from: fromTerms, to: toTerms };
    const found =
      body.quoteId === null
        ? priceOf(this.#terms, { at, body, facts, isFirm: false, remainder: this.#remainder(entry, body) })
        : this.#quotes.use(entry, { body, facts, sides });
    if ('code' in found) return found;
    const used = 'priced' in found ? found : undefined;
    const priced = 'priced' in found ? found.priced : found;
    if (used !== undefined && fromTerms?.quoteAtNextTick === true && toTerms?.quoteAtNextTick === true) {
      const { quote_id, quoted_at, band_rate } = used.more as unknown as Firm;
      return this.#await(entry, { priced, least: priced.receive, firm: { quote_id, quoted_at, band_rate } });
    }
    const { amount, receive } = priced;
    const source = ofUser(user, book, priced.from.asset, 'available');
    if (accounts.of(source) < amount) return refusal(CODE.coinBalance, 'amount');
    const pool = ofHouse(book, priced.to.asset, 'pool.liquidity');
    if (accounts.of(pool) < receive) return refusal(CODE.poolFull, 'amount');
    if (this.#reference.beyondStock(entry, { asset: priced.to.asset, amount: receive }))
      return refusal(CODE.neighbours, 'amount');
    accounts.move(source, ofHouse(book, priced.from.asset, 'pool.liquidity'), amount);
    accounts.move(pool, ofUser(user, book, priced.to.asset, 'available'), receive);
    if (used !== undefined) this.#quotes.spend(body.quoteId as string);
    const who = { user_id: user, book, at };
    const row = { id: seq, quote: null, ...priced.columns, ...who, ...NO_QUOTE, ...used?.more, ...AT_ONCE };
    const shown = {
      ...viewOf(seq, priced),
      received: textOf(receive),
      at: new Date(at).toISOString(),
      ...(used === undefined ? {} : { state: 'filled', bandRate: used.band }),
    };
    return {
      code: CODE.done,
      result: shown,
      rows: [{ table: 'convert_fills', row }],
      events: [{ userId: user, book, kind: 'convert.fill', data: shown }],
      counts: [used === undefined ? 'converted at once' : 'converted by a quote'],
    };
  }

  /** Since version 12 all of what somebody has of a coin may be given for USDT, however little. */
  #remainder({ user, book }: Entry, { from }: ConvertBody): bigint | undefined {
    return 12 <= this.#reference.rulesOf(undefined)
      ? this.#reference.accounts.of(ofUser(user, book, from, 'available'))
      : undefined;
  }

  /** Without a quote: on hold until the next prices. */
  #order(
    entry: Entry,
    body: ConvertBody,
    context: { facts: { from: AssetFacts; to: AssetFacts }; slippage: bigint },
  ): Prediction {
    const priced = priceOf(this.#terms, {
      at: entry.at,
      body,
      facts: context.facts,
      isFirm: false,
      remainder: this.#remainder(entry, body),
    });
    if ('code' in priced) return priced;
    return this.#await(entry, { priced, least: leastOf(priced.receive, context.slippage), firm: undefined });
  }

  #await(entry: Entry, conversion: { priced: Priced; least: bigint; firm: Firm | undefined }): Prediction {
    const { accounts } = this.#reference;
    const { seq, user, book, at } = entry;
    const { priced, least, firm } = conversion;
    if (this.#reference.figure('convert.openOrdersMax', WAITING_MAX) <= this.#of(entry).length)
      return refusal(CODE.tooManyOpen);
    const { amount, receive, from, to } = priced;
    const source = ofUser(user, book, from.asset, 'available');
    if (accounts.of(source) < amount) return refusal(CODE.coinBalance, 'amount');
    if (accounts.of(ofHouse(book, to.asset, 'pool.liquidity')) < receive) return refusal(CODE.poolFull, 'amount');
    if (this.#reference.beyondStock(entry, { asset: to.asset, amount: receive }))
      return refusal(CODE.neighbours, 'amount');
    accounts.move(source, ofUser(user, book, from.asset, 'held'), amount);
    const lead = Math.max(leadOf(from), leadOf(to));
    const order: Waiting = {
      id: seq,
      user,
      book,
      priced,
      at,
      least,
      firm,
      lead,
      lapsesAt: at + lead + Math.max(from.stalenessMs, to.stalenessMs),
      nextFrom: null,
      nextTo: null,
      firstBy: null,
    };
    this.#waiting.set(seq, order);
    if (firm !== undefined) this.#quotes.spend(firm.quote_id);
    const { rows, events } = closedOf(order, { state: 'waiting' });
    const counts = [firm === undefined ? 'conversion waits' : 'conversion by a quote waits'];
    return { code: CODE.done, result: events[0]?.data, rows, events, counts };
  }

  /** `next` is the tick about to be sequenced, the only possible price. */
  #match(entry: Entry, current: StoredTick | undefined): Prediction {
    const { tick, orders: ids } = entry.body as { tick: StoredTick; orders: number[] };
    const next = this.#reference.hits.tickOf(entry, ids, current);
    this.#reference.findings.equal(`entry ${entry.seq}: the price that makes conversions`, tick, next);
    const rows: ExpectedRow[] = [];
    const events: ExpectedEvent[] = [];
    const counts: string[] = [];
    for (const order of this.#named(entry, ids)) {
      const inTime = order.at + order.lead <= tick.at && tick.at <= order.lapsesAt && awaits(order, tick.code);
      this.#reference.findings.check(inTime, () => `conversion ${order.id} does not wait for ${tickName(tick)}`);
      if (order.priced.from.code === tick.code) order.nextFrom = tick;
      if (order.priced.to.code === tick.code) order.nextTo = tick;
      const ended = this.#make(order, entry);
      const isNow = current !== undefined && tickName(tick) === tickName(current);
      if (isNow && ended.what === MADE)
        this.#filled.add(ofHouse(order.book, order.priced.from.asset, 'pool.liquidity'));
      rows.push(...ended.rows);
      events.push(...ended.events);
      counts.push(`conversion ${ended.what}`);
    }
    return { code: CODE.done, result: { orders: ids.length }, rows, events, counts };
  }

  #make(order: Waiting, entry: Entry): Closed & { readonly what: string } {
    const { accounts } = this.#reference;
    const { id, user, book, priced, nextFrom: fromTick, nextTo: toTick } = order;
    const { amount, from, to } = priced;
    if ((from.code !== null && fromTick === null) || (to.code !== null && toTick === null)) {
      order.firstBy = entry.seq;
      return { ...closedOf(order, { state: 'waiting' }), events: [], what: 'waits for its other price' };
    }
    const margin = mustUnits(priced.columns.margin_rate as string);
    const made = amountBy({ amount, margin, fromTick, toTick, from, to });
    const pool = ofHouse(book, to.asset, 'pool.liquidity');
    const { firm } = order;
    const receive = firm === undefined ? made.receive : priced.receive;
    // Of a firm price only the market's move counts: its width was agreed to.
    const isWide = firm === undefined && SPREAD_LIMIT <= made.spread;
    const hasMoved =
      firm === undefined
        ? made.receive < order.least
        : made.receive * WHOLE_RATE < receive * (WHOLE_RATE - mustUnits(firm.band_rate));
    const reason = isWide ? 'wide' : hasMoved ? 'moved' : accounts.of(pool) < receive ? 'pool' : undefined;
    if (reason !== undefined) return { ...this.#cancel(order, reason, entry), what: reason };
    this.#waiting.delete(id);
    accounts.move(ofUser(user, book, from.asset, 'held'), ofHouse(book, from.asset, 'pool.liquidity'), amount);
    accounts.move(pool, ofUser(user, book, to.asset, 'available'), receive);
    if (firm !== undefined) return this.#madeFirm(order, entry, firm);
    const columns = {
      ...priced.columns,
      receive: textOf(made.receive),
      value_usdt: textOf(made.value),
      reference: made.reference,
      price: made.price,
      spread_rate: textOf(made.spread),
      from_tick: keptTick(fromTick, from),
      to_tick: keptTick(toTick, to),
    };
    const who = {
      user_id: user,
      book,
      at: entry.at,
      placed_at: order.at,
      lead_ms: leadColumn(order.lead),
      filled_by: entry.seq,
    };
    const shown = {
      ...viewOf(id, { amount, from, to, columns, fromTick, toTick }),
      received: textOf(made.receive),
      at: new Date(entry.at).toISOString(),
      state: 'filled',
      ...leadShown(order.lead),
    };
    const row = { id, quote: null, ...columns, ...NO_QUOTE, ...who };
    const { rows } = closedOf(order, { state: 'filled', entry });
    return {
      rows: [...rows, { table: 'convert_fills', row }],
      events: [{ userId: user, book, kind: 'convert.fill', data: shown }],
      what: MADE,
    };
  }

  /** At the firm price, with the prices that it was checked by. */
  #madeFirm(order: Waiting, entry: Entry, firm: Firm): Closed & { readonly what: string } {
    const { id, user, book, priced, nextFrom, nextTo } = order;
    const who = {
      user_id: user,
      book,
      at: entry.at,
      placed_at: order.at,
      lead_ms: leadColumn(order.lead),
      filled_by: entry.seq,
    };
    const now = { now_from: keptTick(nextFrom, priced.from), now_to: keptTick(nextTo, priced.to) };
    const shown = {
      ...viewOf(id, priced),
      received: textOf(priced.receive),
      at: new Date(entry.at).toISOString(),
      state: 'filled',
      bandRate: firm.band_rate,
      ...leadShown(order.lead),
    };
    const row = { id, quote: null, ...priced.columns, ...firm, ...now, ...who };
    return {
      rows: [...closedOf(order, { state: 'filled', entry }).rows, { table: 'convert_fills', row }],
      events: [{ userId: user, book, kind: 'convert.fill', data: shown }],
      what: MADE,
    };
  }

  #lapse(entry: Entry, current: StoredTick | undefined): Prediction {
    const { orders: ids } = entry.body as { orders: number[] };
    this.#reference.hits.tickOf(entry, ids, current);
    const ended = this.#named(entry, ids).map((order) => {
      this.#reference.findings.check(order.lapsesAt < entry.at, () => `conversion ${order.id} lapses too early`);
      return this.#cancel(order, 'noPrice', entry);
    });
    return {
      code: CODE.done,
      result: { orders: ids.length },
      rows: ended.flatMap(({ rows }) => rows),
      events: ended.flatMap(({ events }) => events),
      counts: ended.map(() => 'conversion without a price'),
    };
  }

  #cancel(order: Waiting, reason: string, entry: Entry): Closed {
    const { id, user, book, priced } = order;
    const { asset } = priced.from;
    this.#waiting.delete(id);
    this.#reference.accounts.move(
      ofUser(user, book, asset, 'held'),
      ofUser(user, book, asset, 'available'),
      priced.amount,
    );
    return closedOf(order, { state: 'cancelled', reason, entry });
  }

  /** Oldest first. */
  #of({ user, book }: Entry): Waiting[] {
    return [...this.#waiting.values()].filter((order) => order.user === user && order.book === book);
  }

  #named(entry: Entry, ids: readonly number[]): Waiting[] {
    const orders = ids.flatMap((id) => this.#waiting.get(id) ?? []);
    const named = ids.filter((id) => !this.#reference.hits.wasReset(id));
    const fit = orders.length === named.length && orders.every(({ book }) => book === entry.book);
    this.#reference.findings.check(fit, () => `entry ${entry.seq} names conversions ${ids}, but not all wait`);
    return orders;
  }

  #checkFacts(entry: Entry, { from, to, quoteId }: ConvertBody) {
    const { prices, findings, sessionEnd, lastPriceFact } = this.#reference;
    const assetFacts = entry.facts as { readonly from: AssetFacts; readonly to: AssetFacts };
    const factsOf = (asset: string, logged: AssetFacts): AssetFacts =>
      asset === 'USDT'
        ? null
        : {
            open: sessionEnd(`${asset}USDT`, entry.at) !== null,
            tick: prices.last(`${asset}USDT`) ?? null,
            ...lastPriceFact(`${asset}USDT`, entry, logged ?? undefined),
          };
    const facts = { from: factsOf(from, assetFacts.from), to: factsOf(to, assetFacts.to) };
    const { quote } = entry.facts as { quote?: unknown };
    const carried = { ...facts, ...stockFactsOf(entry), ...(quoteId === null ? {} : { quote }) };
    findings.equal(`entry ${entry.seq}: facts about ${from} and ${to}`, entry.facts, carried);
    return facts;
  }
}

const awaits = ({ priced: { from, to }, nextFrom, nextTo }: Waiting, code: string): boolean =>
  (from.code === code && nextFrom === null) || (to.code === code && nextTo === null);

function faultOf(offer: Offer): Prediction | undefined {
  const min = unitsOf(offer.minUsdt);
  const max = unitsOf(offer.maxUsdt);
  const isNamed = offer.code === (offer.asset === 'USDT' ? null : `${offer.asset}USDT`);
  const hasSizes = min !== undefined && max !== undefined && min !== 0n && min <= max;
  if (hasSizes && isNamed && hasSoundRates(offer) && !isNoLead(offer)) return undefined;
  return { code: CODE.notOffered, result: { fields: { asset: CODE.range } } };
}

function hasSoundRates({ marginRate, quoteRate, sizeRate, bandRate, slippageRate }: Offer): boolean {
  const slippage = unitsOf(slippageRate ?? '0.01') ?? 0n;
  const rates = [marginRate, quoteRate ?? '0', sizeRate ?? '0', bandRate ?? '0'].map(unitsOf);
  const [margin, quote, size, band] = rates;
  if (margin === undefined || quote === undefined || size === undefined || band === undefined) return false;
  return 0n < slippage && slippage < WHOLE_RATE && margin + quote + size < SPREAD_LIMIT && band <= margin + quote;
}

/** The row of one that waits or waited, and what its owner is told unless it was made. */
function closedOf(order: Waiting, ending: { state: string; reason?: string; entry?: Entry }): Closed {
  const { id, user, book, priced, at, lapsesAt, nextFrom, nextTo, firstBy, firm } = order;
  const { from, to, columns, receive } = priced;
  const { state, reason = null, entry } = ending;
  const row = {
    id,
    user_id: user,
    book,
    ...columns,
    least: textOf(order.least),
    next_from: keptTick(nextFrom, from),
    next_to: keptTick(nextTo, to),
    first_by: firstBy,
    ...(firm ?? NOT_FIRM),
    state,
    reason,
    placed_at: at,
    lead_ms: leadColumn(order.lead),
    lapses_at: lapsesAt,
    closed_by: entry?.seq ?? null,
    closed_at: entry?.at ?? null,
  };
  const data = {
    ...viewOf(id, priced),
    received: '0',
    expected: textOf(receive),
    least: textOf(order.least),
    state,
    ...(firm === undefined ? {} : { bandRate: firm.band_rate }),
    ...leadShown(order.lead),
    ...(reason === null ? {} : { reason }),
    at: new Date(entry?.at ?? at).toISOString(),
  };
  const event = { userId: user, book, kind: 'convert.fill', data };
  return { rows: [{ table: 'convert_orders', row }], events: [event] };
}
