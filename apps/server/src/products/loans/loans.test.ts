import { code } from '@glasshouse/api/codes';
import { startOfDay, utcDay } from '@glasshouse/rules/loans';
import { type Amount, formatAmount } from '@glasshouse/rules/money';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reduceRow } from '../../kernel/core/state.ts';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { OTHER, USER } from '../../money/funding/testing/funding-fixture.ts';
import type { Loan } from './rows.ts';
import { onTime, SERVED_PER_ROUND, type ServiceBody } from './servicing.ts';
import { hasOpenLoan } from './slice.ts';
import { LoansFixture } from './testing/fixture.ts';

let core: LoansFixture;
beforeEach(async () => {
  core = await LoansFixture.begin();
});
afterEach(() => core.expectConserved());

const money = (owner: number | 'house', kind: string, asset = 'USDT'): string =>
  formatAmount(core.real(owner, kind, asset) as Amount);
const steps = (id: number): string[] => core.loan(id).steps.map(({ step }) => step);

describe('a request', () => {
  it.each([
    ['no amount', { amount: '0' }, code.outOfRange],
    ['a term that is not offered', { termDays: 31 }, code.loanTermWrong],
    ['less than the minimum', { amount: '99.99999999' }, code.loanBelowMinimum],
    ['more than the maximum', { amount: '100000.00000001' }, code.loanAboveLimit],
    ['terms that are no longer offered', { terms: {} }, code.agreementNotSigned],
  ])('is refused with %s', async (_name, fields, expected) => {
    expect((await core.ask(fields as never)).code).toBe(expected);
  });

  it('is refused to the frozen, while a loan is open, where nobody lends, and by an empty pool', async () => {
    accepted(await core.ask());
    expect((await core.ask()).code).toBe(code.loanAlreadyOpen);
    await core.set('loan.offered', 0);
    expect((await core.ask()).code).toBe(code.productOffHere);
    accepted(await core.freezePerson(USER));
    expect((await core.ask()).code).toBe(code.userStatusWrong);
    expect((await core.ask({}, OTHER)).code).toBe(code.notVerified);
    core = await LoansFixture.begin();
    await core.house('999001', 'pool.lending', 'capital');
    expect((await core.ask()).code).toBe(code.poolFull);
  });

  it('pledges the most valuable coins first and USDT last, and nothing can be done with them', async () => {
    const { id } = accepted<{ id: number }>(await core.ask({ amount: '8000' }));
    expect(core.loan(id).collateral).toEqual([{ asset: 'BTC', amount: '0.1' }]);
    expect([money(USER, 'available', 'BTC'), money(USER, 'collateral', 'BTC')]).toEqual(['1.9', '0.1']);
    accepted(await core.command(USER, 'loans.cancel', { id }));
    expect([money(USER, 'available', 'BTC'), money(USER, 'collateral', 'BTC')]).toEqual(['2', '0']);
    expect((await core.command(USER, 'loans.cancel', { id })).code).toBe(code.orderNotFound);
  });
});

describe('the limits', () => {
  it('are a fifth of the balance with the basic check, four fifths with the full one', async () => {
    core = await LoansFixture.begin('basic');
    // 210,000 in all.
    await core.set('loan.maximum', '1000000');
    expect((await core.ask({ amount: '42000.00000001' })).code).toBe(code.verifyIdentityFirst);
    expect((await core.ask({ amount: '168000.00000001' })).code).toBe(code.loanAboveLimit);
    const { id } = accepted<{ id: number }>(await core.ask({ amount: '42000' }));
    accepted(await core.command(USER, 'loans.cancel', { id }));
    await core.verifyFully(USER);
    expect((await core.ask({ amount: '168000.00000001' })).code).toBe(code.loanAboveLimit);
    const all = accepted<{ id: number }>(await core.ask({ amount: '168000' }));
    expect(core.loan(all.id).collateral).toEqual([
      { asset: 'BTC', amount: '2' },
      { asset: 'USDT', amount: '10000' },
    ]);
  });

  it('count what is held, which cannot be pledged', async () => {
    await core.set('loan.maximum', '1000000');
    accepted(await core.request(USER, { amount: '10000' }));
    expect((await core.ask({ amount: '168000' })).code).toBe(code.pledgeTooSmall);
    accepted(await core.ask({ amount: '160000' }));
  });
});

