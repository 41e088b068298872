import { ReferenceBook } from '../../book/reference-book.ts';
import { LATE_MAX_MS } from '../../schedule.ts';
import { ofHouse, ofUser } from '../accounts.ts';
import { mayCome } from '../awaited.ts';
import { CODE } from '../codes.ts';
import type { ConvertModel } from '../convert/convert-model.ts';
import { mustUnits } from '../figures.ts';
import { isWithinLead } from '../leads.ts';
import { type Prediction, refusal } from '../prediction.ts';
import { type Closed, inForce, type Offered, type Product, type Reference } from '../product.ts';
import { type Entry, type StoredTick, tickName } from '../stored.ts';
import { ladder, otherSide, type Side } from './arithmetic.ts';
import { checkMet, predictLapse, predictMeet } from './meet.ts';
import {
  eventOf,
  isBooked,
  isQueued,
  isReachedBy,
  isWaiting,
  meetsFrom,
  owedAtEnd,
  restsAt,
  rowOf,
  type SpotOrder,
} from './order.ts';
import { SpotEffects } from './spot-effects.ts';
import { FILLS_MAX, type Market, measureOf, type SpotState } from './state.ts';
import { predictSubmit } from './submit.ts';
import { isSameMeasure, isValid, type SpotOffer, type SpotTerms } from './terms.ts';
import { predictTrigger } from './trigger.ts';

/** The reference model of the spot market, over naive order books. */
export class SpotModel implements Product, SpotState {
  readonly terms = new Map<string, SpotTerms>();
  readonly resting = new Map<number, SpotOrder>();
  readonly waited = new Set<number>();
  readonly #markets = new Map<string, Market>();
  /** Ticks at which an entry has crossed a book. */
  readonly #crossed = new Set<string>();
  /** Markets that orders have entered at the present tick, whose quotes changed by it. */
  readonly #met = new Set<string>();
  readonly reference: Reference;
  readonly #convert: Pick<ConvertModel, 'hasFilled'> | undefined;
  readonly types: Product['types'];

  constructor(reference: Reference, convert?: Pick<ConvertModel, 'hasFilled'>) {
    this.reference = reference;
    this.#convert = convert;
    this.types = {
      'spot.define': (entry) => this.#define(entry),
      'spot.submit': (entry) => predictSubmit(this, entry),
      'spot.cancel': (entry) => this.#cancel(entry),
      'spot.cross': (entry, next) => this.#cross(entry, next),
      'spot.meet': (entry, next) => {
        this.#met.add(`${entry.book}/${(entry.body as { tick: StoredTick }).tick.code}`);
        return predictMeet(this, entry, next);
      },
      'spot.lapse': (entry, next) => predictLapse(this, entry, next),
      'spot.trigger': (entry, next) => predictTrigger(this, entry, next),
      'spot.trail': (entry) => this.#trail(entry),
    };
  }

  market(book: string, code: string): Market {
    const key = `${book}/${code}`;
    const market = this.#markets.get(key) ?? { book: new ReferenceBook(), trades: 0, taken: undefined };
    this.#markets.set(key, market);
    return market;
  }

  /** House quotes of one side at a tick. */
  quotes(
    terms: SpotTerms,
    query: { book: string; side: Side; tick: StoredTick; isWhole?: boolean },
  ): { price: number; steps: number }[] {
    const { book, side, tick, isWhole = false } = query;
    const { taken: used } = this.market(book, terms.code);
    const isNow = !isWhole && used?.tick === tick.seq;
    const asset = side === 'sell' ? terms.base : terms.quote;
    return ladder(measureOf(terms), {
      side,
      tick,
      terms: {
        ...terms.ladder,
        levelAmount: mustUnits(terms.ladder.levelAmount),
        varies: terms.quotesVary === true,
      },
      pool: this.reference.accounts.of(ofHouse(book, asset, 'pool.liquidity')),
      taken: isNow ? (side === 'sell' ? used.asks : used.bids) : 0,
    });
  }

  /** Records steps the house has traded with an order of this side. */
  take(effects: SpotEffects, trade: { book: string; code: string; tick: StoredTick; side: Side; steps: number }): void {
    const { book, code, tick, side, steps } = trade;
    const market = this.market(book, code);
    if (market.taken?.tick !== tick.seq) market.taken = { tick: tick.seq, asks: 0, bids: 0 };
    market.taken[side === 'buy' ? 'asks' : 'bids'] += steps;
    const { asks, bids } = market.taken;
    const row = { book, code, tick_seq: tick.seq, taken_asks: asks, taken_bids: bids };
    effects.row({ table: 'spot_ladders', row });
  }

