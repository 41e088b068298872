/**
 * Plans through the core: what is set aside at the sale, what each day pays and when, how a plan
 * ends, and who may take what out of a reserve.
 */
import { code } from '@glasshouse/api/codes';
import { PLAN_DAY_MS } from '@glasshouse/rules/plans';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { plansOf } from './slice.ts';
import { OFFER, OTHER, PlansFixture, USER } from './testing/fixture.ts';

let fixture: PlansFixture;

async function begin(...args: Parameters<typeof PlansFixture.begin>): Promise<void> {
  fixture = await PlansFixture.begin(...args);
}

beforeEach(() => begin());
afterEach(() => fixture.replays());

const yields = () => fixture.store.lines.filter(({ reason }) => reason === 'plans.yield');

describe('a sale', () => {
  test('sets principal and the whole yield aside', async () => {
    const plan = await fixture.bought('100');
    expect(plan).toMatchObject({ state: 'earning', promised: '3', dailyAmount: '1', earned: '0', paidDays: 0 });
    expect(plan).toMatchObject({ startedAt: '2026-01-11T00:00:00.000Z', maturesAt: '2026-01-14T00:00:00.000Z' });
    expect([fixture.own('available'), fixture.own('plan')]).toEqual(['1900', '100']);
    expect([fixture.house('pool.plan1'), fixture.house('reserve.plan1')]).toEqual(['97', '3']);
  });

  test.each([
    ['on the demo book', () => fixture.harness.submit(USER, 'plans.buy', BODY), code.switchToReal, undefined],
    ['of no product', () => fixture.buy('100', { product: 9 }), code.smartProductIncorrect, 'productId'],
    ['of another cycle', () => fixture.buy('100', { days: 7 }), code.daysNotFound, 'days'],
    ['of less than the least', () => fixture.buy('9.99999999'), code.investmentAmountWrong, 'amount'],
    ['of more than the most', () => fixture.buy('1000.00000001'), code.investmentAmountWrong, 'amount'],
    ['of no number', () => fixture.buy('1e2'), code.investmentAmountWrong, 'amount'],
    ['under other terms than were seen', () => fixture.buy('100', { version: 2 }), code.planTermsChanged, undefined],
  ])('%s is refused', async (_name, attempt, number, field) => {
    const answer = await attempt();
    expect([answer.code, Object.keys(answer.fields ?? {})[0]]).toEqual([number, field]);
    expect(fixture.own('available')).toBe('2000');
  });

  test('is refused while smart trading is off; staking needs no switch', async () => {
    await fixture.real(USER, 'plans.switch', { enabled: false });
    expect((await fixture.buy()).code).toBe(code.smartTradingOff);
    await fixture.define({ code: 'plan2', kind: 'staking' });
    expect((await fixture.buy('100', { product: 2 })).code).toBe(code.reserveTooSmall);
  });

  test('is refused once the product is off sale', async () => {
    await fixture.define({ onSale: false });
    expect((await fixture.buy()).code).toBe(code.smartProductIncorrect);
  });

  test('is refused beyond the capacity, until a plan ends', async () => {
    await fixture.bought('1000');
    expect((await fixture.buy('500.00000001', {}, OTHER)).code).toBe(code.capacityReached);
    expect((await fixture.buy('500', {}, OTHER)).code).toBe(200);
  });

  test('stops when the reserve cannot cover the next one', async () => {
    await begin({}, '30');
    await fixture.bought('999');
    expect((await fixture.buy('10', {}, OTHER)).code).toBe(code.reserveTooSmall);
    await fixture.funds('plans.fund', '1');
    expect((await fixture.buy('10', {}, OTHER)).code).toBe(200);
  });

  test('is refused without the balance', async () => {
    await begin({ max: '5000', capacity: '5000' }, '1000');
    expect((await fixture.buy('2000.1')).code).toBe(code.balanceInsufficient);
  });

  test('of one per person is refused a second time, until the first is over', async () => {
    await begin({ onePerUser: true });
    const { id } = await fixture.bought();
    expect((await fixture.buy()).code).toBe(code.sameProductBought);
    expect((await fixture.buy('100', {}, OTHER)).code).toBe(200);
    await fixture.exit(id);
    expect((await fixture.buy()).code).toBe(200);
  });
});

const BODY = { product: 1, amount: '100', days: null, version: null };

