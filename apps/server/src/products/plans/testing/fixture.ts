import { amountOf, formatAmount } from '@glasshouse/rules/money';
import { PLAN_DAY_MS } from '@glasshouse/rules/plans';
import { expect } from 'vitest';
import { type Acting, AuthorityFixture } from '../../../authority/testing/authority-fixture.ts';
import type { CommandAnswer, Json } from '../../../kernel/core/types.ts';
import { accepted } from '../../../kernel/testing/core-fixture.ts';
import { DEFAULT_PLANS } from '../default-plans.ts';
import { plansOf } from '../slice.ts';
import type { PlanOffer } from '../terms.ts';
import type { planWire } from '../view.ts';

export const USER = 7;
export const OTHER = 8;
export type PlanView = ReturnType<typeof planWire>;

/** 1 % of the principal for three days, at most one plan per person; half of a day is over. */
export const OFFER: PlanOffer = {
  ...(DEFAULT_PLANS[0] as (typeof DEFAULT_PLANS)[number]).offer,
  days: 3,
  dailyRate: '0.01',
  min: '10',
  max: '1000',
  penaltyRate: '0.02',
  capacity: '1500',
  onePerUser: false,
};

/** Two operators, two people with money on the real book, and one smart plan with a reserve. */
export class PlansFixture extends AuthorityFixture {
  first!: Acting;
  second!: Acting;

  static async begin(offer: Partial<PlanOffer> = {}, funded = '100'): Promise<PlansFixture> {
    const fixture = new PlansFixture();
    await fixture.harness.start();
    fixture.harness.now = Date.UTC(2026, 0, 10, 12);
    fixture.first = await fixture.operator('first', ['owner']);
    fixture.second = await fixture.operator('second', ['finance']);
    await fixture.inner('house.fund', { asset: 'USDT', amount: '5000', into: 'capital', rules: 2 });
    await fixture.define(offer);
    for (const user of [USER, OTHER]) {
      await fixture.decide(
        fixture.second,
        await fixture.ask(
          fixture.first,
          'balances.adjust',
          { asset: 'USDT', amount: '2000', direction: 'credit' },
          { userId: user },
        ),
        'approve',
        { userId: user },
      );
      await fixture.real(user, 'plans.switch', { enabled: true });
    }
    if (funded !== '0') await fixture.funds('plans.fund', funded);
    return fixture;
  }

  inner(type: string, body: Json, book: 'demo' | 'real' = 'real'): Promise<CommandAnswer> {
    return this.harness.sequencer.submitInternal({ id: this.nextId(type), userId: 0, book, type, body });
  }

  define(offer: Partial<PlanOffer> = {}): Promise<CommandAnswer> {
    return this.inner('plans.define', { ...OFFER, ...offer }, 'demo');
  }

  /** Two operators move money into the reserve, or out of it. */
  async funds(type: 'plans.fund' | 'plans.draw', amount: string, product = 1): Promise<CommandAnswer> {
    const request = await this.ask(this.first, type, { product, amount });
    return this.decide(this.second, request, 'approve');
  }

  real(userId: number, type: string, body: Json, key = this.nextId('own')): Promise<CommandAnswer> {
    return this.harness.sequencer.submit({ id: `${userId}:${key}`, userId, book: 'real', type, body });
  }

  buy(amount = '100', more: Json = {}, userId = USER): Promise<CommandAnswer> {
    const body = { product: 1, amount, days: null, version: null, ...(more as object) };
    return this.real(userId, 'plans.buy', body);
  }

  async bought(amount = '100', userId = USER): Promise<PlanView> {
    return accepted<PlanView>(await this.buy(amount, {}, userId));
  }

  exit(id: number, userId = USER): Promise<CommandAnswer> {
    return this.real(userId, 'plans.exit', { id });
  }

  plan(id: number): PlanView {
    return this.lastEvent<PlanView>('plan', id);
  }

  /** Time passes and everything due by then is done, a slice at a time. */
  async pass(ms: number): Promise<void> {
    await this.harness.wait(ms);
    for (let idle = 0; idle < 2; ) {
      const before = this.harness.sequencer.state.sequence;
      await this.harness.wait(0);
      idle = this.harness.sequencer.state.sequence === before ? idle + 1 : 0;
    }
  }

  days(count: number): Promise<void> {
    return this.pass(count * PLAN_DAY_MS);
  }

  own(kind: 'available' | 'plan', userId = USER): string {
    return formatAmount(this.balance(userId, 'USDT', kind, 'real') as ReturnType<typeof amountOf>);
  }

  house(kind: string): string {
    return formatAmount(this.balance('house', 'USDT', kind, 'real') as ReturnType<typeof amountOf>);
  }

  /** As the base says; principal and reserve are what running plans need, to the unit. */
  override expectConserved(): void {
    super.expectConserved();
    const slice = plansOf(this.harness.sequencer.state);
    const needed = new Map<string, bigint>();
    const need = (key: string, amount: bigint): void => void needed.set(key, (needed.get(key) ?? 0n) + amount);
    for (const plan of slice.orders.values()) {
      need(`u${plan.user_id}`, amountOf(plan.principal));
      need(`reserve.plan${plan.product}`, amountOf(plan.promised) - amountOf(plan.daily) * BigInt(plan.paid_days));
    }
    for (const user of [USER, OTHER]) {
      expect(this.balance(user, 'USDT', 'plan', 'real')).toBe(needed.get(`u${user}`) ?? 0n);
    }
    expect(this.balance('house', 'USDT', 'reserve.plan1', 'real')).toBe(needed.get('reserve.plan1') ?? 0n);
  }
}
