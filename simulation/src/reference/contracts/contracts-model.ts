import { LATE_MAX_MS } from '../../schedule.ts';
import { ofHouse, ofUser } from '../accounts.ts';
import { mayCome } from '../awaited.ts';
import { CODE } from '../codes.ts';
import { greatest, least, mustUnits, unitsOf } from '../figures.ts';
import { heldRefusal, type Prediction, refusal } from '../prediction.ts';
import type { Closed, Offered, Product, Reference } from '../product.ts';
import { type Entry, type StoredTick, tickName } from '../stored.ts';
import { feeAt, initialMargin } from './arithmetic.ts';
import { ContractEffects } from './contract-effects.ts';
import { accountsOf, type Closing, chargeNights, closeLots, end, release } from './endings.ts';
import { fitsCap, liquidationAt, openAt, predictBuy, predictReverse, promises, refuseRate, tradable } from './entry.ts';
import { checkFacts, endFact } from './facts.ts';
import { predictRecord, whatEnds, whyNotOpened } from './firing.ts';
import {
  answerOf,
  type Contract,
  type Ending,
  nightOf,
  sizeOf,
  updateGainPoint,
  updateLiquidationPrice,
} from './position.ts';
import type { ContractsState, MarketFacts } from './state.ts';
import { beginLead, refuseEarly, setStops } from './stops.ts';
import { type ContractOffer, type ContractTerms, leverageAt, termsOf, wrongGap } from './terms.ts';
import { followTrail } from './trail.ts';
import { firingAt, isLimitMet, isNextFilled, lapsesAt, meets, OPENINGS, type Trigger } from './triggers.ts';
import { ContractWatch } from './watch.ts';

const FIRED_BY_STOPS: readonly Trigger[] = ['stopLoss', 'trailingStop', 'takeProfit'];
const WAITING_MAX_MS = 604_800_000;

/**
 * The reference model of contracts. It scans every live order at every tick: slow but obviously
 * correct.
 */
export class ContractsModel implements Product, ContractsState {
  readonly terms = new Map<string, ContractTerms>();
  readonly live = new Map<number, Contract>();
  /** The tick at which an order ended because of another one, to cover it or to make way for it. */
  readonly #netted = new Map<number, string>();
  readonly #watch: ContractWatch;
  readonly reference: Reference;
  readonly types: Product['types'];

  constructor(reference: Reference) {
    this.reference = reference;
    this.#watch = new ContractWatch(this);
    this.types = {
      'contracts.define': (entry) => this.#define(entry),
      'contracts.buy': (entry) => predictBuy(this, entry),
      'contracts.reverse': (entry) => this.#reverse(entry),
      'contracts.close': (entry) => this.#close(entry),
      'contracts.stops': (entry) => this.#stops(entry),
      'contracts.cancel': (entry) => this.#cancel(entry),
      'contracts.open': (entry, next) => this.#open(entry, next),
      'contracts.expire': (entry, next) => this.#expire(entry, next),
      'contracts.fire': (entry, next) => this.#fire(entry, next),
      'contracts.liquidate': (entry, next) => this.#fire(entry, next),
      'contracts.trail': (entry) => predictRecord(this, entry),
      'contracts.finance': (entry) => this.#finance(entry),
    };
  }