describe('the review', () => {
  it('pays out of the pool, and nothing leaves the account from then on', async () => {
    const { id } = accepted<{ id: number }>(await core.ask());
    expect(hasOpenLoan(core.harness.sequencer.state, USER)).toBe(false);
    accepted(await core.reviewLoan(id));
    expect([money('house', 'pool.lending'), money(USER, 'available')]).toEqual(['999000', '11000']);
    expect((await core.request(USER)).code).toBe(code.loanStillOpen);
    expect((await core.reviewLoan(id)).code).toBe(code.orderAlreadyFinal);
  });

  it('takes two persons above the limit, and asks again what was true at the request', async () => {
    const { id } = accepted<{ id: number }>(await core.ask({ amount: '10000.00000001' }));
    const request = accepted<{ state: string; request: number }>(await core.reviewLoan(id));
    expect(request.state).toBe('waiting');
    expect(core.loan(id).state).toBe('pending');
    // At 87 % of the pledge the borrower would be warned.
    await core.prices(9_190_000);
    expect((await core.decide(USER, request.request)).code).toBe(code.loanAboveLimit);
    await core.prices();
    accepted(await core.freezePerson(USER));
    expect((await core.decide(USER, request.request)).code).toBe(code.userStatusWrong);
    accepted(await core.operate(USER, 'standing.set', { status: 'active' }));
    accepted(await core.decide(USER, request.request));
    expect(core.loan(id).state).toBe('repaying');
  });

  it('gives the pledge back when it rejects', async () => {
    const { id } = accepted<{ id: number }>(await core.ask());
    expect((await core.reviewLoan(id, { decision: 'reject' })).code).toBe(code.fieldRequired);
    accepted(await core.reviewLoan(id, { decision: 'reject', rejection: 'other' }));
    expect(core.loan(id)).toMatchObject({ state: 'rejected', reason: 'other', collateral: [] });
    expect([money(USER, 'available', 'BTC'), money(USER, 'collateral', 'BTC')]).toEqual(['2', '0']);
  });
});

describe('repaying', () => {
  it('costs nothing within fourteen days, and the interest to date later', async () => {
    const first = await core.lend();
    await core.days(14);
    accepted(await core.repay(first));
    expect(core.loan(first)).toMatchObject({ state: 'repaid', paid_interest: '0' });
    const second = await core.lend();
    await core.days(15);
    accepted(await core.repay(second));
    // Twelve days of 0.03 %.
    expect(core.loan(second)).toMatchObject({ state: 'repaid', paid_interest: '3.6', principal: '0' });
    expect([money('house', 'pool.lending'), money(USER, 'available'), money(USER, 'available', 'BTC')]).toEqual([
      '1000003.6',
      '9996.4',
      '2',
    ]);
  });

  it('takes a part, never more than is owed, and only the own loan', async () => {
    const id = await core.lend();
    await core.days(20);
    expect((await core.repay(id, '0')).code).toBe(code.outOfRange);
    expect((await core.command(OTHER, 'loans.repay', { id, amount: null })).code).toBe(code.orderNotFound);
    accepted(await core.repay(id, '500'));
    expect(core.loan(id)).toMatchObject({ principal: '505.1', paid_interest: '5.1', paid_principal: '494.9' });
    expect(steps(id)).toContain('partRepaid');
    accepted(await core.repay(id, '99999'));
    expect(core.loan(id)).toMatchObject({ state: 'repaid', paid_principal: '1000' });
    expect((await core.repay(id)).code).toBe(code.orderNotFound);
  });

  it('is open to somebody frozen: a debt may always be paid', async () => {
    const id = await core.lend();
    accepted(await core.freezePerson(USER));
    expect((await core.ask()).code).toBe(code.userStatusWrong);
    accepted(await core.repay(id, '500'));
    accepted(await core.repay(id));
    expect(core.loan(id)).toMatchObject({ state: 'repaid', collateral: [] });
  });

  it('is refused without the money', async () => {
    const id = await core.lend();
    accepted(
      await core
        .operate(USER, 'balances.adjust', { asset: 'USDT', amount: '10500', direction: 'debit' })
        .then(async (request) => core.decide(USER, (request.result as { request: number }).request)),
    );
    expect((await core.repay(id)).code).toBe(code.balanceInsufficient);
    accepted(await core.repay(id, '500'));
  });
});

