import { ofHouse, ofUser } from '../accounts.ts';
import type { AuthorityModel } from '../authority.ts';
import { CODE } from '../codes.ts';
import { ceilDiv, mustUnits, textOf, unitsOf, WHOLE_RATE } from '../figures.ts';
import { type ExpectedEvent, type ExpectedRow, type Prediction, refusal } from '../prediction.ts';
import type { Product, Reference } from '../product.ts';
import type { Entry } from '../stored.ts';
import { DAY_MS, daysOver, type Offer, paymentAt, shareOf } from './arithmetic.ts';
import { PlanChangesModel } from './changes.ts';
import { PlanReservesModel } from './reserves.ts';
import { PlanTermsModel } from './terms.ts';
import { PlanTotalsModel } from './totals.ts';

interface Plan {
  readonly id: number;
  readonly user: number;
  readonly product: number;
  readonly version: number;
  readonly offer: Offer;
  readonly principal: bigint;
  readonly daily: bigint;
  readonly days: number;
  readonly boughtAt: number;
  paid: number;
  state: 'earning' | 'expired' | 'divided' | 'exited';
  penalty: bigint | null;
  endedBy: number | null;
  endedAt: number | null;
}

/** Rows and events of one entry. */
interface EntryEffects {
  readonly rows: ExpectedRow[];
  readonly events: ExpectedEvent[];
}

const OPEN_MAX = 100;
/** A slice of what is due at midnight has at most as many plans. */
const SLICE_MAX = 250;
const BOOK = 'real';

/** The reference model of plans: every plan is looked at each time. */
export class PlansModel implements Product {
  readonly types: Product['types'];
  readonly terms: PlanTermsModel;
  readonly #reference: Reference;
  readonly #authority: AuthorityModel;
  readonly #plans = new Map<number, Plan>();
  readonly #totals = new PlanTotalsModel();
  readonly #smart = new Set<number>();
  readonly #changes: PlanChangesModel;

  constructor(
    reference: Reference,
    authority: AuthorityModel,
    /** Of the capital of a coin on the real book: what other promises need of it. */
    needed: (asset: string) => bigint,
  ) {
    this.#reference = reference;
    this.#authority = authority;
    this.terms = new PlanTermsModel(reference);
    this.#changes = new PlanChangesModel(reference, authority, this.terms);
    const reserves = new PlanReservesModel(reference, authority, { terms: this.terms, totals: this.#totals, needed });
    this.types = {
      'plans.define': ({ body }) => this.terms.define(body as Offer),
      'plans.switch': (entry) => this.#switch(entry),
      'plans.buy': (entry) => this.#buy(entry),
      'plans.exit': (entry) => this.#exit(entry),
      'plans.pay': (entry) => this.#pay(entry),
      'plans.return': (entry) => this.#return(entry),
      ...this.#changes.types,
      ...reserves.types,
    };
  }

  /** Whether time alone has left something to do. */
  isBehind(at: number): boolean {
    for (const plan of this.#plans.values()) {
      if (plan.state === 'expired' || plan.paid < daysOver(plan, at)) return true;
    }
    return this.#changes.isBehind(at);
  }

  checkNothingOverdue(at: number): void {
    for (const plan of this.#plans.values()) {
      const isOverdue = plan.state === 'expired' || plan.paid < daysOver(plan, at);
      this.#reference.findings.check(
        !isOverdue,
        () => `plan ${plan.id} (${plan.state}) has ${plan.paid} days paid at ${at}`,
      );
    }
    this.#changes.checkNothingOverdue(at);
  }

  needs(need: (key: string, amount: bigint) => void): void {
    for (const plan of this.#plans.values()) {
      const { asset } = plan.offer;
      need(ofUser(plan.user, BOOK, asset, 'plan'), plan.principal);
      need(ofHouse(BOOK, asset, `reserve.plan${plan.product}`), plan.daily * BigInt(plan.days - plan.paid));
    }
  }

  #switch({ user, at, body }: Entry): Prediction {
    const { enabled } = body as { enabled: boolean };
    const isChanged = this.#smart.has(user) !== enabled;
    if (enabled) this.#smart.add(user);
    else this.#smart.delete(user);
    const row = { user_id: user, enabled, changed_at: at };
    return { code: CODE.done, result: { enabled }, rows: isChanged ? [{ table: 'plan_switches', row }] : [] };
  }

