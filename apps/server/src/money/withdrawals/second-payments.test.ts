import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { expect, test } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import type { CommandAnswer } from '../../kernel/core/types.ts';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { type Fields, FundingFixture, HASH, HASH_2, USER } from '../funding/testing/funding-fixture.ts';
import type { Withdrawal } from './rows.ts';

/** Payouts that another of their transactions pays after they have ended. */
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const APPROVER = 0;
const PAYER = 1;
const row = (fixture: FundingFixture, id: number): Withdrawal => fixture.row<Withdrawal>('withdrawals', id);

async function funded(capital = '1000'): Promise<FundingFixture> {
  const fixture = await FundingFixture.start();
  await fixture.adoptRules();
  await fixture.deposit(USER, '5000');
  accepted(await fundCapital(fixture, capital));
  return fixture;
}
const fundCapital = (fixture: FundingFixture, amount: string): Promise<CommandAnswer> =>
  fixture.command(0, 'house.fund', { asset: 'USDT', amount, into: 'capital', rules: 2 });

const pay = (fixture: FundingFixture, type: string, id: number, fields: Fields = {}) =>
  fixture.operate(USER, type, { id, shown: fixture.shown(id), ...fields }, PAYER);

async function sentPayout(fixture: FundingFixture): Promise<number> {
  const { id } = accepted<{ id: number }>(await fixture.request(USER, {}));
  accepted(await fixture.reviewWithdrawal(USER, id, {}, APPROVER));
  accepted(await pay(fixture, 'withdrawals.sent', id, { hash: HASH }));
  return id;
}

/** Of its two transactions the older one paid. */
async function paidByOlder(fixture: FundingFixture): Promise<number> {
  const id = await sentPayout(fixture);
  accepted(await pay(fixture, 'withdrawals.replace', id, { hash: HASH_2 }));
  accepted(await confirm(fixture, id, HASH));
  return id;
}

/** Sent, and then refunded by two operators. */
async function refunded(fixture: FundingFixture): Promise<number> {
  const id = await sentPayout(fixture);
  const request = await pay(fixture, 'withdrawals.failed', id, { rejection: 'networkFailure', note: null });
  accepted(await fixture.decide(USER, accepted<{ request: number }>(request).request, 'approve', APPROVER));
  return id;
}

const confirm = (fixture: FundingFixture, id: number, hash: string, fields: Fields = {}) =>
  fixture.command(USER, 'withdrawals.confirmed', {
    id,
    hash,
    outcome: 'confirmed',
    shown: fixture.shown(id),
    payment: { output: 1, amount: '98', at: fixture.harness.now + 12_000 },
    ...fields,
  });

const external = (fixture: FundingFixture): bigint => fixture.balance('house', 'USDT', 'external', 'real');
const capital = (fixture: FundingFixture): bigint => fixture.balance('house', 'USDT', 'capital', 'real');

type Payment = { readonly hash: string; readonly amount: string };
/** What the case shows now. */
const paymentsOf = (fixture: FundingFixture, id: number): Payment[] =>
  (row(fixture, id).second_payments ?? []).map(({ hash, amount }) => ({ hash, amount }));
const settle = (fixture: FundingFixture, id: number, payments = paymentsOf(fixture, id)): Promise<CommandAnswer> =>
  pay(fixture, 'withdrawals.settle', id, { payments });

async function askedToSettle(fixture: FundingFixture, id: number): Promise<number> {
  const request = accepted<{ state: string; request: number }>(await settle(fixture, id));
  expect(request.state).toBe('waiting');
  return request.request;
}
const settled = async (fixture: FundingFixture, id: number): Promise<CommandAnswer> =>
  fixture.decide(USER, await askedToSettle(fixture, id), 'approve', APPROVER);

test.each([
  ['the transaction that was replaced', 'confirmed', paidByOlder, HASH_2],
  ['its transaction after the refund', 'failed', refunded, HASH],
] as const)(
  'a payout that %s pays too: what left is booked once, and two close the case',
  async (_name, state, end, hash) => {
    const fixture = await funded();
    const id = await end(fixture);
    const before = { person: fixture.real(USER, 'available'), outside: external(fixture), capital: capital(fixture) };
    const payment = { output: 3, amount: '97.5', at: fixture.harness.now + 12_000 };
    accepted(await confirm(fixture, id, hash, { outcome: 'wrong', payment }));
    await fixture.restart();
    accepted(await confirm(fixture, id, hash, { outcome: 'wrong', payment }));
    const second = { ...payment, hash, isBooked: true };
    expect(row(fixture, id)).toMatchObject({ state, trouble: 'paidTwice', second_payments: [second] });
    expect(row(fixture, id).steps.at(-1)).toMatchObject({ step: 'paidTwice', note: hash });
    expect(fixture.real(USER, 'available')).toBe(before.person);
    expect(external(fixture) - before.outside).toBe(amountOf('97.5'));
    expect(before.capital - capital(fixture)).toBe(amountOf('97.5'));
    // However long it takes, the case stays open.
    await fixture.harness.wait(8 * DAY_MS);
    await fixture.restart();
    expect(row(fixture, id).trouble).toBe('paidTwice');
    accepted(await settled(fixture, id));
    expect(row(fixture, id)).toMatchObject({ state, trouble: null, watched_until: null, second_payments: [second] });
    expect((await settle(fixture, id)).code).toBe(code.nothingFound);
    fixture.expectConserved();
  },
);

