import { ofUser } from '../accounts.ts';
import { CODE } from '../codes.ts';
import { least, mustUnits, unitsOf } from '../figures.ts';
import { type Prediction, refusal } from '../prediction.ts';
import type { Closed, Product, Reference } from '../product.ts';
import { type Entry, type StoredTick, tickName } from '../stored.ts';
import { feeAt, initialMargin, isLiquidated } from './arithmetic.ts';
import { ContractEffects } from './contract-effects.ts';
import { accountsOf, chargeNights, closeLots, end, nightAt, release } from './endings.ts';
import { openAt, predictBuy, setStops, tradable } from './entry.ts';
import { type Contract, positionOf, sizeOf, updateLiquidationPrice, viewOf } from './position.ts';
import type { ContractsState, MarketFacts } from './state.ts';
import { type ContractOffer, type ContractTerms, termsOf } from './terms.ts';

type Trigger = 'liquidation' | 'stopLoss' | 'takeProfit' | 'limit';

/**
 * The reference model of contracts. It scans every live order at every tick: slow but obviously
 * correct.
 */
export class ContractsModel implements Product, ContractsState {
  readonly terms = new Map<string, ContractTerms>();
  readonly live = new Map<number, Contract>();
  readonly reference: Reference;
  readonly types: Product['types'];

  constructor(reference: Reference) {
    this.reference = reference;
    this.types = {
      'contracts.define': (entry) => this.#define(entry),
      'contracts.buy': (entry) => predictBuy(this, entry),
      'contracts.close': (entry) => this.#close(entry),
      'contracts.stops': (entry) => this.#stops(entry),
      'contracts.cancel': (entry) => this.#cancel(entry),
      'contracts.open': (entry, next) => this.#open(entry, next),
      'contracts.fire': (entry, next) => this.#fire(entry, next),
      'contracts.liquidate': (entry, next) => this.#fire(entry, next),
      'contracts.finance': (entry) => this.#finance(entry),
    };
  }

  liveOf(user: number, book: string): Contract[] {
    return [...this.live.values()].filter((order) => order.user === user && order.book === book);
  }

  checkFacts(entry: Entry, code: string | undefined): MarketFacts {
    const { prices, findings, sessionEnd } = this.reference;
    const last = (of: string): StoredTick | null => prices.last(of) ?? null;
    const conversion = code === undefined ? undefined : this.terms.get(code)?.conversion;
    const facts: MarketFacts = {
      isOpen: code !== undefined && sessionEnd(code, entry.at) !== null,
      tick: code === undefined ? null : last(code),
      conversion: conversion == null ? null : last(conversion.code),
    };
    findings.equal(`entry ${entry.seq}: facts about ${code}`, entry.facts, code === undefined ? null : facts);
    return facts;
  }

  closeAll(entry: Entry): Closed {
    const effects = new ContractEffects(entry);
    for (const order of this.liveOf(entry.user, entry.book)) {
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
    for (const order of this.live.values()) {
      if (order.code !== tick.code || order.opened?.tick.seq === tick.seq) continue;
      const met = meets(order, tick);
      if (met !== undefined) {
        this.reference.findings.add(`contract ${order.id} did not fire at ${tickName(tick)}, which meets its ${met}`);
      }
    }
  }

  checkNothingOverdue(at: number): void {
    for (const { id, state, night, financingRate } of this.live.values()) {
      const isCharged = state !== 'open' || financingRate === 0n || night === nightAt(at);
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
    const terms = termsOf(offer, version);
    if ('wrong' in terms) return { code: CODE.notOffered, result: { fields: { [terms.wrong]: CODE.range } } };
    this.terms.set(offer.code, terms);
    const row = { code: offer.code, version, terms };
    return { code: CODE.done, result: { version }, rows: [{ table: 'contract_terms', row }] };
  }

  /** The live order an entry names, or a refusal when it has ended or belongs to somebody else. */
  #own(entry: Entry, states: readonly Contract['state'][]): Contract | Prediction {
    const order = this.live.get((entry.body as { id: number }).id);
    if (order === undefined) return refusal(CODE.final, 'id');
    if (order.user !== entry.user || order.book !== entry.book) return refusal(CODE.notFound, 'id');
    return states.includes(order.state) ? order : refusal(CODE.final, 'id');
  }

  #factsOf(entry: Entry): MarketFacts {
    return this.checkFacts(entry, this.live.get((entry.body as { id: number }).id)?.code);
  }