describe('the repayment date', () => {
  it('is reminded of three times, and collects what was agreed', async () => {
    const id = await core.lend();
    await core.days(29);
    expect(steps(id)).toEqual(['requested', 'paidOut', 'reminded', 'reminded', 'reminded']);
    await core.days(1);
    expect(core.loan(id)).toMatchObject({ state: 'repaid', paid_interest: '8.1', collateral: [] });
    expect(core.loan(id).repayment).toBe('1008.1');
    expect(steps(id).at(-1)).toBe('collected');
  });

  it('of a week comes before the fourteen days are over, and costs what was agreed', async () => {
    const id = await core.lend({ termDays: 7 });
    await core.days(7);
    expect(core.loan(id)).toMatchObject({ state: 'repaid', paid_interest: '1.2' });
  });

  const poor = async (): Promise<number> => {
    const id = await core.lend();
    const request = await core.operate(USER, 'balances.adjust', { asset: 'USDT', amount: '10900', direction: 'debit' });
    accepted(await core.decide(USER, (request.result as { request: number }).request));
    return id;
  };

  it('takes what is there, charges the overdue rate, and sells the pledge after the days of grace', async () => {
    const id = await poor();
    await core.house('100000', 'capital', 'pool.liquidity');
    await core.days(30);
    // Of 100 USDT the interest of 8.1 first.
    expect(core.loan(id)).toMatchObject({ state: 'expired', principal: '908.1', paid_interest: '8.1' });
    await core.days(6);
    expect(core.loan(id)).toMatchObject({ state: 'expired', principal: '908.1' });
    await core.days(1);
    const loan = core.loan(id);
    expect(loan).toMatchObject({ state: 'repaid', principal: '0', collateral: [] });
    // Seven days of 0.05 %.
    expect(loan.paid_interest).toBe('11.27835');
    expect(steps(id).slice(-2)).toEqual(['overdue', 'soldAndRepaid']);
    // Sold at the bid less 0.3 %, no more than needed.
    expect(money(USER, 'available', 'BTC')).toBe('1.99085979');
    expect(core.real(USER, 'collateral', 'BTC')).toBe(0n);
  });

  it('sells as far as the pool of coins can pay, and the rest when it can', async () => {
    const id = await poor();
    await core.house('500', 'capital', 'pool.liquidity');
    await core.days(37);
    expect(core.loan(id)).toMatchObject({ state: 'expired' });
    expect(Number(core.loan(id).principal)).toBeCloseTo(411.28, 1);
    await core.house('500', 'capital', 'pool.liquidity');
    await core.look();
    expect(core.loan(id).state).toBe('repaid');
  });
});