test('a payout that one transaction paid is not watched, nor is any a week after its end', async () => {
  const fixture = await funded();
  const plain = await sentPayout(fixture);
  accepted(await confirm(fixture, plain, HASH));
  expect(row(fixture, plain).watched_until).toBeNull();
  const id = await refunded(fixture);
  expect(row(fixture, id).watched_until).toBe((row(fixture, id).closed_at ?? 0) + 7 * DAY_MS);
  await fixture.harness.wait(7 * DAY_MS - 1);
  expect(row(fixture, id).watched_until).not.toBeNull();
  await fixture.harness.wait(1);
  expect(row(fixture, id).watched_until).toBeNull();
  expect((await confirm(fixture, id, HASH)).code).toBe(code.nothingFound);
});

test('what is not a second payment changes nothing', async () => {
  const fixture = await funded();
  const id = await refunded(fixture);
  const before = row(fixture, id);
  const early = { output: 1, amount: '98', at: fixture.harness.now - DAY_MS };
  const cases = [
    [HASH, { outcome: 'wrong', payment: null }, 200],
    [HASH, { outcome: 'stuck' }, 200],
    [HASH, { payment: early }, 200],
    [HASH_2, {}, code.nothingFound],
    [HASH, { shown: 'f'.repeat(64) }, code.payoutAltered],
  ] as const;
  for (const [hash, fields, expected] of cases) {
    expect((await confirm(fixture, id, hash, fields)).code).toBe(expected);
    expect(row(fixture, id)).toEqual(before);
  }
  expect((await settle(fixture, id)).code).toBe(code.orderAlreadyFinal);
});

test('a payment that confirms another payout is not a second one', async () => {
  const fixture = await funded();
  const ids = [await refunded(fixture), await sentPayout(fixture)] as const;
  accepted(await confirm(fixture, ids[1], HASH));
  accepted(await confirm(fixture, ids[0], HASH));
  expect(row(fixture, ids[0])).toMatchObject({ trouble: null, second_payments: null });
});

test('beyond the capital it is booked when the case is closed, and not before there is enough', async () => {
  const fixture = await funded('97');
  const id = await paidByOlder(fixture);
  const outside = external(fixture);
  accepted(await confirm(fixture, id, HASH_2));
  expect(row(fixture, id)).toMatchObject({ trouble: 'paidTwice', second_payments: [{ isBooked: false }] });
  expect(external(fixture)).toBe(outside);
  expect((await settle(fixture, id)).code).toBe(code.poolFull);
  accepted(await fundCapital(fixture, '1'));
  const after = external(fixture);
  accepted(await settled(fixture, id));
  expect(row(fixture, id)).toMatchObject({ trouble: null, second_payments: [{ isBooked: true }] });
  expect(external(fixture) - after).toBe(amountOf('98'));
  expect(capital(fixture)).toBe(0n);
  fixture.expectConserved();
});

test('a case is closed by the payments that were shown, and by no others', async () => {
  const fixture = await funded();
  const id = await sentPayout(fixture);
  accepted(await pay(fixture, 'withdrawals.replace', id, { hash: HASH_2 }));
  const failed = await pay(fixture, 'withdrawals.failed', id, { rejection: 'networkFailure', note: null });
  accepted(await fixture.decide(USER, accepted<{ request: number }>(failed).request, 'approve', APPROVER));
  accepted(await confirm(fixture, id, HASH));
  const [first] = paymentsOf(fixture, id);
  expect(first).toEqual({ hash: HASH, amount: '98' });
  const wrong: readonly Payment[][] = [
    [],
    [{ hash: HASH_2, amount: '98' }],
    [{ hash: HASH, amount: '97' }],
    [first as Payment, { hash: HASH_2, amount: '98' }],
  ];
  for (const payments of wrong)
    expect(await settle(fixture, id, payments)).toMatchObject({
      code: code.payoutsChanged,
      fields: { payments: code.payoutsChanged },
    });
  const request = await askedToSettle(fixture, id);
  // It arrives while the second person is waited for, who never saw it.
  accepted(
    await confirm(fixture, id, HASH_2, { payment: { output: 2, amount: '98', at: fixture.harness.now + 12_000 } }),
  );
  expect(await fixture.decide(USER, request, 'approve', APPROVER)).toMatchObject({ code: code.payoutsChanged });
  expect(row(fixture, id).trouble).toBe('paidTwice');
  accepted(await fixture.decide(USER, request, 'reject', APPROVER));
  accepted(await settled(fixture, id));
  expect(row(fixture, id)).toMatchObject({ trouble: null, second_payments: [{ hash: HASH }, { hash: HASH_2 }] });
  fixture.expectConserved();
});

test('before version 12 of the rules nobody looks for the transactions of a payout that has ended', async () => {
  const fixture = await FundingFixture.start();
  accepted(await fixture.harness.internal('rules.adopt', { version: 11, figures: SHIPPED }, 'rules'));
  await fixture.deposit(USER, '5000');
  const id = await refunded(fixture);
  expect(row(fixture, id).watched_until).toBeNull();
  expect((await confirm(fixture, id, HASH)).code).toBe(code.nothingFound);
});

test('a payout is stuck six hours after its present transaction was sent, not after the one it replaced', async () => {
  const fixture = await funded();
  const id = await sentPayout(fixture);
  await fixture.harness.wait(5 * HOUR_MS);
  accepted(await pay(fixture, 'withdrawals.replace', id, { hash: HASH_2 }));
  await fixture.harness.wait(6 * HOUR_MS - 1);
  expect(row(fixture, id).trouble).toBeNull();
  await fixture.harness.wait(1);
  expect(row(fixture, id).trouble).toBe('stuck');
});