  #close(entry: Entry): Prediction {
    const facts = this.#factsOf(entry);
    const order = this.#own(entry, ['open']);
    if ('result' in order) return order;
    const tick = tradable(facts, order.terms, entry.at);
    if (tick === undefined) return refusal(CODE.closed, 'id');
    const { lots: text } = entry.body as { lots?: string };
    const lots = text === undefined ? order.left : unitsOf(text);
    if (lots === undefined || lots === 0n || order.left < lots) return refusal(CODE.lots, 'lots');
    if (lots < order.left && lots % mustUnits(order.terms.lotStep) !== 0n) return refusal(CODE.lots, 'lots');
    const effects = new ContractEffects(entry);
    closeLots(this.reference, effects, { order, lots, tick, by: 'user' });
    this.#save(effects, order, tick);
    return effects.done(viewOf(order, tick));
  }

  #stops(entry: Entry): Prediction {
    const { tick } = this.#factsOf(entry);
    const order = this.#own(entry, ['open', 'waiting']);
    if ('result' in order) return order;
    const now = order.side === 'buy' ? tick?.bid : tick?.ask;
    const reference = order.state === 'open' && now !== undefined ? now : order.base;
    const wrong = setStops(order, entry.body as object, reference);
    if (wrong !== undefined) return wrong;
    const effects = new ContractEffects(entry);
    effects.step(order, 'stopsChanged', tick, { stops: true });
    this.#save(effects, order, tick);
    return effects.done(viewOf(order, tick));
  }

  #cancel(entry: Entry): Prediction {
    const order = this.#own(entry, ['waiting']);
    if ('result' in order) return order;
    const effects = new ContractEffects(entry);
    release(this.reference, order);
    effects.step(order, 'cancelled', null, { lots: order.left });
    this.#end(effects, order, 'cancelled', 'user', null);
    return effects.done(viewOf(order, null));
  }

  #open(entry: Entry, next: StoredTick | undefined): Prediction {
    const effects = new ContractEffects(entry);
    const { accounts } = this.reference;
    const fired = this.#fired(entry, next, 'limit');
    for (const order of fired.orders) {
      const { tick } = fired;
      const points = order.side === 'buy' ? tick.ask : tick.bid;
      const fee = feeAt(sizeOf(order), points, order.feeRate);
      const before = { ...order };
      Object.assign(order, { base: points, openFee: fee });
      order.margin = least(initialMargin(sizeOf(order), points, order.leverage), order.held - fee);
      order.initial = order.margin;
      if (order.margin <= 0n || isLiquidated(positionOf(order), tick.mid)) {
        // The price gapped so far that it would be liquidated at once, so it is not opened.
        Object.assign(order, before);
        release(this.reference, order);
        effects.step(order, 'cancelled', tick, { lots: order.lots });
        this.#end(effects, order, 'cancelled', 'operator', tick);
        continue;
      }
      const at = accountsOf(order);
      accounts.move(at.held, at.margin, order.margin);
      accounts.move(at.held, at.fees, fee);
      accounts.move(at.held, at.available, order.held - fee - order.margin);
      order.held = 0n;
      openAt(order, tick, entry);
      updateLiquidationPrice(order);
      effects.step(order, 'opened', tick, { lots: order.lots, points, margin: order.margin, fee, stops: true });
      effects.save(order, tick);
    }
    return effects.done({ orders: fired.orders.length });
  }

  #fire(entry: Entry, next: StoredTick | undefined): Prediction {
    const { by } = entry.body as { by: Trigger };
    const effects = new ContractEffects(entry);
    const fits = by !== 'limit' && (entry.type === 'contracts.liquidate') === (by === 'liquidation');
    this.reference.findings.check(fits, () => `entry ${entry.seq} (${entry.type}) claims to be a ${by}`);
    const { tick, orders } = this.#fired(entry, next, by);
    for (const order of orders) {
      closeLots(this.reference, effects, { order, lots: order.left, tick, by: by as Exclude<Trigger, 'limit'> });
      this.#save(effects, order, tick);
    }
    return effects.done({ orders: orders.length });
  }

  /**
   * The orders an internal command names. For each, this must be the first trigger the current tick
   * meets.
   */
  #fired(entry: Entry, next: StoredTick | undefined, by: Trigger): { tick: StoredTick; orders: Contract[] } {
    const { findings } = this.reference;
    const { tick, orders: ids } = entry.body as { tick: StoredTick; orders: number[] };
    if (next === undefined || tickName(next) !== tickName(tick)) {
      findings.add(`entry ${entry.seq} fires at ${tickName(tick)}, which is not the current tick`);
    }
    findings.check(new Set(ids).size === ids.length, () => `entry ${entry.seq} fires an order twice`);
    const orders = ids.flatMap((id) => this.live.get(id) ?? []);
    findings.equal(`entry ${entry.seq} (${entry.type}): live orders among ${ids}`, orders.length, ids.length);
    for (const order of orders) {
      const isSameMarket = order.book === entry.book && order.code === tick.code;
      findings.check(isSameMarket, () => `entry ${entry.seq} fires contract ${order.id} of another market`);
      findings.equal(`contract ${order.id}: trigger at ${tickName(tick)}`, by, meets(order, tick));
    }
    return { tick: next ?? tick, orders };
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
    by: 'user' | 'reset' | 'operator',
    tick: StoredTick | null,
  ): void {
    end(effects, order, state, by);
    this.#save(effects, order, tick);
  }

  #save(effects: ContractEffects, order: Contract, tick: StoredTick | null): void {
    if (order.ended !== undefined) this.live.delete(order.id);
    effects.save(order, tick);
  }
}

/** The first trigger a tick meets, in the order limit, liquidation, stop-loss, take-profit. */
function meets(order: Contract, { bid, ask, mid }: StoredTick): Trigger | undefined {
  const buys = order.side === 'buy';
  if (order.state === 'waiting') {
    const limit = order.limit as number;
    return (buys ? ask <= limit : limit <= bid) ? 'limit' : undefined;
  }
  if (isLiquidated(positionOf(order), mid)) return 'liquidation';
  const { stop, target } = order;
  if (stop !== null && (buys ? bid <= stop : stop <= ask)) return 'stopLoss';
  if (target !== null && (buys ? target <= bid : ask <= target)) return 'takeProfit';
  return undefined;
}