describe('days', () => {
  test('are paid as each ends, and the principal after the last', async () => {
    const { id } = await fixture.bought('100');
    await fixture.pass(PLAN_DAY_MS / 2);
    expect(yields()).toHaveLength(0);
    await fixture.pass(PLAN_DAY_MS - 1);
    expect(yields()).toHaveLength(0);
    await fixture.pass(1);
    expect(fixture.plan(id)).toMatchObject({ state: 'earning', paidDays: 1, earned: '1' });
    await fixture.days(1);
    expect(fixture.own('available')).toBe('1902');
    await fixture.days(1);
    expect(fixture.plan(id)).toMatchObject({ state: 'divided', paidDays: 3, earned: '3' });
    expect([fixture.own('available'), fixture.own('plan')]).toEqual(['2003', '0']);
    expect([fixture.house('pool.plan1'), fixture.house('reserve.plan1')]).toEqual(['97', '0']);
    await fixture.days(30);
    expect(yields()).toHaveLength(3);
  });

  test('that an outage kept waiting are each paid once', async () => {
    const { id } = await fixture.bought('100');
    await fixture.days(20);
    expect(yields()).toHaveLength(3);
    expect(fixture.plan(id)).toMatchObject({ state: 'divided' });
    const days = [...fixture.store.log.values()].filter(({ type }) => type === 'plans.pay');
    expect(days.map(({ body }) => (body as { day: number }).day)).toEqual([20_464, 20_465, 20_466]);
  });

  test('are paid once, whatever the clock does and whoever starts again', async () => {
    await fixture.bought('100');
    await fixture.bought('200', OTHER);
    await fixture.pass(PLAN_DAY_MS * 1.5);
    expect(yields()).toHaveLength(2);
    await fixture.pass(-PLAN_DAY_MS);
    await fixture.restart();
    await fixture.pass(PLAN_DAY_MS);
    expect(yields()).toHaveLength(2);
    await fixture.restart();
    await fixture.days(1);
    expect(yields()).toHaveLength(4);
  });

  test('of more plans than fit one slice are paid in the next ones', async () => {
    await begin({ min: '1', capacity: '100000' }, '1000');
    await fixture.define({ min: '1', capacity: '100000', penaltyRate: '0.01' });
    for (let count = 0; count < 100; count += 1) {
      await fixture.buy('1', {}, USER);
      await fixture.buy('1', {}, OTHER);
      await fixture.buy('1', {}, OTHER + 1);
    }
    expect(plansOf(fixture.harness.sequencer.state).orders.size).toBe(200);
    await fixture.days(5);
    expect(yields()).toHaveLength(600);
    expect(plansOf(fixture.harness.sequencer.state).orders.size).toBe(0);
  });
});

describe('an early exit', () => {
  test('keeps the yield of days that are over, and costs the penalty', async () => {
    const { id } = await fixture.bought('100');
    await fixture.pass(PLAN_DAY_MS * 1.5);
    const answer = await fixture.exit(id);
    expect(answer.result).toMatchObject({ state: 'exited', penalty: '2', earned: '1' });
    expect([fixture.own('available'), fixture.own('plan')]).toEqual(['1999', '0']);
    // The penalty and the yield of the days that never come cover other plans.
    expect([fixture.house('pool.plan1'), fixture.house('reserve.plan1')]).toEqual(['101', '0']);
    expect(fixture.house('fees')).toBe('0');
    await fixture.days(9);
    expect(yields()).toHaveLength(1);
  });

  test.each([
    // 2 % of 100.00000001 is 2.0000000002.
    ['before version 10 of the rules it is rounded down', 9, '2'],
    ['from then on against the one who leaves', 10, '2.00000001'],
  ])('costs a penalty: %s', async (_name, version, penalty) => {
    accepted(await fixture.harness.internal('rules.adopt', { version, figures: SHIPPED }, 'rules'));
    const { id } = await fixture.bought('100.00000001');
    await fixture.pass(PLAN_DAY_MS * 1.5);
    expect((await fixture.exit(id)).result).toMatchObject({ state: 'exited', penalty });
  });

  test('pays days first that nobody has posted yet', async () => {
    const { id } = await fixture.bought('100');
    fixture.harness.now += 2.5 * PLAN_DAY_MS;
    const { result } = await fixture.exit(id);
    expect(result).toMatchObject({ state: 'exited', paidDays: 2, earned: '2' });
    await fixture.days(3);
    expect(yields()).toHaveLength(2);
  });

  test.each([
    ['somebody else’s', async (id: number) => fixture.exit(id, OTHER), code.orderNotFound],
    [
      'a plan twice',
      async (id: number) => {
        await fixture.exit(id);
        return fixture.exit(id);
      },
      code.orderNotFound,
    ],
    [
      'one whose days are all over, which costs nothing',
      async (id: number) => {
        fixture.harness.now += 4 * PLAN_DAY_MS;
        return fixture.exit(id);
      },
      code.orderAlreadyFinal,
    ],
  ])('of %s is refused', async (_name, attempt, number) => {
    const { id } = await fixture.bought('100');
    expect((await attempt(id)).code).toBe(number);
  });
});

