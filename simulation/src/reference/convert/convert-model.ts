import { ofHouse, ofUser } from '../accounts.ts';
import { CODE } from '../codes.ts';
import { textOf, unitsOf } from '../figures.ts';
import { type Prediction, refusal } from '../prediction.ts';
import type { Closed, Product, Reference } from '../product.ts';
import type { Entry } from '../stored.ts';
import {
  type AssetFacts,
  type ConvertBody,
  type Offer,
  type Priced,
  priceOf,
  SPREAD_LIMIT,
  type Terms,
  viewOf,
} from './pricing.ts';

interface Quote {
  readonly id: number;
  readonly quoteId: string;
  readonly user: number;
  readonly book: string;
  readonly priced: Priced;
  readonly at: number;
}

const FIRM_MS = 10_000;
const LIVE_MAX = 3;

/** The reference model of conversions. */
export class ConvertModel implements Product {
  readonly #terms = new Map<string, Terms>();
  readonly #live = new Map<string, Quote>();
  readonly #reference: Reference;
  readonly types: Product['types'];

  constructor(reference: Reference) {
    this.#reference = reference;
    this.types = {
      'convert.define': (entry) => this.#define(entry),
      'convert.quote': (entry) => this.#quote(entry),
      'convert.fill': (entry) => this.#fill(entry),
      'convert.expire': (entry) => this.#expire(entry),
    };
  }

  closeAll(entry: Entry): Closed {
    const rows = this.#liveOf(entry).map((quote) => this.#end(quote, 'reset', entry));
    return { rows, events: [] };
  }

  checkNothingOverdue(at: number): void {
    for (const { id, at: from } of this.#live.values()) {
      this.#reference.findings.check(at <= from + FIRM_MS, () => `quote ${id} is still firm at ${at}`);
    }
  }

  needs(need: (key: string, amount: bigint) => void): void {
    for (const { book, priced } of this.#live.values()) {
      need(ofHouse(book, priced.to.asset, 'reserve.convert'), priced.receive);
    }
  }