describe('the pledge', () => {
  const warned = (id: number): number | null => core.loan(id).warned_at;

  it('is warned of before anything happens, and sold six hours later at the earliest', async () => {
    const id = await core.lend();
    await core.house('100000', 'capital', 'pool.liquidity');
    await core.look(9_196_000);
    expect(warned(id)).toBeNull();
    // 1000 of 0.0125 BTC at 91,954: 87 %.
    await core.look(9_195_000);
    expect(warned(id)).not.toBeNull();
    await core.look(8_000_000);
    expect(core.loan(id)).toMatchObject({ state: 'repaying', principal: '1000' });
    core.harness.now += 6 * 3_600_000;
    await core.look(8_600_000);
    expect(core.loan(id)).toMatchObject({ state: 'repaid', paid_interest: '0' });
    expect(steps(id).slice(-2)).toEqual(['warned', 'soldAndRepaid']);
  });

  it('is looked at while more loans are due by the calendar than one round serves', async () => {
    const loan = core.loan(await core.lend({ amount: '8000' }));
    const { state } = core.harness.sequencer;
    const count = SERVED_PER_ROUND + 5;
    for (let id = loan.id + 1; id <= loan.id + count; id += 1) {
      reduceRow(state, { table: 'loans', row: { ...loan, id, user_id: id } });
    }
    const at = startOfDay(loan.due_day!);
    const { market } = core.harness;
    market.sequenced(market.next('BTCUSDT', 1_000_000, at));
    const served = onTime(state, at, market).flatMap(({ body }) => (body as ServiceBody).loans);
    expect(served).toHaveLength(count + 1);
  });

  it('is left alone when the price recovers, and warned of again', async () => {
    const id = await core.lend();
    await core.look(9_000_000);
    await core.look(10_000_000);
    expect(warned(id)).toBeNull();
    expect(steps(id).slice(-2)).toEqual(['warned', 'covered']);
    core.harness.now += 7 * 3_600_000;
    await core.look(8_000_000);
    expect(steps(id).at(-1)).toBe('warned');
    expect(core.loan(id).state).toBe('repaying');
  });

  it('beside the mark warns once, and not at each look', async () => {
    const id = await core.lend();
    const warnings = (): number => steps(id).filter((step) => step === 'warned' || step === 'covered').length;
    for (let minute = 0; minute < 20; minute += 1) await core.look(minute % 2 === 0 ? 9_190_000 : 9_210_000);
    expect(warnings()).toBe(1);
    // 1000 of 0.0125 BTC at 94,117: 85 %, which a unit less is below of.
    await core.look(9_411_700);
    expect(warned(id)).not.toBeNull();
    await core.look(9_411_800);
    expect(warned(id)).toBeNull();
    await core.look(9_210_000);
    expect(warnings()).toBe(2);
  });

  it('keeps to the terms of before, which name no second mark', async () => {
    const id = await core.lend();
    const { coverRate, ...terms } = core.loan(id).terms;
    expect(coverRate).toBe('0.85');
    const stored = core.store.rows.get('loans')!;
    for (const [key, row] of stored) stored.set(key, { ...row, terms });
    await core.restart();
    await core.look(9_190_000);
    await core.look(9_210_000);
    expect(steps(id).slice(-2)).toEqual(['warned', 'covered']);
  });

  it('that does not cover the debt leaves the rest owed', async () => {
    const id = await core.lend();
    await core.house('100000', 'capital', 'pool.liquidity');
    await core.look(5_000_000);
    core.harness.now += 7 * 3_600_000;
    await core.look(5_000_000);
    const loan: Loan = core.loan(id);
    expect(loan).toMatchObject({ state: 'repaying', collateral: [] });
    // 0.0125 at 49,999.99 less 0.3 %.
    expect(loan.principal).toBe('376.87512463');
    expect(steps(id).at(-1)).toBe('sold');
  });
});