  closeAll(entry: Entry): Closed {
    const mine = [...this.resting.values()].filter(({ user, book }) => user === entry.user && book === entry.book);
    for (const order of mine) {
      this.reference.hits.end(order.id);
      this.revoke(order, entry);
    }
    return { rows: mine.map(rowOf), events: mine.map((order) => eventOf(order, null)) };
  }

  checkNothingOverdue(at: number): void {
    for (const order of this.resting.values()) {
      const isDue =
        isQueued(order) &&
        meetsFrom(order) + this.patienceOf(order) + LATE_MAX_MS < at &&
        !this.reference.hits.has(order.id);
      this.reference.findings.check(!isDue, () => `spot order ${order.id} still waits for a price at ${at}`);
    }
  }

  patienceOf({ terms }: SpotOrder): number {
    return (this.terms.get(terms.code) ?? terms).stalenessMs;
  }

  afterTick(tick: StoredTick): void {
    this.#followTick(tick);
    const terms = this.terms.get(tick.code);
    for (const book of terms === undefined ? [] : ['demo', 'real']) {
      const hasMet = this.#met.delete(`${book}/${tick.code}`);
      if (this.#crossed.delete(`${book}/${tickName(tick)}`) || terms === undefined || hasMet) continue;
      if (this.reference.sessionEnd(tick.code, tick.at) === null) continue;
      for (const side of ['buy', 'sell'] as const) {
        const best = this.market(book, tick.code)
          .book.orders(side)
          .find(({ id }) => !this.#isHeld(id, tick));
        const quote = this.quotes(terms, { book, side: otherSide(side), tick })[0];
        // Conversions come after spot at a tick: what they fill quotes from the next tick on.
        const pool = ofHouse(book, side === 'buy' ? terms.base : terms.quote, 'pool.liquidity');
        if (this.#convert?.hasFilled(pool) === true) continue;
        const isReached = best !== undefined && quote !== undefined && reaches(side, best.price, quote.price);
        this.reference.findings.check(
          !isReached,
          () => `spot order ${best?.id} at ${best?.price} was not filled by the quotes of ${tickName(tick)}`,
        );
      }
    }
  }

  /** Whether a resting order waits for a later tick. */
  #isHeld(id: number, tick: StoredTick): boolean {
    return isWithinLead((this.resting.get(id) as SpotOrder).crossesFrom, tick);
  }

  /** Whatever the tick reached has been triggered, and trailing stops have followed. */
  #followTick(tick: StoredTick): void {
    const { findings, hits, sessionEnd } = this.reference;
    const isOpen = sessionEnd(tick.code, tick.at) !== null;
    for (const order of this.resting.values()) {
      if (order.terms.code === tick.code && isOpen) checkMet(this, order, tick);
      if (order.terms.code !== tick.code || !isWaiting(order)) continue;
      const { waits } = order;
      const best = waits?.peak?.mid;
      if (waits !== undefined && best !== undefined) {
        if (order.side === 'sell' ? best < tick.mid : tick.mid < best) waits.peak = tick;
      }
      const isDue = isOpen && !isWithinLead(order.crossesFrom, tick);
      const isLeft = isDue && isReachedBy(order, tick.mid) && !hits.has(order.id);
      findings.check(!isLeft, () => `spot order ${order.id} was not triggered by ${tickName(tick)}`);
    }
  }

  #trail(entry: Entry): Prediction {
    const { orders, progress } = entry.body as {
      orders: number[];
      progress: { [id: string]: { peak: StoredTick; seen: number } };
    };
    const rows = orders.flatMap((id) => {
      const order = this.resting.get(id);
      const logged = progress[String(id)];
      if (order === undefined || !isWaiting(order) || order.waits === undefined || logged === undefined) return [];
      const last = this.reference.prices.last(order.terms.code);
      this.reference.findings.equal(`entry ${entry.seq}: progress of ${id}`, logged, {
        peak: order.waits.peak,
        seen: last?.seq,
      });
      Object.assign(order.waits, { recorded: order.waits.peak, seen: last?.seq });
      return [rowOf(order)];
    });
    return { code: CODE.done, result: null, rows, counts: ['peaks recorded'] };
  }

  needs(need: (key: string, amount: bigint) => void): void {
    for (const { user, book, terms, side, held } of this.resting.values()) {
      need(ofUser(user, book, side === 'buy' ? terms.quote : terms.base, 'held'), held);
    }
  }

  readonly offered: Offered = {
    current: (code) => inForce(this.terms.get(code)),
    faultOf: (offer) => this.#faultOf(offer as unknown as SpotOffer),
  };