describe('somebody who plays with midnight', () => {
  const DAY = PLAN_DAY_MS;
  const MIDNIGHT = Date.UTC(2026, 0, 11);

  test.each([
    // Bought a moment before, left a moment after, or at once: no day is over, the penalty is.
    ['buys before it and leaves after it', MIDNIGHT - 1 - Date.UTC(2026, 0, 10, 12), 2, 0, '1998'],
    ['leaves before the first day ends', 0, 1.5 * DAY - 1, 0, '1998'],
    ['leaves as the first day ends', 0, 1.5 * DAY, 1, '1999'],
    ['leaves before the last day ends', 0, 3.5 * DAY - 1, 2, '2000'],
  ])('and %s is paid for days that are over, and pays the penalty', async (_name, before, held, days, after) => {
    await fixture.pass(before);
    const { id } = await fixture.bought('100');
    fixture.harness.now += held;
    expect((await fixture.exit(id)).result).toMatchObject({ state: 'exited', paidDays: days, penalty: '2' });
    await fixture.days(9);
    expect(fixture.own('available')).toBe(after);
    expect(yields()).toHaveLength(days);
  });

  test('and sets the clock back neither earns a day twice nor escapes one', async () => {
    const { id } = await fixture.bought('100');
    await fixture.pass(1.5 * DAY);
    fixture.harness.now -= 2 * DAY;
    expect((await fixture.exit(id)).result).toMatchObject({ paidDays: 1, earned: '1', penalty: '2' });
    await fixture.days(9);
    expect(fixture.own('available')).toBe('1999');
  });

  test('and comes back each day loses by every round', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await fixture.bought('100');
      await fixture.days(2);
      const before = Number(fixture.own('available'));
      await fixture.exit(id);
      expect(Number(fixture.own('available')) - before).toBe(98);
    }
    // Eight days in plans at 1 % a day, and 4 × 2 in penalties.
    expect(Number(fixture.own('available'))).toBeLessThan(2000);
  });
});

describe('a reserve', () => {
  test('takes the operator’s own money, and gives back what nobody was promised', async () => {
    expect([fixture.house('capital'), fixture.house('pool.plan1')]).toEqual(['900', '100']);
    await fixture.bought('1000');
    const request = await fixture.act(fixture.first, 'plans.draw', { product: 1, amount: '70.00000001' });
    expect(request.code).toBe(code.reserveTooSmall);
    expect((await fixture.funds('plans.draw', '70')).code).toBe(200);
    expect([fixture.house('pool.plan1'), fixture.house('reserve.plan1')]).toEqual(['0', '30']);
    await fixture.days(9);
    expect(fixture.own('available')).toBe('2030');
    expect(fixture.rows('plan_funding')).toMatchObject([
      { kind: 'funded', amount: '100', pool: '100' },
      { kind: 'drawn', amount: '70', pool: '0' },
    ]);
  });

  test('is asked for by one person and moved by two', async () => {
    const request = await fixture.ask(fixture.first, 'plans.draw', { product: 1, amount: '50' });
    await fixture.bought('1000');
    expect((await fixture.decide(fixture.first, request, 'approve')).code).toBe(code.ownRequest);
    // It was covered when it was asked for, and a sale has promised it since.
    await fixture.buy('500', {}, OTHER);
    expect(fixture.house('pool.plan1')).toBe('55');
    expect((await fixture.decide(fixture.second, request, 'approve')).code).toBe(200);
    expect((await fixture.act(fixture.first, 'plans.draw', { product: 1, amount: '6' })).code).toBe(
      code.reserveTooSmall,
    );
  });

  test('cannot take more than the capital has, nor go through the movements of other pools', async () => {
    const funding = { product: 1, amount: '901' };
    expect((await fixture.act(fixture.first, 'plans.fund', funding)).code).toBe(code.capitalTooSmall);
    const move = { asset: 'USDT', amount: '1', from: 'reserve.plan1', to: 'capital' };
    expect((await fixture.act(fixture.first, 'house.move', move)).code).toBe(code.wrongFormat);
    const drawn = { ...move, from: 'pool.plan1' };
    expect((await fixture.act(fixture.first, 'house.move', drawn)).code).toBe(code.wrongFormat);
  });
});