describe('somebody who wants more than a loan', () => {
  it('cannot take it out, whatever was free before, until it is repaid', async () => {
    const id = await core.lend();
    for (const amount of ['100', '5000', '11000']) {
      expect((await core.request(USER, { amount })).code).toBe(code.loanStillOpen);
    }
    accepted(await core.repay(id));
    accepted(await core.request(USER));
  });

  it('cannot take it out by a withdrawal that was asked for before, beyond what was free then', async () => {
    const { id } = accepted<{ id: number }>(await core.ask());
    accepted(await core.request(USER, { amount: '10000' }));
    accepted(await core.reviewLoan(id));
    // What was asked for before is held already, and is no part of the loan or its pledge.
    expect([money(USER, 'available'), money(USER, 'held')]).toEqual(['1000', '10000']);
    expect((await core.request(USER)).code).toBe(code.loanStillOpen);
    expect(core.loan(id).collateral).toEqual([{ asset: 'BTC', amount: '0.0125' }]);
  });

  it('has one loan at a time, also while the first one waits', async () => {
    accepted(await core.ask());
    expect((await core.ask()).code).toBe(code.loanAlreadyOpen);
  });

  it('gives back within fourteen days again and again: free twice a year, each decided anew', async () => {
    // Then 0.03 % of 1000 for each midnight.
    for (const perDay of [0, 0, 3, 3]) {
      const { id } = accepted<{ id: number }>(await core.ask());
      expect(core.loan(id).state).toBe('pending');
      accepted(await core.reviewLoan(id));
      await core.days(13);
      expect((await core.request(USER)).code).toBe(code.loanStillOpen);
      accepted(await core.repay(id));
      const days = utcDay(core.harness.now) - (core.loan(id).start_day ?? 0);
      expect(core.loan(id)).toMatchObject({ state: 'repaid', paid_interest: String((perDay * days) / 10) });
    }
  });

  it('is paid by one operator below the limit, and never without the pledge', async () => {
    const { id } = accepted<{ id: number }>(await core.ask());
    await core.prices(7_000_000);
    expect((await core.reviewLoan(id)).code).toBe(code.loanAboveLimit);
    await core.prices();
    accepted(await core.reviewLoan(id));
    expect(money('house', 'pool.lending')).toBe('999000');
  });

  it('is paid though prices fell a little since the request, which pledged no more than it had to', async () => {
    const { id } = accepted<{ id: number }>(await core.ask());
    await core.prices(9_200_000);
    accepted(await core.reviewLoan(id));
    expect(core.loan(id).state).toBe('repaying');
  });

  it('is not paid to who took the balance away that their limit was a share of', async () => {
    core = await LoansFixture.begin('basic');
    const { id } = accepted<{ id: number }>(await core.ask({ amount: '9000' }));
    const away = { asset: 'BTC', amount: '1.8', direction: 'debit' };
    const { request } = accepted<{ request: number }>(await core.operate(USER, 'balances.adjust', away));
    accepted(await core.decide(USER, request));
    // Left are 10,000 USDT and 0.2 BTC: a fifth of it is 6,000, and 6,525 where prices fell.
    expect((await core.reviewLoan(id)).code).toBe(code.loanAboveLimit);
    await core.deposit(USER, '11370');
    expect((await core.reviewLoan(id)).code).toBe(code.loanAboveLimit);
    await core.deposit(USER, '10');
    accepted(await core.reviewLoan(id));
  });

  it('finds nobody who approves what they asked for themselves', async () => {
    const { id } = accepted<{ id: number }>(await core.ask({ amount: '20000' }));
    const { request } = accepted<{ request: number }>(await core.reviewLoan(id, {}, 0));
    expect((await core.decide(USER, request, 'approve', 0)).code).toBe(code.ownRequest);
    expect(core.loan(id).state).toBe('pending');
    accepted(await core.decide(USER, request));
    expect(core.loan(id).state).toBe('repaying');
  });

  it.each([
    ['another rate', { dailyRate: '0' }],
    ['more free days', { freeDays: 30 }],
    ['a pledge that is never sold', { sellRate: '9' }],
  ])('signs no text of their own: %s', async (_name, change) => {
    const { terms } = core.loan(accepted<{ id: number }>(await core.ask()).id);
    accepted(await core.command(USER, 'loans.cancel', { id: [...core.rows<Loan>('loans')].at(-1)!.id }));
    expect((await core.ask({ terms: { ...terms, ...change } })).code).toBe(code.agreementNotSigned);
  });
});

it('goes on after a restart where it was', async () => {
  const id = await core.lend();
  await core.restart();
  await core.days(30);
  expect(core.loan(id)).toMatchObject({ state: 'repaid', paid_interest: '8.1' });
});
