import { code } from '@glasshouse/api/codes';
import { describe, expect, test } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import type { CommandAnswer } from '../../kernel/core/types.ts';
import { accepted } from '../../kernel/testing/core-fixture.ts';
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
])('an entry with %s credits nobody', async (_name, fields, expected) => {
  const fixture = await start();
  const id = idOf(await fixture.claim(USER, REPORT));
  expect((await fixture.reviewDeposit(USER, id, { ...ENTRY, ...fields })).code).toBe(expected);
});

test('an entry of the bank is used once, whoever reported it and however it is spelt', async () => {
  const fixture = await start();
  const first = idOf(await fixture.claim(USER, REPORT));
  const second = idOf(await fixture.claim(OTHER, REPORT));
  await approve(fixture, first);
  const again = { ...ENTRY, hash: 'ntrf4711a', arrived: '1000.00' };
  expect((await fixture.reviewDeposit(OTHER, second, again)).code).toBe(code.evidenceUsed);
  await approve(fixture, second, { ...ENTRY, valueDate: '2026-11-28', compared: [first] }, OTHER);
  fixture.expectConserved();
});

describe('a payment by somebody else', () => {
  const OTHERS = { ...ENTRY, payer: 'other', decision: 'return', senderAccount: 'their account' };
  const BACK = { reference: 'BACK 1', valueDate: '2026-12-01', account: 'their account' };

  const returning = async () => {
    const fixture = await start();
    const id = idOf(await fixture.claim(USER, REPORT));
    accepted(await fixture.decide(USER, requestOf(await fixture.reviewDeposit(USER, id, OTHERS))));
    return { fixture, id };
  };

  test('goes back by two persons, is never credited, and its entry credits nobody else', async () => {
    const { fixture, id } = await returning();
    expect(deposit(fixture, id)).toMatchObject({ state: 'returning', reason: 'thirdParty', credited: null });
    expect((await fixture.reviewDeposit(USER, id, ENTRY)).code).toBe(code.orderAlreadyFinal);
    const otherId = idOf(await fixture.claim(OTHER, REPORT));
    expect((await fixture.reviewDeposit(OTHER, otherId, ENTRY)).code).toBe(code.evidenceUsed);
    const request = requestOf(await fixture.operate(USER, 'deposits.returned', { id, ...BACK }));
    expect(deposit(fixture, id).state).toBe('returning');
    accepted(await fixture.decide(USER, request));
    const done = deposit(fixture, id);
    expect(done).toMatchObject({ state: 'returned', credited: null, currency_amount: '1000' });
    expect(done.steps.map(({ step }) => step)).toEqual(['claimed', 'thirdParty', 'returned']);
    expect(fixture.real(USER, 'available')).toBe(0n);
    fixture.expectConserved();
  });

  test('binds nothing on the word of one person', async () => {
    const fixture = await start();
    const id = idOf(await fixture.claim(USER, REPORT));
    requestOf(await fixture.reviewDeposit(USER, id, OTHERS));
    expect(deposit(fixture, id).state).toBe('pending');
    expect(fixture.rows('evidence')).toEqual([]);
    const otherId = idOf(await fixture.claim(OTHER, REPORT));
    await approve(fixture, otherId, ENTRY, OTHER);
  });

  test.each<[string, Fields, number, string]>([
    ['nobody as its sender', { payer: null }, code.fieldRequired, 'senderName'],
    ['no account to return it to', { senderAccount: null }, code.fieldRequired, 'senderAccount'],
    ['the verified person as its sender', { payer: 'same' }, code.paidByOwner, 'senderName'],
  ])('is not returned with %s', async (_name, fields, expected, field) => {
    const fixture = await start();
    const id = idOf(await fixture.claim(USER, REPORT));
    const answer = await fixture.reviewDeposit(USER, id, { ...OTHERS, ...fields });
    expect(answer).toMatchObject({ code: expected, fields: { [field]: expected } });
  });

  test.each<[string, Fields, number]>([
    ['without a reference', { reference: ' ' }, code.fieldRequired],
    ['without a value date', { valueDate: null }, code.fieldRequired],
    ['without the account', { account: null }, code.fieldRequired],
    ['to another account', { account: 'an account of the operator' }, code.paidToOther],
    ['before two persons decided so', { valueDate: '1969-12-31' }, code.outOfRange],
    ['by the entry with which it came', { reference: ENTRY.hash, valueDate: ENTRY.valueDate }, code.evidenceUsed],
  ])('is not sent back %s', async (_name, fields, expected) => {
    const { fixture, id } = await returning();
    expect((await fixture.operate(USER, 'deposits.returned', { id, ...BACK, ...fields })).code).toBe(expected);
  });

  test('one payment back ends one return', async () => {
    const { fixture, id } = await returning();
    const otherId = idOf(await fixture.claim(OTHER, REPORT));
    const entry = { ...OTHERS, hash: 'QX 88-1', senderAccount: 'their account' };
    accepted(await fixture.decide(OTHER, requestOf(await fixture.reviewDeposit(OTHER, otherId, entry))));
    accepted(await fixture.decide(USER, requestOf(await fixture.operate(USER, 'deposits.returned', { id, ...BACK }))));
    const again = await fixture.operate(OTHER, 'deposits.returned', { id: otherId, ...BACK, reference: 'back-1' });
    expect(again.code).toBe(code.evidenceUsed);
  });

  test('two persons set free what was bound by mistake, one step at a time, and the record stays', async () => {
    const { fixture, id } = await returning();
    accepted(await fixture.decide(USER, requestOf(await fixture.operate(USER, 'deposits.returned', { id, ...BACK }))));
    const [incoming, back] = fixture.rows<{ key: string }>('evidence').map(({ key }) => key) as [string, string];
    const reopen = (key: string, user = USER) => fixture.operate(user, 'deposits.reopen', { id, keys: [key] });
    expect((await reopen('bank/EUR/2026-11-27/1000/OTHER')).code).toBe(code.nothingFound);
    accepted(await fixture.decide(USER, requestOf(await reopen(back))));
    expect(deposit(fixture, id)).toMatchObject({ state: 'returning', closed_at: null });
    await fixture.restart();
    accepted(await fixture.decide(USER, requestOf(await reopen(incoming))));
    expect(deposit(fixture, id)).toMatchObject({ state: 'pending', tx_hash: null, reason: null, sender: null });
    expect(fixture.rows<{ released_by: number | null }>('evidence').every((row) => row.released_by !== null)).toBe(
      true,
    );
    expect(deposit(fixture, id).steps.map(({ step }) => step)).toEqual([
      'claimed',
      'thirdParty',
      'returned',
      'reopened',
      'reopened',
    ]);
    await fixture.restart();
    await approve(fixture, id);
    const otherId = idOf(await fixture.claim(OTHER, REPORT));
    expect((await fixture.reviewDeposit(OTHER, otherId, ENTRY)).code).toBe(code.evidenceUsed);
    fixture.expectConserved();
  });

  test('is not undone while somebody says that it was paid back, and waits for a second person', async () => {
    const { fixture, id } = await returning();
    const [{ key }] = fixture.rows<{ key: string }>('evidence') as [{ key: string }];
    const paid = requestOf(await fixture.operate(USER, 'deposits.returned', { id, ...BACK }));
    const reopen = () => fixture.operate(USER, 'deposits.reopen', { id, keys: [key] });
    expect(await reopen()).toMatchObject({ code: code.paymentBackWaits, fields: { id: code.paymentBackWaits } });
    accepted(await fixture.decide(USER, paid, 'reject'));
    accepted(await fixture.decide(USER, requestOf(await reopen())));
    expect(deposit(fixture, id).state).toBe('pending');
  });

  test('only money by bank is returned', async () => {
    const fixture = await start();
    const id = idOf(await fixture.claim(USER));
    expect((await fixture.reviewDeposit(USER, id, OTHERS)).code).toBe(code.unknownField);
  });
});

