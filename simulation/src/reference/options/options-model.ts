import { LATE_MAX_MS } from '../../schedule.ts';
import { ofHouse, ofUser } from '../accounts.ts';
import { CODE } from '../codes.ts';
import { unitsOf } from '../figures.ts';
import { isNoLead } from '../leads.ts';
import { isNoShare } from '../networks.ts';
import type { Prediction } from '../prediction.ts';
import { type Closed, inForce, type Offered, type Product, type Reference } from '../product.ts';
import { type Entry, type StoredTick, tickName } from '../stored.ts';
import { payOut, refund } from './ending.ts';
import { LiveOrders } from './live-orders.ts';
import { entersFrom, eventOf, type Order, rowOf } from './order.ts';
import { predictSale } from './sale.ts';
import type { OptionsState } from './state.ts';
import { GAP_LIMIT_MIN_MS, isValid, type Terms } from './terms.ts';

/** The reference model of options: offers, live orders, and what each tick must do to them. */
export class OptionsModel implements Product, OptionsState {
  readonly terms = new Map<string, Terms>();
  readonly live = new LiveOrders();
  /** Latest settled expiry per instrument. No tick at or before it may follow. */
  readonly #settledTo = new Map<string, number>();
  /** Orders without an entry, by number: no tick of this time may follow. */
  readonly #givenUp = new Map<number, { readonly code: string; readonly from: number; readonly until: number }>();
  readonly reference: Reference;
  readonly types: Product['types'];

  constructor(reference: Reference) {
    this.reference = reference;
    this.types = {
      'options.define': (entry) => this.define(entry),
      'options.buy': (entry) => predictSale(this, entry),
      'options.enter': (entry, next) => this.enter(entry, next),
      'options.settle': (entry, next) => this.settle(entry, next),
      'options.abandon': (entry, next) => this.abandon(entry, next),
    };
  }

  define(entry: Entry): Prediction {
    const offer = entry.body as Omit<Terms, 'version'>;
    const fault = this.#faultOf(offer);
    if (fault !== undefined) return fault;
    const version = (this.terms.get(offer.code)?.version ?? 0) + 1;
    this.terms.set(offer.code, { ...offer, version });
    const row = { code: offer.code, version, terms: { ...offer, version } };
    return { code: CODE.done, result: { version }, rows: [{ table: 'option_terms', row }] };
  }

  readonly offered: Offered = {
    current: (code) => inForce(this.terms.get(code)),
    faultOf: (offer) => this.#faultOf(offer as unknown as Terms),
  };

