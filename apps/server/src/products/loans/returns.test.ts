/** Loans that are returned without interest: how many in 365 days, and what the next ones cost. */
import { code } from '@glasshouse/api/codes';
import { utcDay } from '@glasshouse/rules/loans';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { USER } from '../../money/funding/testing/funding-fixture.ts';
import type { Loan } from './rows.ts';
import { LoansFixture } from './testing/fixture.ts';

let core: LoansFixture;
beforeEach(async () => {
  core = await LoansFixture.begin();
});
afterEach(() => core.expectConserved());

describe('the returns without interest', () => {
  const returnAfter = async (days: number): Promise<Loan> => {
    const id = await core.lend();
    await core.days(days);
    accepted(await core.repay(id));
    return core.loan(id);
  };
  const returned = (): number => core.rows<{ days: number[] }>('loan_returns')[0]?.days.length ?? 0;

  it('are two in 365 days; a third loan costs the interest of its days, from the first on', async () => {
    expect(await returnAfter(14)).toMatchObject({ paid_interest: '0' });
    // Also within the interest-free days: it was lent for nothing all the same.
    expect(await returnAfter(1)).toMatchObject({ paid_interest: '0', terms: { freeDays: 3, freeReturnsUsed: 1 } });
    const third = await returnAfter(5);
    // Five days of 0.03 % of 1000.
    expect(third).toMatchObject({
      paid_interest: '1.5',
      terms: { freeDays: 0, freeReturnsYear: 2, freeReturnsUsed: 2 },
    });
    expect(returned()).toBe(2);
    await core.restart();
    expect(await returnAfter(1)).toMatchObject({ paid_interest: '0.3' });
    // A year after the first of them.
    const [first = 0] = core.rows<{ days: number[] }>('loan_returns')[0]?.days ?? [];
    while (utcDay(core.harness.now) < first + 365) await core.days(1);
    expect(await returnAfter(1)).toMatchObject({ paid_interest: '0', terms: { freeReturnsUsed: 1 } });
  });

  it('do not count what is returned on the day of its payout, nor a loan that pays interest', async () => {
    await returnAfter(0);
    await returnAfter(15);
    expect(returned()).toBe(0);
  });

  it('count a loan whose pledge was sold meanwhile, and each person alone', async () => {
    await core.lend();
    await core.house('100000', 'capital', 'pool.liquidity');
    await core.days(1);
    await core.look(9_000_000);
    core.harness.now += 6 * 3_600_000;
    await core.look(8_600_000);
    expect(core.rows('loan_returns')).toMatchObject([{ user_id: USER }]);
  });

  it('are as many as the parameter says, and none at 0; a loan keeps the number of its request', async () => {
    const id = await core.lend();
    await core.set('loan.free_returns_year', 0);
    await core.days(2);
    accepted(await core.repay(id));
    expect(core.loan(id)).toMatchObject({ paid_interest: '0', terms: { freeReturnsYear: 2 } });
    expect(await returnAfter(1)).toMatchObject({ paid_interest: '0.3', terms: { freeReturnsYear: 0, freeDays: 0 } });
    await core.set('loan.free_returns_year', 12);
    expect(await returnAfter(1)).toMatchObject({ paid_interest: '0', terms: { freeReturnsUsed: 1 } });
  });

  it('are not hidden by terms of before: what was signed must be the terms of the person', async () => {
    await returnAfter(1);
    await returnAfter(1);
    const { terms } = await returnAfter(1);
    const forged = { ...terms, freeReturnsUsed: 1, freeDays: 3 };
    expect((await core.ask({ terms: forged })).code).toBe(code.agreementNotSigned);
    const { freeReturnsUsed: _used, freeReturnsYear: _year, ...old } = terms;
    expect((await core.ask({ terms: old })).code).toBe(code.agreementNotSigned);
  });
});