  #buy({ seq, user, book, at, body }: Entry): Prediction {
    const { accounts } = this.#reference;
    const { product, amount, days, version } = body as {
      product: number;
      amount: string;
      days: number | null;
      version: number | null;
    };
    if (this.#authority.isFrozen(user)) return refusal(CODE.frozen);
    if (book !== BOOK) return refusal(CODE.realOnly);
    if (7 <= this.#reference.rulesOf(undefined) && this.#reference.owesLoan(user)) {
      return { ...refusal(CODE.repayFirst), counts: ['plan of lent money'] };
    }
    const terms = this.terms.of(product);
    if (terms?.offer.kind === 'smart' && !this.#smart.has(user)) return refusal(CODE.smartOff);
    if (terms === undefined || !terms.offer.onSale) return refusal(CODE.planProduct, 'productId');
    const { offer } = terms;
    if (days !== null && days !== offer.days) return refusal(CODE.planDays, 'days');
    const principal = unitsOf(amount);
    if (principal === undefined || principal < mustUnits(offer.min) || mustUnits(offer.max) < principal) {
      return refusal(CODE.planAmount, 'amount');
    }
    const mine = [...this.#plans.values()].filter((plan) => plan.user === user);
    if (offer.onePerUser && mine.some((plan) => plan.product === product)) {
      return refusal(CODE.samePlan, 'productId');
    }
    if (version !== null && version !== terms.version) return refusal(CODE.planTerms);
    if (this.#reference.figure('plans.openMax', OPEN_MAX) <= mine.length) return refusal(CODE.tooManyOpen);
    const sold = [...this.#plans.values()]
      .filter((plan) => plan.product === product)
      .reduce((sum, plan) => sum + plan.principal, 0n);
    if (mustUnits(offer.capacity) < sold + principal) return refusal(CODE.capacity, 'amount');
    const { asset } = offer;
    const available = ofUser(user, BOOK, asset, 'available');
    if (accounts.of(available) < principal) return refusal(CODE.quoteBalance, 'amount');
    const daily = shareOf(principal, mustUnits(offer.dailyRate));
    const promised = daily * BigInt(offer.days);
    const pool = ofHouse(BOOK, asset, `pool.plan${product}`);
    if (accounts.of(pool) < promised) return refusal(CODE.reserve, 'amount');
    accounts.move(available, ofUser(user, BOOK, asset, 'plan'), principal);
    accounts.move(pool, ofHouse(BOOK, asset, `reserve.plan${product}`), promised);
    const plan: Plan = {
      id: seq,
      user,
      product,
      version: terms.version,
      offer,
      principal,
      daily,
      days: offer.days,
      boughtAt: at,
      paid: 0,
      state: 'earning',
      penalty: null,
      endedBy: null,
      endedAt: null,
    };
    this.#plans.set(seq, plan);
    this.#totals.grow(product, { plans: 1, sold: 1, principal });
    const effects: EntryEffects = { rows: [], events: [] };
    this.#tell(plan, effects);
    return this.#done(effects, { result: effects.events[0]?.data, products: [product], counts: ['plan sold'] });
  }

  #exit({ seq, user, book, at, body }: Entry): Prediction {
    const { accounts } = this.#reference;
    if (book !== BOOK) return refusal(CODE.realOnly);
    const plan = this.#plans.get((body as { id: number }).id);
    if (plan === undefined || plan.user !== user) return refusal(CODE.notFound, 'id');
    const over = daysOver(plan, at);
    if (over === plan.days) return refusal(CODE.final, 'id');
    while (plan.paid < over) this.#payDay(plan);
    const { asset, penaltyRate } = plan.offer;
    const isUp = 10 <= this.#reference.rulesOf(undefined);
    const rate = mustUnits(penaltyRate);
    const penalty = isUp ? ceilDiv(plan.principal * rate, WHOLE_RATE) : shareOf(plan.principal, rate);
    const left = plan.daily * BigInt(plan.days - plan.paid);
    const pool = ofHouse(BOOK, asset, `pool.plan${plan.product}`);
    const own = ofUser(user, BOOK, asset, 'plan');
    accounts.move(own, pool, penalty);
    accounts.move(own, ofUser(user, BOOK, asset, 'available'), plan.principal - penalty);
    accounts.move(ofHouse(BOOK, asset, `reserve.plan${plan.product}`), pool, left);
    Object.assign(plan, { state: 'exited', penalty, endedBy: seq, endedAt: at });
    this.#plans.delete(plan.id);
    this.#totals.grow(plan.product, { plans: -1, principal: -plan.principal, penalties: penalty });
    const effects: EntryEffects = { rows: [], events: [] };
    this.#tell(plan, effects);
    return this.#done(effects, { result: effects.events[0]?.data, products: [plan.product], counts: ['plan exited'] });
  }

  #payDay(plan: Plan): void {
    const { asset } = plan.offer;
    const reserve = ofHouse(BOOK, asset, `reserve.plan${plan.product}`);
    this.#reference.accounts.move(reserve, ofUser(plan.user, BOOK, asset, 'available'), plan.daily);
    plan.paid += 1;
    this.#totals.grow(plan.product, { paid: plan.daily });
  }

  /** The yield of one day: each plan that earned it is named, at most a slice of them. */
  #pay({ seq, at, body, book }: Entry): Prediction {
    const { findings } = this.#reference;
    const { day, plans: ids } = body as { day: number; plans: number[] };
    findings.check(ids.length <= SLICE_MAX && book === BOOK, () => `entry ${seq} pays ${ids.length} plans of ${book}`);
    const effects: EntryEffects = { rows: [], events: [] };
    const products: number[] = [];
    let count = 0;
    for (const id of ids) {
      const plan = this.#plans.get(id);
      if (plan?.state !== 'earning') continue;
      const due = paymentAt(plan.boughtAt, plan.paid);
      if (day * DAY_MS < due - DAY_MS) continue;
      const isDue = due <= at && day * DAY_MS === due - DAY_MS;
      findings.check(isDue, () => `entry ${seq} pays day ${day} of plan ${id}, whose next one is paid at ${due}`);
      this.#payDay(plan);
      if (plan.paid === plan.days) plan.state = 'expired';
      this.#tell(plan, effects);
      products.push(plan.product);
      count += 1;
    }
    return this.#done(effects, { result: { plans: count }, products, counts: ids.map(() => 'a day of a plan paid') });
  }

  #return({ seq, at, body }: Entry): Prediction {
    const { findings, accounts } = this.#reference;
    const { plans: ids } = body as { plans: number[] };
    const effects: EntryEffects = { rows: [], events: [] };
    const products: number[] = [];
    for (const id of ids) {
      const plan = this.#plans.get(id);
      if (plan?.state !== 'expired') {
        findings.add(`entry ${seq} gives back plan ${id}, which has not expired`);
        continue;
      }
      const { asset } = plan.offer;
      accounts.move(
        ofUser(plan.user, BOOK, asset, 'plan'),
        ofUser(plan.user, BOOK, asset, 'available'),
        plan.principal,
      );
      Object.assign(plan, { state: 'divided', endedBy: seq, endedAt: at });
      this.#plans.delete(id);
      this.#totals.grow(plan.product, { plans: -1, principal: -plan.principal });
      this.#tell(plan, effects);
      products.push(plan.product);
    }
    return this.#done(effects, {
      result: { plans: ids.length },
      products,
      counts: ids.map(() => 'principal of a plan'),
    });
  }

  #done(
    { rows, events }: EntryEffects,
    outcome: { readonly result: unknown; readonly products: readonly number[]; readonly counts: readonly string[] },
  ): Prediction {
    const totals = [...new Set(outcome.products)].map((product) => this.#totals.row(product));
    return { code: CODE.done, result: outcome.result, rows: [...rows, ...totals], events, counts: outcome.counts };
  }

  #tell(plan: Plan, { rows, events }: EntryEffects): void {
    const { id, user, product, version, offer, principal, daily, days, boughtAt, paid, state } = plan;
    const maturesAt = paymentAt(boughtAt, days - 1);
    const startedAt = paymentAt(boughtAt, 0) - DAY_MS;
    const penalty = plan.penalty === null ? null : textOf(plan.penalty);
    const promised = textOf(daily * BigInt(days));
    const row = {
      id,
      user_id: user,
      book: BOOK,
      product,
      terms_version: version,
      kind: offer.kind,
      asset: offer.asset,
      principal: textOf(principal),
      daily_rate: offer.dailyRate,
      daily: textOf(daily),
      days,
      promised,
      penalty_rate: offer.penaltyRate,
      first_day: startedAt / DAY_MS,
      state,
      paid_days: paid,
      placed_at: boughtAt,
      matures_at: maturesAt,
      penalty,
      settled_by: plan.endedBy,
      settled_at: plan.endedAt,
    };
    rows.push({ table: 'plan_orders', row });
    const iso = (at: number): string => new Date(at).toISOString();
    const data = {
      id,
      productId: product,
      termsVersion: version,
      kind: offer.kind,
      asset: offer.asset,
      amount: textOf(principal),
      dailyYield: offer.dailyRate,
      dailyAmount: textOf(daily),
      cycleDays: days,
      paidDays: paid,
      earned: textOf(daily * BigInt(paid)),
      promised,
      exitPenaltyRate: offer.penaltyRate,
      state,
      boughtAt: iso(boughtAt),
      startedAt: iso(startedAt),
      maturesAt: iso(maturesAt),
      penalty,
      closedAt: plan.endedAt === null ? null : iso(plan.endedAt),
    };
    events.push({ userId: user, book: BOOK, kind: 'plan', data });
  }
}