  #faultOf(offer: Omit<Terms, 'version'>): Prediction | undefined {
    if (offer.gapLimitMs < GAP_LIMIT_MIN_MS) {
      return { code: CODE.product, result: { fields: { gapLimitMs: CODE.range } } };
    }
    if (offer.personMax !== undefined && (unitsOf(offer.personMax) ?? 0n) === 0n) {
      return { code: CODE.product, result: { fields: { personMax: CODE.range } } };
    }
    if (isNoShare(offer)) return { code: CODE.product, result: { fields: { networkShare: CODE.range } } };
    if (isNoLead(offer)) return { code: CODE.product, result: { fields: { leadMs: CODE.range } } };
    return offer.periods.every(isValid)
      ? undefined
      : { code: CODE.product, result: { fields: { periods: CODE.range } } };
  }

  /** `next` is the tick about to be sequenced, the only possible entry. */
  enter(entry: Entry, current: StoredTick | undefined): Prediction {
    const body = entry.body as { tick: StoredTick; orders: number[] };
    const next = this.reference.hits.tickOf(entry, body.orders, current);
    const tick = body.tick;
    if (next === undefined || tickName(next) !== tickName(tick)) {
      this.reference.findings.add(
        `entry ${entry.seq} enters at ${tickName(tick)}, but the current tick is ${next === undefined ? 'none' : tickName(next)}`,
      );
    }
    const orders = this.#orders(entry, body.orders, 'waiting', tick.code);
    for (const order of orders) {
      const waitedMs = tick.at - entersFrom(order);
      this.reference.findings.check(
        0 <= waitedMs,
        () => `order ${order.id} enters at a tick older than its acceptance`,
      );
      this.reference.findings.check(
        waitedMs <= order.gapLimitMs,
        () => `order ${order.id} enters ${waitedMs} ms after its acceptance; its gap limit is ${order.gapLimitMs} ms`,
      );
      Object.assign(order, {
        state: 'open',
        entry: next ?? tick,
        enteredBy: entry.seq,
        expiresAt: tick.at + order.seconds * 1000,
      });
    }
    return this.#done(orders);
  }

  settle(entry: Entry, current: StoredTick | undefined): Prediction {
    const body = entry.body as { exit: StoredTick | null; orders: number[] };
    const next = this.reference.hits.tickOf(entry, body.orders, current);
    const orders = this.#orders(entry, body.orders, 'open', body.exit?.code);
    for (const order of orders) {
      const expiresAt = order.expiresAt as number;
      const fired = next?.code === order.code && expiresAt < next.at;
      this.reference.findings.check(
        fired || expiresAt < entry.at,
        () => `order ${order.id} is settled at ${entry.at}, before its expiry ${expiresAt}`,
      );
      const { last, count, silentMs } = this.reference.prices.window(order.entry as StoredTick, expiresAt);
      this.reference.findings.equal(`order ${order.id}: exit tick`, body.exit, last);
      this.#settledTo.set(order.code, Math.max(this.#settledTo.get(order.code) ?? 0, expiresAt));
      if (order.gapLimitMs < silentMs || count < 2) {
        order.exit = last;
        refund(this, order, order.gapLimitMs < silentMs ? 'gap' : 'tooFewTicks', entry);
      } else payOut(this, order, last, entry);
    }
    return this.#done(orders);
  }

  abandon(entry: Entry, current: StoredTick | undefined): Prediction {
    const ids = (entry.body as { orders: number[] }).orders;
    this.reference.hits.tickOf(entry, ids, current);
    const orders = this.#orders(entry, ids, 'waiting', undefined);
    for (const order of orders) {
      this.reference.findings.check(
        entersFrom(order) + order.gapLimitMs < entry.at,
        () => `order ${order.id} is abandoned at ${entry.at}, within its gap limit`,
      );
      refund(this, order, 'tooFewTicks', entry);
      const { id, code, gapLimitMs } = order;
      const from = entersFrom(order);
      this.#givenUp.set(id, { code, from, until: from + gapLimitMs });
    }
    return this.#done(orders);
  }

  /** Voids all live orders of the user on the book. */
  closeAll(entry: Entry): Closed {
    const orders = [...this.live.of(entry.user, entry.book)];
    for (const order of orders) {
      this.reference.hits.end(order.id);
      refund(this, order, 'reset', entry);
    }
    return { rows: orders.map(rowOf), events: orders.map(eventOf) };
  }

  needs(need: (key: string, amount: bigint) => void): void {
    for (const { user, book, asset, stake, fee, profit } of this.live.all.values()) {
      need(ofUser(user, book, asset, 'held'), stake + fee);
      need(ofHouse(book, asset, 'reserve.options'), profit);
    }
  }

  /** A tick was sequenced: everything it triggers must have happened by now. */
  afterTick(tick: StoredTick): void {
    for (const order of this.live.on(tick.code)) {
      if (this.reference.hits.has(order.id)) continue;
      if (
        order.state === 'waiting' &&
        entersFrom(order) <= tick.at &&
        tick.at <= entersFrom(order) + order.gapLimitMs
      ) {
        this.reference.findings.add(
          `order ${order.id} did not enter at ${tickName(tick)}, the first tick after its acceptance at ${order.placedAt}`,
        );
      } else if (order.state === 'open' && (order.expiresAt as number) < tick.at) {
        this.reference.findings.add(
          `order ${order.id}, expired at ${order.expiresAt}, was not settled when ${tickName(tick)} came`,
        );
      }
    }
    for (const [id, { code, from, until }] of this.#givenUp) {
      if (code !== tick.code) continue;
      if (from <= tick.at && tick.at <= until)
        this.reference.findings.add(`order ${id} was given up before ${tickName(tick)} came, which was its entry`);
      if (until < tick.at) this.#givenUp.delete(id);
    }
    const settledTo = this.#settledTo.get(tick.code) ?? 0;
    this.reference.findings.check(
      settledTo < tick.at,
      () => `${tickName(tick)} lies at or before ${settledTo}, which was settled without it`,
    );
  }

  /** When the core is idle and knows the time: nothing due by time alone may be left. */
  checkNothingOverdue(at: number): void {
    for (const order of this.live.all.values()) {
      const due =
        order.state === 'waiting'
          ? entersFrom(order) + order.gapLimitMs + LATE_MAX_MS
          : (order.expiresAt as number) + Math.max(order.gapLimitMs, LATE_MAX_MS);
      this.reference.findings.check(
        at <= due,
        () => `order ${order.id} is still ${order.state} at ${at}; it was due at ${due}`,
      );
    }
  }

  /** The oldest tick still needed by a live order of the instrument. */
  oldestTickNeeded(code: string): number {
    let seq = Number.MAX_SAFE_INTEGER;
    for (const { entry } of this.live.on(code)) if (entry !== undefined) seq = Math.min(seq, entry.seq);
    return seq;
  }

  #orders(entry: Entry, ids: readonly number[], state: Order['state'], code: string | undefined): Order[] {
    const orders = ids.map((id) => this.live.all.get(id)).filter((order) => order !== undefined);
    const fit = orders.every(
      (order) => order.state === state && order.book === entry.book && (code === undefined || order.code === code),
    );
    const named = ids.filter((id) => !this.reference.hits.wasReset(id)).length;
    this.reference.findings.check(
      fit && orders.length === named && new Set(ids).size === ids.length,
      () => `entry ${entry.seq} (${entry.type}) names orders [${ids}], but not all are ${state} on its book`,
    );
    return orders.filter((order) => order.state === state);
  }

  #done(orders: readonly Order[]): Prediction {
    return {
      code: CODE.done,
      result: { orders: orders.length },
      rows: orders.map(rowOf),
      events: orders.map(eventOf),
      counts: orders.flatMap(({ outcome, reason }) => (outcome === undefined ? [] : [`ended ${reason ?? outcome}`])),
    };
  }
}