  #define(entry: Entry): Prediction {
    const offer = entry.body as Offer;
    const [min, max] = [unitsOf(offer.minUsdt), unitsOf(offer.maxUsdt)];
    const margin = unitsOf(offer.marginRate) ?? SPREAD_LIMIT;
    const isNamed = offer.code === (offer.asset === 'USDT' ? null : `${offer.asset}USDT`);
    if (SPREAD_LIMIT <= margin || min === undefined || max === undefined || min === 0n || max < min || !isNamed) {
      return { code: CODE.notOffered, result: { fields: { asset: CODE.range } } };
    }
    const terms = { ...offer, version: (this.#terms.get(offer.asset)?.version ?? 0) + 1 };
    this.#terms.set(offer.asset, terms);
    const row = { asset: offer.asset, version: terms.version, terms };
    return { code: CODE.done, result: { version: terms.version }, rows: [{ table: 'convert_terms', row }] };
  }

  #quote(entry: Entry): Prediction {
    const body = entry.body as ConvertBody & { quoteId: string };
    const priced = priceOf(this.#terms, { entry, body, facts: this.#checkFacts(entry, body) });
    if ('code' in priced) return priced;
    if (this.#live.has(body.quoteId)) return refusal(CODE.quoteOver);
    const { accounts } = this.#reference;
    const mine = this.#liveOf(entry);
    const replaced = mine.slice(0, Math.max(0, mine.length - LIVE_MAX + 1));
    const pool = ofHouse(entry.book, priced.to.asset, 'pool.liquidity');
    const freed = replaced.filter((old) => old.priced.to.asset === priced.to.asset);
    const there = freed.reduce((sum, old) => sum + old.priced.receive, accounts.of(pool));
    if (there < priced.receive) return refusal(CODE.poolFull, 'amount');
    const rows = replaced.map((old) => this.#end(old, 'replaced', entry));
    const { seq: id, user, book, at } = entry;
    const quote: Quote = { id, quoteId: body.quoteId, user, book, priced, at };
    this.#live.set(quote.quoteId, quote);
    accounts.move(pool, ofHouse(book, priced.to.asset, 'reserve.convert'), priced.receive);
    const { reference, price, spread_rate } = priced.columns;
    const result = {
      quoteId: quote.quoteId,
      from: body.from,
      to: body.to,
      amount: textOf(priced.amount),
      receive: textOf(priced.receive),
      reference,
      price,
      spreadRate: spread_rate,
      expiresAt: new Date(at + FIRM_MS).toISOString(),
    };
    return { code: CODE.done, result, rows: [...rows, quoteRow(quote, 'open', null)], counts: ['quote made'] };
  }

  #fill(entry: Entry): Prediction {
    const body = entry.body as ConvertBody;
    const { accounts } = this.#reference;
    const { seq, user, book, at } = entry;
    const checked = this.#checkFacts(entry, body);
    const quote = body.quoteId === null ? undefined : this.#usable(entry, body);
    if (body.quoteId !== null && quote === undefined) return refusal(CODE.quoteOver, 'quoteId');
    const priced = quote?.priced ?? priceOf(this.#terms, { entry, body, facts: checked });
    if ('code' in priced) return priced;
    const { amount, receive } = priced;
    const given = ofUser(user, book, priced.from.asset, 'available');
    if (accounts.of(given) < amount) return refusal(CODE.coinBalance, 'amount');
    const pool = ofHouse(book, priced.to.asset, 'pool.liquidity');
    if (quote === undefined && accounts.of(pool) < receive) return refusal(CODE.poolFull, 'amount');
    const source = quote === undefined ? pool : ofHouse(book, priced.to.asset, 'reserve.convert');
    accounts.move(given, ofHouse(book, priced.from.asset, 'pool.liquidity'), amount);
    accounts.move(source, ofUser(user, book, priced.to.asset, 'available'), receive);
    const row = { id: seq, quote: quote?.id ?? null, ...priced.columns, user_id: user, book, at };
    const rows = [{ table: 'convert_fills', row: row as Record<string, unknown> }];
    if (quote !== undefined) {
      this.#live.delete(quote.quoteId);
      rows.push(quoteRow(quote, 'used', seq));
    }
    const shown = viewOf(entry, priced);
    const event = { userId: user, book, kind: 'convert.fill', data: shown };
    const counts = [quote === undefined ? 'converted at once' : 'converted by a quote'];
    return { code: CODE.done, result: shown, rows, events: [event], counts };
  }

  #expire(entry: Entry): Prediction {
    const { quotes } = entry.body as { quotes: number[] };
    const { findings } = this.#reference;
    const due = quotes.map((id) => [...this.#live.values()].find((quote) => quote.id === id));
    const isDue = due.every(
      (quote) => quote !== undefined && quote.book === entry.book && quote.at + FIRM_MS < entry.at,
    );
    findings.check(isDue, () => `entry ${entry.seq} ends quotes ${quotes}, but not all have expired on its book`);
    const rows = due.flatMap((quote) => (quote === undefined ? [] : [this.#end(quote, 'expired', entry)]));
    return { code: CODE.done, result: { quotes: quotes.length }, rows, counts: rows.map(() => 'quote expired') };
  }

  /** Oldest first. */
  #liveOf({ user, book }: Entry): Quote[] {
    return [...this.#live.values()].filter((quote) => quote.user === user && quote.book === book);
  }

  #usable({ user, book, at }: Entry, body: ConvertBody): Quote | undefined {
    const quote = this.#live.get(body.quoteId as string);
    if (quote === undefined || quote.at + FIRM_MS < at || quote.user !== user || quote.book !== book) return undefined;
    const { from, to, amount } = quote.priced;
    return from.asset === body.from && to.asset === body.to && amount === unitsOf(body.amount) ? quote : undefined;
  }

  #end(quote: Quote, state: string, { seq }: Entry) {
    const { book, priced } = quote;
    const asset = priced.to.asset;
    this.#reference.accounts.move(
      ofHouse(book, asset, 'reserve.convert'),
      ofHouse(book, asset, 'pool.liquidity'),
      priced.receive,
    );
    this.#live.delete(quote.quoteId);
    return quoteRow(quote, state, seq);
  }

  #checkFacts(entry: Entry, { from, to }: ConvertBody) {
    const { prices, findings, sessionEnd } = this.#reference;
    const of = (asset: string): AssetFacts =>
      asset === 'USDT'
        ? null
        : { open: sessionEnd(`${asset}USDT`, entry.at) !== null, tick: prices.last(`${asset}USDT`) ?? null };
    const facts = { from: of(from), to: of(to) };
    findings.equal(`entry ${entry.seq}: facts about ${from} and ${to}`, entry.facts, facts);
    return facts;
  }
}

function quoteRow(quote: Quote, state: string, closedBy: number | null) {
  const { id, quoteId, user, book, priced, at } = quote;
  const ends = { placed_at: at, expires_at: at + FIRM_MS, closed_by: closedBy };
  const row: Record<string, unknown> = {
    id,
    quote_id: quoteId,
    user_id: user,
    book,
    ...priced.columns,
    state,
    ...ends,
  };
  return { table: 'convert_quotes', row };
}