  #faultOf(offer: SpotOffer): Prediction | undefined {
    if (!isValid(offer)) return { code: CODE.notOffered, result: { fields: { code: CODE.range } } };
    const current = this.terms.get(offer.code);
    const rests = [...this.resting.values()].some(({ terms }) => terms.code === offer.code);
    if (current === undefined || !rests || isSameMeasure(current, offer)) return undefined;
    return refusal(CODE.notOffered, 'code');
  }

  #define(entry: Entry): Prediction {
    const offer = entry.body as SpotOffer;
    const fault = this.#faultOf(offer);
    if (fault !== undefined) return fault;
    const version = (this.terms.get(offer.code)?.version ?? 0) + 1;
    this.terms.set(offer.code, { ...offer, version });
    const row = { code: offer.code, version, terms: { ...offer, version } };
    return { code: CODE.done, result: { version }, rows: [{ table: 'spot_terms', row }] };
  }

  #cancel(entry: Entry): Prediction {
    const order = this.resting.get((entry.body as { id: number }).id);
    const isBound = mayCome(this.reference, entry, order?.terms.code);
    if (order === undefined) return refusal(CODE.final, 'id');
    if (order.user !== entry.user || order.book !== entry.book) return refusal(CODE.notFound, 'id');
    if (this.reference.hits.has(order.id)) return refusal(CODE.hit, 'id');
    if (isBound && isQueued(order)) return refusal(CODE.bound, 'id');
    this.revoke(order, entry);
    const event = eventOf(order, null);
    return { code: CODE.done, result: event.data, rows: [rowOf(order)], events: [event], counts: ['spot revoked'] };
  }

  revoke(order: SpotOrder, { seq, at }: Entry): void {
    const { user, book, terms, side } = order;
    const { accounts } = this.reference;
    const asset = side === 'buy' ? terms.quote : terms.base;
    const owed = isBooked(order) ? owedAtEnd(order) : 0n;
    accounts.move(ofUser(user, book, asset, 'held'), ofHouse(book, asset, 'fees'), owed);
    accounts.move(ofUser(user, book, asset, 'held'), ofUser(user, book, asset, 'available'), order.held - owed);
    Object.assign(order, { state: 'revoked', held: 0n, fee: order.fee + owed, ended: { seq, at } });
    this.market(book, terms.code).book.remove(order.id);
    this.resting.delete(order.id);
  }

  /**
   * House quotes of a new tick reach resting orders: each fills at its own price, in price-time
   * order.
   */
  #cross(entry: Entry, next: StoredTick | undefined): Prediction {
    const { accounts, findings } = this.reference;
    const { tick } = entry.body as { tick: StoredTick };
    if (next === undefined || tickName(next) !== tickName(tick)) {
      findings.add(`entry ${entry.seq} crosses at ${tickName(tick)}, which is not the current tick`);
    }
    this.#crossed.add(`${entry.book}/${tickName(tick)}`);
    const terms = this.terms.get(tick.code) as SpotTerms;
    const market = this.market(entry.book, tick.code);
    const effects = new SpotEffects(accounts, entry, market.trades, terms);
    const isFresh = entry.at - tick.at <= terms.stalenessMs;
    const plans = (['buy', 'sell'] as const).map((side) => ({
      side,
      quotes: this.quotes(terms, { book: entry.book, side: otherSide(side), tick }).map((quote) => ({ ...quote })),
    }));
    let fills = 0;
    for (const { side, quotes } of isFresh ? plans : []) {
      for (const { id } of [...market.book.orders(side)]) {
        if (this.#isHeld(id, tick)) continue;
        const order = this.resting.get(id) as SpotOrder;
        const price = restsAt(order) as number;
        if (fills === this.reference.figure('spot.fillsAtOnceMax', FILLS_MAX)) break;
        let steps = 0;
        const open = Number(((order.quantity as bigint) - order.filled) / order.measure.step);
        for (const quote of quotes) {
          if (!reaches(side, price, quote.price)) break;
          const traded = Math.min(open - steps, quote.steps);
          quote.steps -= traded;
          steps += traded;
        }
        if (steps === 0) break;
        effects.meetHouse(order, 'maker', { price, steps, tick });
        this.take(effects, { book: entry.book, code: tick.code, tick, side, steps });
        this.settleMaker(order, steps);
        fills += 1;
        if (steps < open) break;
      }
    }
    market.trades = effects.number;
    // Orders that entered at this tick may have left nothing of its quotes.
    const crossedNothing = isFresh && fills === 0 && !this.#met.has(`${entry.book}/${tick.code}`);
    findings.check(!crossedNothing, () => `entry ${entry.seq} crosses nothing at ${tickName(tick)}`);
    return effects.done({ fills });
  }

  /** A resting order was filled; the rest keeps its place in the queue. */
  settleMaker(order: SpotOrder, steps: number): void {
    const { book } = this.market(order.book, order.terms.code);
    book.take([{ maker: order.id, price: restsAt(order) as number, steps }]);
    if (order.ended !== undefined) this.resting.delete(order.id);
  }
}

const reaches = (side: Side, limit: number, quote: number): boolean =>
  side === 'buy' ? quote <= limit : limit <= quote;
