import { code } from '@glasshouse/api/codes';
import { describe, expect, test } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import type { CommandAnswer } from '../../kernel/types.ts';
import { type Fields, FundingFixture, OTHER, USER } from '../funding/testing/funding-fixture.ts';
import type { Deposit } from './rows.ts';

const DAY_MS = 86_400_000;
const BANK = { holder: 'House', iban: 'DE89370400440532013000' };
const REPORT = { method: 'bank', network: null, hash: null, proof: 'A'.repeat(20), amount: '1000' };
const ENTRY = { arrived: '1000', hash: 'NTRF 4711/A', valueDate: '2026-11-27', payer: 'same', sender: 'ab' };

const idOf = (answer: CommandAnswer): number => accepted<{ id: number }>(answer).id;
const requestOf = (answer: CommandAnswer): number => accepted<{ request: number }>(answer).request;
const deposit = (fixture: FundingFixture, id: number): Deposit => fixture.row<Deposit>('deposits', id);

async function start(): Promise<FundingFixture> {
  const fixture = await FundingFixture.start();
  await fixture.adoptRules();
  await fixture.set('deposit.bank', BANK);
  return fixture;
}

async function approve(fixture: FundingFixture, id: number, fields: Fields = ENTRY, user = USER): Promise<void> {
  accepted(await fixture.decide(user, requestOf(await fixture.reviewDeposit(user, id, fields))));
}

describe('the price of the currency', () => {
  test('is the mid of the approval, not that of the report or of the first person', async () => {
    const fixture = await start();
    const id = idOf(await fixture.claim(USER, REPORT));
    const request = requestOf(await fixture.reviewDeposit(USER, id, ENTRY));
    await fixture.harness.tick(120_000, 1, 'EURUSD');
    accepted(await fixture.decide(USER, request));
    expect(deposit(fixture, id)).toMatchObject({ currency_amount: '1000', credited: '1200', tick: { code: 'EURUSD' } });
    fixture.expectConserved();
  });

  test('a closed market does not stop an approval: its last price, less a spread that the row keeps', async () => {
    const fixture = await start();
    const id = idOf(await fixture.claim(USER, REPORT));
    fixture.harness.market.sessionEnds = undefined;
    await fixture.harness.wait(2 * DAY_MS);
    await approve(fixture, id);
    // 1000 × 1.1 less 0.5 %.
    expect(deposit(fixture, id)).toMatchObject({ credited: '1094.5', tick: { spread: '0.005' } });
  });

  test.each<[string, (fixture: FundingFixture) => unknown]>([
    ['is older than a holiday', (fixture) => closeFor(fixture, SHIPPED['funding.closedAgeMs'] + 1)],
    ['is old while the market is open', (fixture) => fixture.harness.wait(SHIPPED['funding.priceAgeMs'] + 1)],
    ['is held', (fixture) => fixture.harness.market.held.set('EURUSD', 'jump')],
  ])('nothing is credited and nothing reported while it %s', async (_name, happen) => {
    const fixture = await start();
    const id = idOf(await fixture.claim(USER, REPORT));
    await happen(fixture);
    expect((await fixture.reviewDeposit(USER, id, ENTRY)).code).toBe(code.notTradable);
    expect((await fixture.claim(USER, REPORT)).code).toBe(code.notTradable);
    expect(fixture.real(USER, 'available')).toBe(0n);
  });
});

async function closeFor(fixture: FundingFixture, ms: number): Promise<void> {
  fixture.harness.market.sessionEnds = undefined;
  await fixture.harness.wait(ms);
}

test.each<[string, Fields, number]>([
  ['no reference', { hash: null }, code.fieldRequired],
  ['no value date', { valueDate: null }, code.fieldRequired],
  ['a date that is none', { valueDate: '2026-13-01' }, code.wrongFormat],
  ['nobody as sender', { payer: null }, code.fieldRequired],
  ['somebody else as sender', { payer: 'other' }, code.paidByOther],
])('an entry with %s credits nobody', async (_name, fields, wanted) => {
  const fixture = await start();
  const id = idOf(await fixture.claim(USER, REPORT));
  expect((await fixture.reviewDeposit(USER, id, { ...ENTRY, ...fields })).code).toBe(wanted);
});

test('an entry of the bank is used once, whoever reported it and however it is spelt', async () => {
  const fixture = await start();
  const first = idOf(await fixture.claim(USER, REPORT));
  const second = idOf(await fixture.claim(OTHER, REPORT));
  await approve(fixture, first);
  const again = { ...ENTRY, hash: 'ntrf4711a', arrived: '1000.00' };
  expect((await fixture.reviewDeposit(OTHER, second, again)).code).toBe(code.evidenceUsed);
  await approve(fixture, second, { ...ENTRY, valueDate: '2026-11-28' }, OTHER);
  fixture.expectConserved();
});

describe('a payment by somebody else', () => {
  test('goes back, is never credited, and its entry credits nobody else', async () => {
    const fixture = await start();
    const id = idOf(await fixture.claim(USER, REPORT));
    accepted(await fixture.reviewDeposit(USER, id, { ...ENTRY, payer: 'other', decision: 'return' }));
    expect(deposit(fixture, id)).toMatchObject({ state: 'returning', reason: 'thirdParty', credited: null });
    expect((await fixture.reviewDeposit(USER, id, ENTRY)).code).toBe(code.orderAlreadyFinal);
    const other = idOf(await fixture.claim(OTHER, REPORT));
    expect((await fixture.reviewDeposit(OTHER, other, ENTRY)).code).toBe(code.evidenceUsed);
    const back = { id, reference: 'BACK 1' };
    expect((await fixture.operate(USER, 'deposits.returned', { ...back, reference: ' ' })).code).toBe(
      code.fieldRequired,
    );
    const request = requestOf(await fixture.operate(USER, 'deposits.returned', back));
    expect(deposit(fixture, id).state).toBe('returning');
    accepted(await fixture.decide(USER, request));
    const done = deposit(fixture, id);
    expect(done).toMatchObject({ state: 'returned', credited: null, currency_amount: '1000' });
    expect(done.steps.map(({ step }) => step)).toEqual(['claimed', 'thirdParty', 'returned']);
    expect(fixture.real(USER, 'available')).toBe(0n);
    fixture.expectConserved();
  });

  test('only money by bank is returned', async () => {
    const fixture = await start();
    const id = idOf(await fixture.claim(USER));
    expect((await fixture.reviewDeposit(USER, id, { ...ENTRY, decision: 'return' })).code).toBe(code.unknownField);
  });
});