  get #waitingMax(): number {
    return this.reference.figure('contracts.waitingMaxMs', WAITING_MAX_MS);
  }

  /** What live orders may gain beyond what their pool holds: the capital must keep it. */
  neededOf(book: string, asset: string): bigint {
    if (asset !== 'USDT') return 0n;
    const own = [...this.live.values()].filter((order) => order.book === book && order.gainMax !== null);
    const most = own.reduce((sum, order) => sum + promises(order), 0n);
    return greatest(0n, most - this.reference.accounts.of(ofHouse(book, asset, 'pool.contracts')));
  }

  liveOf(user: number, book: string): Contract[] {
    return [...this.live.values()].filter((order) => order.user === user && order.book === book);
  }

  checkFacts(entry: Entry, code: string | undefined, order?: Contract): MarketFacts {
    return checkFacts(this, entry, { code, order });
  }

  closeAll(entry: Entry): Closed {
    const effects = new ContractEffects(entry);
    for (const order of this.liveOf(entry.user, entry.book)) {
      this.reference.hits.end(order.id);
      if (order.state === 'waiting') {
        release(this.reference, order);
        effects.step(order, 'cancelled', null, { lots: order.left });
        this.#end(effects, order, 'cancelled', 'reset', null);
      } else {
        const { margin, available } = accountsOf(order);
        this.reference.accounts.move(margin, available, order.margin);
        effects.step(order, 'closed', null, { lots: order.left, margin: order.margin });
        this.#end(effects, order, 'closed', 'reset', null);
      }
    }
    return effects;
  }

  afterTick(tick: StoredTick): void {
    this.#watch.checkTick(tick);
    for (const order of this.live.values()) {
      if (order.code === tick.code && order.state === 'open') followTrail(order, tick);
    }
  }

  checkNothingOverdue(at: number): void {
    for (const order of this.live.values()) {
      const { id, state, night, financingRate, counted, placedAt } = order;
      const isTooOld = state === 'waiting' && counted !== null && placedAt + this.#waitingMax < at;
      const lapses = lapsesAt(order) + LATE_MAX_MS;
      this.reference.findings.check(
        at <= lapses,
        () => `contract ${id} should have been filled or given up by ${lapses}`,
      );
      this.reference.findings.check(!isTooOld, () => `contract ${id} still waits since ${placedAt}`);
      const isCharged = state !== 'open' || financingRate === 0n || night === nightOf(at);
      this.reference.findings.check(isCharged, () => `contract ${id} was not charged the overnight fee before ${at}`);
    }
  }

  needs(need: (key: string, amount: bigint) => void): void {
    for (const { user, book, terms, state, held, margin } of this.live.values()) {
      if (state === 'waiting') need(ofUser(user, book, terms.asset, 'held'), held);
      else need(ofUser(user, book, terms.asset, 'margin'), margin);
    }
  }

  #define(entry: Entry): Prediction {
    const offer = entry.body as ContractOffer;
    const version = (this.terms.get(offer.code)?.version ?? 0) + 1;
    const terms = this.#termsOf(offer, version);
    if ('wrong' in terms) return { code: CODE.notOffered, result: { fields: { [terms.wrong]: CODE.range } } };
    this.terms.set(offer.code, terms);
    const row = { code: offer.code, version, terms };
    return { code: CODE.done, result: { version }, rows: [{ table: 'contract_terms', row }] };
  }

  #termsOf(offer: ContractOffer, version: number): ReturnType<typeof termsOf> {
    const terms = termsOf(offer, version);
    const isGift = wrongGap(offer, this.terms.get(offer.code), this.reference.rulesOf(undefined));
    return 'wrong' in terms || !isGift ? terms : { wrong: 'closeRequirement' };
  }

  readonly offered: Offered = {
    current: (code) => {
      const terms = this.terms.get(code);
      if (terms === undefined) return undefined;
      const { version, ...offer } = terms;
      const tiers = terms.tiers.map(({ floor, maintenanceRate, maxLeverage }) => ({
        floor,
        maintenanceRate,
        maxLeverage,
      }));
      return { offer: { ...offer, tiers }, version };
    },
    faultOf: (offer) => {
      const terms = this.#termsOf(offer as unknown as ContractOffer, 1);
      return 'wrong' in terms
        ? { code: CODE.notOffered, result: { fields: { [terms.wrong]: CODE.range } } }
        : undefined;
    },
  };

  /** The live order an entry names, or a refusal when it has ended or belongs to somebody else. */
  #own(entry: Entry, states: readonly Contract['state'][]): Contract | Prediction {
    const order = this.live.get((entry.body as { id: number }).id);
    if (order === undefined) return refusal(CODE.final, 'id');
    if (order.user !== entry.user || order.book !== entry.book) return refusal(CODE.notFound, 'id');
    if (this.reference.hits.has(order.id)) return refusal(CODE.hit, 'id');
    return states.includes(order.state) ? order : refusal(CODE.final, 'id');
  }

  #factsOf(entry: Entry): MarketFacts {
    const order = this.live.get((entry.body as { id: number }).id);
    return this.checkFacts(entry, order?.code, order);
  }

  #close(entry: Entry): Prediction {
    const facts = this.#factsOf(entry);
    const order = this.#own(entry, ['open']);
    if ('result' in order) return order;
    const tick = tradable(facts, order.terms, entry.at);
    if (tick === undefined) return refusal(CODE.closed, 'id');
    if (facts.held !== undefined) return heldRefusal(facts.held, 'id');
    const unconverted = refuseRate(order, facts, entry.at);
    if (unconverted !== undefined) return unconverted;
    const { lots: text } = entry.body as { lots?: string };
    const closing = order.closing?.lots ?? 0n;
    const all = order.left - closing;
    if (all === 0n) return refusal(CODE.final, 'id');
    const lots = text === undefined ? all : unitsOf(text);
    if (lots === undefined || lots === 0n || all < lots) return refusal(CODE.lots, 'lots');
    if (lots < all && lots % mustUnits(order.terms.lotStep) !== 0n) return refusal(CODE.lots, 'lots');
    const effects = new ContractEffects(entry);
    if (order.terms.slippageRate !== undefined) {
      order.closing = { lots: closing + lots, at: entry.at };
      effects.step(order, 'closeAsked', tick, { lots });
      this.#save(effects, order, tick);
    } else this.#closeAndCover(effects, { order, lots, tick, by: 'user' });
    return effects.done(answerOf(order, tick, effects.rateFor(order)));
  }

  #stops(entry: Entry): Prediction {
    const facts = this.#factsOf(entry);
    const { tick } = facts;
    const order = this.#own(entry, ['open', 'waiting']);
    if ('result' in order) return order;
    const now = order.side === 'buy' ? tick?.bid : tick?.ask;
    const reference = order.state === 'open' && now !== undefined ? now : order.base;
    const isLive = order.state === 'open' && tick !== null;
    const rules = this.reference.rulesOf(undefined);
    const was = { ...order };
    const isBarred = 7 <= rules && this.reference.isFrozen(entry.user);
    const wrong = setStops(order, entry.body as object, {
      reference,
      onlyNearer: isBarred,
      tick,
      liquidation: isLive ? liquidationAt(order, facts.conversion) : order.liquidationPoints,
      unconverted: isLive ? refuseRate(order, facts, entry.at) : undefined,
      early: refuseEarly(order, entry, { facts, rules }),
    });
    if (wrong !== undefined) return wrong;
    const stopsFrom = beginLead(order, entry, { was, rules });
    const effects = new ContractEffects(entry);
    effects.step(order, 'stopsChanged', tick, { stops: true, stopsFrom });
    this.#save(effects, order, tick);
    return effects.done(answerOf(order, tick, effects.rateFor(order)));
  }

  #reverse(entry: Entry): Prediction {
    const facts = this.#factsOf(entry);
    const order = this.#own(entry, ['open']);
    if ('result' in order) return order;
    const isNext = [order.terms, this.terms.get(order.code)].every((terms) => terms?.slippageRate !== undefined);
    if (order.closing !== null || !isNext) return refusal(CODE.final, 'id');
    return predictReverse(this, entry, { order, facts });
  }

  #cancel(entry: Entry): Prediction {
    const live = this.live.get((entry.body as { id: number }).id);
    const isBound = mayCome(this.reference, entry, live?.code);
    const order = this.#own(entry, ['waiting']);
    if ('result' in order) return order;
    if (isBound && isNextFilled(order, this.reference.prices.last(order.code))) return refusal(CODE.bound, 'id');
    const effects = new ContractEffects(entry);
    release(this.reference, order);
    effects.step(order, 'cancelled', null, { lots: order.left });
    this.#end(effects, order, 'cancelled', 'user', null);
    return effects.done(answerOf(order, null, null));
  }

  #expire(entry: Entry, current: StoredTick | undefined): Prediction {
    const { orders: ids } = entry.body as { orders: number[] };
    this.reference.hits.tickOf(entry, ids, current);
    const effects = new ContractEffects(entry);
    for (const id of ids) {
      const order = this.live.get(id);
      if (order === undefined && this.reference.hits.wasReset(id)) continue;
      const isOld =
        order?.state === 'waiting' && order.counted !== null && order.placedAt + this.#waitingMax < entry.at;
      const isDue = isOld || (order !== undefined && lapsesAt(order) < entry.at);
      this.reference.findings.check(isDue, () => `entry ${entry.seq} ends ${id}, which has not waited too long`);
      if (order === undefined) continue;
      if (order.state === 'open') {
        effects.step(order, 'closeLapsed', null, { lots: order.closing?.lots ?? 0n });
        order.closing = null;
        order.reversedBy = null;
        this.#save(effects, order, null);
        continue;
      }
      release(this.reference, order);
      effects.step(order, 'cancelled', null, { lots: order.left });
      this.#end(effects, order, 'cancelled', 'expired', null);
    }
    return effects.done({ orders: ids.length });
  }

  #open(entry: Entry, next: StoredTick | undefined): Prediction {
    const effects = new ContractEffects(entry);
    const { accounts, findings } = this.reference;
    const { by } = entry.body as { by: Trigger };
    findings.check(OPENINGS.includes(by), () => `entry ${entry.seq} opens orders by ${by}`);
    const fired = this.#fired(entry, next, by);
    const facts = endFact(this.reference, fired.tick.code, entry.at);
    findings.equal(`entry ${entry.seq}: when the session ends`, entry.facts, facts);
    for (const order of fired.orders) {
      const { tick } = fired;
      // Another one of its group has opened by this very entry.
      if (order.ended !== undefined) continue;
      if (by === 'stop' && order.type === 'stopLimit' && !isLimitMet(order, tick)) {
        order.triggeredBy = entry.seq;
        effects.step(order, 'triggered', tick, {
          lots: order.left,
          points: order.side === 'buy' ? tick.ask : tick.bid,
        });
        effects.save(order, tick);
        continue;
      }
      const points = order.side === 'buy' ? tick.ask : tick.bid;
      const fee = feeAt(sizeOf(order), points, order.feeRate);
      const before = { ...order };
      Object.assign(order, { base: points, openFee: fee });
      order.margin = least(initialMargin(sizeOf(order), points, order.leverage), order.held - fee);
      order.initial = order.margin;
      const fits = order.margin <= 0n || before.counted === null || fitsCap(this, order);
      const isTooHigh = leverageAt(order.terms, entry.at, facts.sessionEndsAt) < order.leverage;
      const why = whyNotOpened(this.reference, order, { tick, points, fits, isTooHigh });
      if (why !== undefined) {
        Object.assign(order, before);
        release(this.reference, order);
        effects.step(order, 'cancelled', tick, { lots: order.lots });
        this.#end(effects, order, 'cancelled', why, tick);
        continue;
      }
      const at = accountsOf(order);
      accounts.move(at.held, at.margin, order.margin);
      accounts.fee(at.held, at.fees, fee);
      accounts.move(at.held, at.available, order.held - fee - order.margin);
      order.held = 0n;
      openAt(order, tick, entry);
      updateLiquidationPrice(order);
      updateGainPoint(order);
      effects.step(order, 'opened', tick, { lots: order.lots, points, margin: order.margin, fee, stops: true });
      effects.save(order, tick);
      this.#cancelOthers(effects, order, tick);
    }
    return effects.done({ orders: (entry.body as { orders: number[] }).orders.length });
  }

  /** Of a group, the first that opens is left. */
  #cancelOthers(effects: ContractEffects, order: Contract, tick: StoredTick): void {
    if (order.oco === null) return;
    for (const sibling of this.liveOf(order.user, order.book)) {
      if (sibling === order || sibling.oco !== order.oco || sibling.state !== 'waiting') continue;
      release(this.reference, sibling);
      effects.step(sibling, 'cancelled', tick, { lots: sibling.left });
      this.#end(effects, sibling, 'cancelled', 'oco', tick);
      this.#netted.set(sibling.id, tickName(tick));
    }
  }

  #fire(entry: Entry, next: StoredTick | undefined): Prediction {
    const { by } = entry.body as { by: Trigger };
    const effects = new ContractEffects(entry);
    const fits = !OPENINGS.includes(by) && (entry.type === 'contracts.liquidate') === (by === 'liquidation');
    this.reference.findings.check(fits, () => `entry ${entry.seq} (${entry.type}) claims to be a ${by}`);
    const { tick, orders } = this.#fired(entry, next, by);
    for (const order of orders) {
      // Closed by this very entry already, to cover another one.
      if (order.ended !== undefined) continue;
      if (FIRED_BY_STOPS.includes(by) && firingAt(order, tick) !== order)
        effects.counts.push('contract fired what a change keeps');
      const { lots, ending } = whatEnds(this.reference, entry, { order, by, tick });
      this.#closeAndCover(effects, { order, lots, tick, by: ending });
    }
    return effects.done({ orders: (entry.body as { orders: number[] }).orders.length });
  }

  /** A loss beyond the margin comes from the owner's other positions there first. */
  #closeAndCover(effects: ContractEffects, closing: Closing): void {
    const { order, tick } = closing;
    const { accounts } = this.reference;
    const at = accountsOf(order);
    let missing = closeLots(this.reference, effects, closing);
    this.#save(effects, order, tick);
    if (order.terms.personMax !== undefined) {
      for (const candidate of this.liveOf(order.user, order.book)) {
        if (missing === 0n) break;
        if (candidate === order || candidate.code !== order.code || candidate.state !== 'open') continue;
        const had = accounts.of(at.available);
        missing += closeLots(this.reference, effects, { order: candidate, lots: candidate.left, tick, by: 'netting' });
        candidate.netted = least(missing, accounts.of(at.available) - had);
        accounts.move(at.available, at.pool, candidate.netted);
        missing -= candidate.netted;
        this.#save(effects, candidate, tick);
        this.#netted.set(candidate.id, tickName(tick));
      }
    }
    accounts.move(at.insurance, at.pool, least(missing, accounts.of(at.insurance)));
  }

  /**
   * The orders an internal command names. For each, this must be the first trigger the current tick
   * meets.
   */
  #fired(entry: Entry, current: StoredTick | undefined, by: Trigger): { tick: StoredTick; orders: Contract[] } {
    const { findings, hits } = this.reference;
    const { tick, orders: ids } = entry.body as { tick: StoredTick; orders: number[] };
    const wereHit = ids.some((id) => hits.has(id));
    const next = hits.tickOf(entry, ids, current);
    // A tick of what converts it fires at the last price of the instrument.
    const last = next === undefined || next.code === tick.code ? next : this.#watch.tradedAt(tick.code, next.at);
    if (last === undefined || tickName(last) !== tickName(tick)) {
      findings.add(`entry ${entry.seq} fires at ${tickName(tick)}, which is not the current tick`);
    }
    const came = wereHit ? undefined : next;
    findings.check(new Set(ids).size === ids.length, () => `entry ${entry.seq} fires an order twice`);
    const orders = ids.flatMap((id) => this.live.get(id) ?? []);
    const netted = ids.filter((id) => this.#netted.get(id) === tickName(tick) || hits.wasReset(id)).length;
    findings.equal(`entry ${entry.seq} (${entry.type}): live orders among ${ids}`, orders.length, ids.length - netted);
    for (const order of orders) {
      const isSameMarket = order.book === entry.book && order.code === tick.code;
      findings.check(isSameMarket, () => `entry ${entry.seq} fires contract ${order.id} of another market`);
      // As it was hit: what converts it has moved on since.
      const met = came === undefined ? by : meets(order, tick, this.#watch.around(came, tick.code));
      findings.equal(`contract ${order.id}: trigger at ${tickName(tick)}`, by, met);
      if (came !== undefined) order.changedBy = tickName(came);
    }
    this.#watch.checkNamed(entry, tick, came);
    return { tick, orders };
  }

  #finance(entry: Entry): Prediction {
    const effects = new ContractEffects(entry);
    let charged = 0;
    for (const id of (entry.body as { orders: number[] }).orders) {
      const order = this.live.get(id);
      if (order?.state !== 'open') this.reference.findings.add(`entry ${entry.seq} finances ${id}, which is not open`);
      else if (chargeNights(this.reference, effects, order)) {
        this.#save(effects, order, null);
        charged += 1;
      }
    }
    return effects.done({ orders: charged });
  }

  #end(
    effects: ContractEffects,
    order: Contract,
    state: 'closed' | 'cancelled',
    by: Ending,
    tick: StoredTick | null,
  ): void {
    end(effects, order, state, by);
    this.#save(effects, order, tick);
  }

  #save(effects: ContractEffects, order: Contract, tick: StoredTick | null): void {
    if (order.ended !== undefined) {
      this.live.delete(order.id);
      this.#watch.end(order);
    }
    effects.save(order, tick);
  }
}