describe('terms', () => {
  const { code: _, ...offer } = OFFER;
  const propose = (fields: object, more: object = {}) =>
    fixture.act(fixture.first, 'plans.propose', {
      product: 1,
      offer: { ...offer, ...fields },
      effectiveFrom: null,
      ...more,
    });

  test('change from the moment that two operators agreed on; plans sold keep theirs', async () => {
    const { id } = await fixture.bought('100');
    const effectiveFrom = fixture.harness.now + PLAN_DAY_MS;
    const requested = await propose({ dailyRate: '0.002', penaltyRate: '0.5' }, { effectiveFrom });
    const { request } = requested.result as { request: number };
    await fixture.decide(fixture.second, request, 'approve');
    await fixture.pass(PLAN_DAY_MS - 1);
    expect(plansOf(fixture.harness.sequencer.state).terms.get('plan1')).toMatchObject({ version: 1 });
    await fixture.pass(1);
    expect(plansOf(fixture.harness.sequencer.state).terms.get('plan1')).toMatchObject({ version: 2 });
    expect((await fixture.exit(id)).result).toMatchObject({ penalty: '2', dailyAmount: '1' });
    expect(fixture.rows('plan_changes')).toMatchObject([{ state: 'applied', product: 1 }]);
  });

  test('of a new product take the next number, and nothing is sold before its reserve is funded', async () => {
    const { request } = (await propose({}, { product: 0 })).result as { request: number };
    await fixture.decide(fixture.second, request, 'approve');
    await fixture.pass(1);
    expect(fixture.rows('plan_changes')).toMatchObject([{ state: 'applied', product: 2 }]);
    expect((await fixture.buy('100', { product: 2 })).code).toBe(code.reserveTooSmall);
    await fixture.funds('plans.fund', '3', 2);
    expect((await fixture.buy('100', { product: 2 })).code).toBe(200);
  });

  test('can be called off before they come into force', async () => {
    const request = await propose({ dailyRate: '0.002' }, { effectiveFrom: fixture.harness.now + PLAN_DAY_MS });
    await fixture.decide(fixture.second, (request.result as { request: number }).request, 'approve');
    const [change] = [...plansOf(fixture.harness.sequencer.state).changes.values()];
    const answer = await fixture.act(fixture.first, 'plans.cancelChange', { id: change?.id ?? 0 });
    expect(answer.code).toBe(200);
    await fixture.days(2);
    expect(plansOf(fixture.harness.sequencer.state).terms.get('plan1')).toMatchObject({ version: 1 });
  });

  test.each([
    ['more than 1 % a day', { dailyRate: '0.01000001' }, 'dailyRate'],
    ['no yield', { dailyRate: '0' }, 'dailyRate'],
    ['a yield that rounds to nothing', { min: '0.00000001', dailyRate: '0.001' }, 'min'],
    ['no day', { days: 0 }, 'days'],
    ['half a day', { days: 1.5 }, 'days'],
    ['four years', { days: 1_461 }, 'days'],
    ['a penalty of most of it', { penaltyRate: '0.50000001' }, 'penaltyRate'],
    ['the most below the least', { max: '9' }, 'max'],
    ['a capacity below one plan', { capacity: '999' }, 'capacity'],
    ['another coin', { asset: 'BTC' }, 'asset'],
    ['another kind', { kind: 'staking' }, 'kind'],
    ['a language without a name', { names: { ...OFFER.names, th: ' ' } }, 'names'],
    ['nothing new', {}, 'offer'],
  ])('with %s are refused', async (_name, fields, field) => {
    const answer = await propose(fields);
    expect([answer.code, Object.keys(answer.fields ?? {})]).toEqual([code.outOfRange, [field]]);
  });
});
