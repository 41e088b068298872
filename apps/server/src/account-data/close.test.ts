import { code } from '@glasshouse/api/codes';
import { describe, expect, test } from 'vitest';
import type { Standing } from '../authority/rows.ts';
import { SHIPPED } from '../figures/figures.ts';
import { RULES_VERSION } from '../kernel/core/rules.ts';
import { accepted } from '../kernel/testing/core-fixture.ts';
import { FundingFixture, USER } from '../money/funding/testing/funding-fixture.ts';
import { LoansFixture } from '../products/loans/testing/fixture.ts';
import { CLOSED, ERASED } from './standing.ts';

const DAY_MS = 86_400_000;
const close = (fixture: FundingFixture, leave = false) => fixture.command(USER, 'account.close', { leave });
const erase = (fixture: FundingFixture) => fixture.command(USER, 'account.erase', null);
const standing = (fixture: FundingFixture): Standing =>
  fixture.rows<Standing>('user_standings').find((row) => row.user_id === USER)!;

/** A deposit that nothing can happen to any more. */
async function funded(): Promise<FundingFixture> {
  const fixture = await FundingFixture.start();
  await fixture.deposit(USER, '1000');
  await fixture.harness.wait(40 * DAY_MS);
  return fixture;
}

test('an empty account closes, and then begins nothing and closes no second time', async () => {
  const fixture = await FundingFixture.start();
  accepted(await close(fixture));
  expect(standing(fixture)).toMatchObject({ status: 'disabled', reason: CLOSED, changed_by: null });
  expect((await close(fixture)).code).toBe(code.userStatusWrong);
  expect((await fixture.request(USER)).code).toBe(code.userStatusWrong);
  await fixture.restart();
  expect((await close(fixture)).code).toBe(code.userStatusWrong);
});

test('what is available stays behind only if its owner says so, and stays theirs', async () => {
  const fixture = await funded();
  const before = fixture.real(USER, 'available');
  expect(await close(fixture)).toMatchObject({ code: code.accountNotEmpty, fields: { leave: code.accountNotEmpty } });
  accepted(await close(fixture, true));
  expect(fixture.real(USER, 'available')).toBe(before);
  fixture.expectConserved();
});

describe('stands in the way, whatever its owner leaves behind:', () => {
  test.each<[what: string, begin: () => Promise<FundingFixture>]>([
    [
      'a withdrawal',
      async () => {
        const fixture = await funded();
        accepted(await fixture.request(USER));
        return fixture;
      },
    ],
    [
      'a deposit that is not final',
      async () => {
        const fixture = await FundingFixture.start();
        await fixture.deposit(USER, '1000');
        return fixture;
      },
    ],
    [
      'a deposit that was taken back after it was spent',
      async () => {
        const fixture = await FundingFixture.start();
        await fixture.claim(USER);
        return fixture;
      },
    ],
    [
      'a loan and its pledge',
      async () => {
        const fixture = await LoansFixture.begin();
        await fixture.lend();
        return fixture;
      },
    ],
  ])('%s', async (_what, begin) => {
    const fixture = await begin();
    expect(await close(fixture, true)).toMatchObject({
      code: code.accountNotEmpty,
      fields: { open: code.accountNotEmpty },
    });
  });
});

test('somebody frozen cannot leave before it was looked into', async () => {
  const fixture = await FundingFixture.start();
  accepted(await fixture.freezePerson(USER));
  expect((await close(fixture, true)).code).toBe(code.userStatusWrong);
});

describe('a closed account opens again', () => {
  const reopen = (fixture: FundingFixture) => fixture.command(USER, 'account.reopen', null);

  test('for its owner, with all that stayed behind, and only while it is closed', async () => {
    const fixture = await funded();
    expect((await reopen(fixture)).code).toBe(code.userStatusWrong);
    accepted(await close(fixture, true));
    const left = fixture.real(USER, 'available');
    accepted(await reopen(fixture));
    expect((await reopen(fixture)).code).toBe(code.userStatusWrong);
    expect(fixture.real(USER, 'available')).toBe(left);
    accepted(await fixture.request(USER));
  });

  test('not for an operator, who can change nothing about it either', async () => {
    const fixture = await FundingFixture.start();
    await fixture.harness.internal('rules.adopt', { version: RULES_VERSION, figures: SHIPPED }, 'rules');
    accepted(await close(fixture));
    for (const status of ['active', 'frozen', 'disabled'] as const) {
      expect((await fixture.operate(USER, 'standing.set', { status })).code).toBe(code.userStatusWrong);
    }
    expect(standing(fixture)).toMatchObject({ status: 'disabled', reason: CLOSED });
  });

  test('in a log from before, for an operator too', async () => {
    const fixture = await FundingFixture.start();
    accepted(await close(fixture));
    accepted(await fixture.operate(USER, 'standing.set', { status: 'active' }));
  });

  test('not once the personal data is gone, nor for whom an operator disabled', async () => {
    const fixture = await FundingFixture.start();
    accepted(await close(fixture));
    accepted(await erase(fixture));
    expect((await reopen(fixture)).code).toBe(code.userStatusWrong);
    const secondFixture = await FundingFixture.start();
    accepted(await secondFixture.operate(USER, 'standing.set', { status: 'disabled' }));
    expect((await reopen(secondFixture)).code).toBe(code.userStatusWrong);
  });
});

describe('personal data goes', () => {
  test('only after the owner closed the account, and once', async () => {
    const fixture = await FundingFixture.start();
    expect((await erase(fixture)).code).toBe(code.userStatusWrong);
    accepted(await close(fixture));
    accepted(await erase(fixture));
    expect(standing(fixture)).toMatchObject({ status: 'disabled', reason: ERASED });
    expect((await erase(fixture)).code).toBe(code.userStatusWrong);
  });

  test('not of whom an operator disabled', async () => {
    const fixture = await FundingFixture.start();
    accepted(await fixture.operate(USER, 'standing.set', { status: 'disabled' }));
    expect((await erase(fixture)).code).toBe(code.userStatusWrong);
  });

  test('after as long as money must be accounted for, where there was any', async () => {
    const fixture = await funded();
    accepted(await close(fixture, true));
    expect((await erase(fixture)).code).toBe(code.accountClosed);
    await fixture.harness.wait(1_824 * DAY_MS);
    expect((await erase(fixture)).code).toBe(code.accountClosed);
    await fixture.harness.wait(DAY_MS);
    accepted(await erase(fixture));
  });
});