describe('an entry that looks like one that was used', () => {
  const used = async () => {
    const fixture = await start();
    const first = idOf(await fixture.claim(USER, REPORT));
    await approve(fixture, first, { ...ENTRY, senderKey: 'the sender' });
    const second = idOf(await fixture.claim(OTHER, REPORT));
    return { fixture, first, second };
  };

  test.each<[string, Fields]>([
    ['one letter of its reference differs', { hash: 'NTRF 4712/A' }],
    ['a letter of its reference is missing', { hash: 'NTRF 471/A' }],
    ['its reference is longer', { hash: 'EREF NTRF 4711/A' }],
    ['its date is a week off', { valueDate: '2026-12-04' }],
    ['the sender is the same', { hash: 'QX 99', senderKey: 'the sender' }],
  ])('credits once the two were compared: %s', async (_name, fields) => {
    const { fixture, first, second } = await used();
    const entry = { ...ENTRY, ...fields };
    const refused = await fixture.reviewDeposit(OTHER, second, entry);
    expect(refused).toMatchObject({
      code: code.similarEvidence,
      fields: { [`compared.${first}`]: code.similarEvidence },
    });
    await fixture.restart();
    await approve(fixture, second, { ...entry, compared: [first] }, OTHER);
    expect(fixture.rows('operator_requests').at(-1)).toMatchObject({ after: { compared: [first] } });
  });

  test.each<[string, Fields]>([
    ['the reference and the sender are others', { hash: 'QX 99', senderKey: 'somebody else' }],
    ['the amount is another', { hash: 'NTRF 4712/A', arrived: '1001' }],
    ['the date is more than a week off', { hash: 'NTRF 4712/A', valueDate: '2026-12-05' }],
  ])('is not meant where %s', async (_name, fields) => {
    const { fixture, second } = await used();
    await approve(fixture, second, { ...ENTRY, ...fields }, OTHER);
  });

  test('is seen at the approval as well: two asked for at once do not miss each other', async () => {
    const fixture = await start();
    const first = idOf(await fixture.claim(USER, REPORT));
    const second = idOf(await fixture.claim(OTHER, REPORT));
    const requests = [
      requestOf(await fixture.reviewDeposit(USER, first, ENTRY)),
      requestOf(await fixture.reviewDeposit(OTHER, second, { ...ENTRY, hash: 'NTRF 4712/A' })),
    ] as const;
    accepted(await fixture.decide(USER, requests[0]));
    expect((await fixture.decide(OTHER, requests[1])).code).toBe(code.similarEvidence);
  });
});
