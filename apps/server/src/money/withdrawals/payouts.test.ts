import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { expect, test } from 'vitest';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import {
  DESTINATION,
  type Fields,
  FundingFixture,
  HASH,
  HASH_2,
  OTHER,
  USER,
} from '../funding/testing/funding-fixture.ts';
import {
  APPROVER,
  approveNew,
  ELSEWHERE,
  exportFile,
  idOf,
  makeBatch,
  markSent,
  PAYER,
  prepareBatch,
  row,
  startFunded,
  stateOf,
} from './testing/payout-steps.ts';

/** Money out by version 10: limits over time, two persons, files, payments that count once. */
const DAY_MS = 86_400_000;
test('six withdrawals just below the limit, to one address within a second, are not one person’s to approve', async () => {
  const fixture = await startFunded();
  const states: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const id = idOf(await fixture.request(USER, { amount: '9999' }));
    states.push(stateOf(await fixture.reviewWithdrawal(USER, id, {}, APPROVER)));
  }
  expect(states).toEqual(['done', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting']);
  fixture.expectConserved();
});

interface Earlier {
  readonly user: number;
  readonly amount: string;
  readonly address: string;
  readonly daysAgo: number;
  readonly network?: string;
}
const EARLIER: readonly (readonly [string, readonly Earlier[], string, string])[] = [
  ['to the day’s limit of a person', [{ user: USER, amount: '5000', address: ELSEWHERE, daysAgo: 0 }], '5000', 'done'],
  [
    'beyond the day’s limit of a person',
    [{ user: USER, amount: '5000', address: ELSEWHERE, daysAgo: 0 }],
    '5000.000001',
    'waiting',
  ],
  [
    'beyond the day’s limit of an address, by another person on another network',
    [{ user: OTHER, amount: '5000', address: DESTINATION, daysAgo: 0, network: 'BASE' }],
    '5001',
    'waiting',
  ],
  ['a day later', [{ user: USER, amount: '9999', address: DESTINATION, daysAgo: 1 }], '9999', 'done'],
  [
    'beyond the week’s limit',
    [1, 2, 3].map((daysAgo) => ({ user: USER, amount: '8000', address: DESTINATION, daysAgo })),
    '1001',
    'waiting',
  ],
  [
    'to the week’s limit',
    [1, 2, 3].map((daysAgo) => ({ user: USER, amount: '8000', address: DESTINATION, daysAgo })),
    '1000',
    'done',
  ],
  [
    'a week later',
    [7, 7, 8].map((daysAgo, index) => ({
      user: USER,
      amount: index === 0 ? '2000' : '8000',
      address: ELSEWHERE,
      daysAgo,
    })),
    '9999',
    'done',
  ],
];
test.each(EARLIER)('%s', async (_name, earlier, amount, state) => {
  const fixture = await startFunded();
  for (const { user, address, daysAgo, network = 'ERC20', ...fields } of [...earlier].sort(
    (previous, next) => next.daysAgo - previous.daysAgo,
  )) {
    const start = Math.max(...earlier.map((each) => each.daysAgo)) - daysAgo;
    const passed = Math.floor((fixture.harness.now - startedAt(fixture)) / DAY_MS);
    await fixture.harness.wait((start - passed) * DAY_MS);
    const id = idOf(await fixture.request(user, { ...fields, address, network }));
    expect(stateOf(await fixture.reviewWithdrawal(user, id, {}, APPROVER))).toBe('done');
  }
  const longest = Math.max(...earlier.map((each) => each.daysAgo));
  const passed = Math.floor((fixture.harness.now - startedAt(fixture)) / DAY_MS);
  await fixture.harness.wait((longest - passed) * DAY_MS);
  await fixture.restart();
  const id = idOf(await fixture.request(USER, { amount }));
  expect(stateOf(await fixture.reviewWithdrawal(USER, id, {}, APPROVER))).toBe(state);
});
const starts = new WeakMap<FundingFixture, number>();
function startedAt(fixture: FundingFixture): number {
  const known = starts.get(fixture) ?? fixture.harness.now;
  starts.set(fixture, known);
  return known;
}

test('one operator approves so much alone in a day, however many people and addresses it goes to', async () => {
  const fixture = await startFunded();
  await fixture.set('withdrawal.two_person_week_usdt', '1000000');
  await fixture.set('withdrawal.two_person_day_usdt', '1000000');
  const states: string[] = [];
  for (const [place, operator] of [0, 0, 0, 1].entries()) {
    const user = place % 2 === 0 ? USER : OTHER;
    const address = `0x${String(place).padStart(40, 'a')}`;
    const id = idOf(await fixture.request(user, { amount: '9000', address }));
    states.push(stateOf(await fixture.reviewWithdrawal(user, id, {}, operator)));
  }
  expect(states).toEqual(['done', 'done', 'waiting', 'done']);
});

test('what was rejected or failed no longer counts; a second person lets the one that crosses pass', async () => {
  const fixture = await startFunded();
  const first = await approveNew(fixture, { amount: '9999' });
  accepted(await fixture.reviewWithdrawal(USER, first, { decision: 'reject', rejection: 'other' }));
  await approveNew(fixture, { amount: '9999' });
  const id = idOf(await fixture.request(USER, { amount: '9999' }));
  const request = accepted<{ request: number }>(await fixture.reviewWithdrawal(USER, id, {}, APPROVER));
  accepted(await fixture.decide(USER, request.request, 'approve', PAYER));
  expect(row(fixture, id).approvers?.map(({ operator }) => operator)).toEqual([...fixture.operators]);
});

test('who approved neither prepares nor exports nor marks as sent; somebody else does', async () => {
  const fixture = await startFunded();
  const id = await approveNew(fixture);
  expect((await makeBatch(fixture, [id], APPROVER)).code).toBe(code.approverMayNotPay);
  expect((await markSent(fixture, id, {}, APPROVER)).code).toBe(code.approverMayNotPay);
  const disguised = { ...fixture.stamp(PAYER), credential: fixture.stamp(APPROVER).credential };
  const body = { id, hash: HASH, shown: fixture.shown(id), by: disguised, reason: 'me again' };
  expect((await fixture.command(USER, 'withdrawals.sent', body)).code).toBe(code.approverMayNotPay);
  accepted(await makeBatch(fixture, [id]));
  expect((await exportFile(fixture, [id], {}, APPROVER)).code).toBe(code.approverMayNotPay);
  accepted(await exportFile(fixture, [id]));
  accepted(await markSent(fixture, id));
  fixture.expectConserved();
});

test('below the amount of the parameter one person may do both', async () => {
  const fixture = await startFunded();
  await fixture.set('withdrawal.separate_duties_usdt', '100.01');
  const small = await approveNew(fixture);
  const large = await approveNew(fixture, { amount: '100.01' });
  accepted(await markSent(fixture, small, {}, APPROVER));
  expect((await markSent(fixture, large, {}, APPROVER)).code).toBe(code.approverMayNotPay);
});

test('two who approved together leave the payment to a third', async () => {
  const fixture = await startFunded();
  const third = await fixture.addOperator('third');
  const id = idOf(await fixture.request(USER, { amount: '20000' }));
  const request = accepted<{ request: number }>(await fixture.reviewWithdrawal(USER, id));
  accepted(await fixture.decide(USER, request.request));
  for (const operator of [APPROVER, PAYER])
    expect((await markSent(fixture, id, {}, operator)).code).toBe(code.approverMayNotPay);
  accepted(await markSent(fixture, id, {}, third));
});

test('a payout is in one file; a second one is refused until two persons declare the first void', async () => {
  const fixture = await startFunded();
  const ids = await prepareBatch(fixture, 2);
  accepted(await exportFile(fixture, ids));
  expect((await exportFile(fixture, ids)).code).toBe(code.payoutInFile);
  const request = accepted<{ state: string; request: number }>(
    await fixture.operate(0, 'withdrawals.void', { number: 1 }, PAYER),
  );
  expect(request.state).toBe('waiting');
  accepted(await markSent(fixture, ids[0] as number));
  accepted(await fixture.decide(0, request.request, 'approve', APPROVER));
  await fixture.restart();
  expect((await exportFile(fixture, ids)).code).toBe(code.orderAlreadyFinal);
  expect((await exportFile(fixture, [ids[1] as number], { number: 1 })).code).toBe(code.payoutsChanged);
  accepted(await exportFile(fixture, [ids[1] as number]));
  expect(fixture.rows<{ number: number; voided_by: number | null }>('payout_files')).toMatchObject([
    { number: 1, voided_by: fixture.operators[PAYER] },
    { number: 2, voided_by: null },
  ]);
});

test('what is in a file fails on the word of two: it may be signed', async () => {
  const fixture = await startFunded();
  const [id = 0] = await prepareBatch(fixture);
  const failed = { id, rejection: 'networkFailure', note: null, shown: fixture.shown(id) };
  accepted(await exportFile(fixture, [id]));
  const request = accepted<{ state: string; request: number }>(
    await fixture.operate(USER, 'withdrawals.failed', failed, PAYER),
  );
  expect(request.state).toBe('waiting');
  accepted(await fixture.decide(USER, request.request, 'approve', APPROVER));
  expect(row(fixture, id).state).toBe('failed');
  expect((await exportFile(fixture, [id], { batch: row(fixture, id).batch })).code).toBe(code.nothingFound);
  fixture.expectConserved();
});

test('frozen people leave their batch at once, and come into another one later', async () => {
  const fixture = await startFunded();
  const [id = 0] = await prepareBatch(fixture);
  const before = row(fixture, id).batch;
  accepted(await fixture.freezePerson(USER));
  expect((await exportFile(fixture, [id])).code).toBe(code.userStatusWrong);
  await fixture.harness.wait(1);
  expect(row(fixture, id).batch).toBeNull();
  expect((await exportFile(fixture, [id], { batch: before })).code).toBe(code.nothingFound);
  accepted(await fixture.operate(USER, 'standing.set', { status: 'active' }));
  accepted(await makeBatch(fixture, [id]));
  accepted(await exportFile(fixture, [id]));
});

const BANK: Fields = {
  method: 'bank',
  network: null,
  address: null,
  details: 'd'.repeat(64),
  account: 'acc',
  amount: '200',
};

test('a bank transfer is converted when it is approved, less the spread, and not at a price that nobody trades at', async () => {
  const fixture = await startFunded();
  const holderCase = await fixture.verify(USER);
  const id = idOf(await fixture.request(USER, { ...BANK, holderCase }));
  // 198 less 0.3 % rounded up, at 1.1: 179.46 rounded down to a cent, as an estimate.
  expect(row(fixture, id)).toMatchObject({ currency_amount: '179.46', spread: '0.003' });
  await fixture.harness.wait(61_000);
  expect((await fixture.reviewWithdrawal(USER, id)).code).toBe(code.payoutPriceUnsettled);
  await fixture.harness.tick(120_000, 1, 'EURUSD');
  await fixture.harness.tick(120_000, 1, 'EURUSD');
  accepted(await fixture.reviewWithdrawal(USER, id));
  expect(row(fixture, id)).toMatchObject({ currency_amount: '164.5', tick: { mid: 120_000 } });
  fixture.expectConserved();
});

test('limits count a bank account by its digest, whatever its sealed details are called', async () => {
  const fixture = await startFunded();
  const accounts = { [USER]: await fixture.verify(USER), [OTHER]: await fixture.verify(OTHER) };
  const states: string[] = [];
  for (const [user, details] of [
    [USER, 'a'],
    [OTHER, 'b'],
  ] as const) {
    const fields = { ...BANK, amount: '6000', details: details.repeat(64), holderCase: accounts[user] as number };
    states.push(stateOf(await fixture.reviewWithdrawal(user, idOf(await fixture.request(user, fields)))));
  }
  expect(states).toEqual(['done', 'waiting']);
});

const confirmed = (fixture: FundingFixture, id: number, fields: Fields = {}) =>
  fixture.command(USER, 'withdrawals.confirmed', {
    id,
    hash: HASH,
    outcome: 'confirmed',
    shown: fixture.shown(id),
    payment: { output: 1, amount: row(fixture, id).received, at: fixture.harness.now + 12_000 },
    ...fields,
  });
async function paidOut(fixture: FundingFixture): Promise<number> {
  const id = await approveNew(fixture);
  accepted(await markSent(fixture, id));
  return id;
}

test('the watcher confirms the exact amount, paid after the approval; the difference is named', async () => {
  const fixture = await startFunded();
  const at = fixture.harness.now + 12_000;
  const cases = [
    [{}, 'confirmed', null],
    [{ payment: { output: 1, amount: '1', at } }, 'sent', 'differs'],
    [{ outcome: 'wrong', payment: { output: 1, amount: '1', at } }, 'sent', 'differs'],
    [{ outcome: 'wrong', payment: null }, 'sent', 'reverted'],
    [{ payment: { output: 1, amount: '98', at: fixture.harness.now - 60_000 } }, 'sent', 'early'],
    [{ shown: 'f'.repeat(64) }, 'sent', 'altered'],
  ] as const;
  for (const [place, [fields, state, trouble]] of cases.entries()) {
    const id = await approveNew(fixture);
    const hash = `0x${String(place).padStart(64, '5')}`;
    accepted(await markSent(fixture, id, { hash }));
    const { payment, ...rest } = { payment: { output: 1, amount: '98', at }, ...fields };
    accepted(
      await confirmed(fixture, id, {
        ...rest,
        hash,
        ...(payment !== undefined && { payment }),
        ...(payment === undefined && { payment: undefined as never }),
      }),
    );
    expect([row(fixture, id).state, row(fixture, id).trouble]).toEqual([state, trouble]);
  }
});

test('one payment confirms one withdrawal; others of the same transaction have their own', async () => {
  const fixture = await startFunded();
  const ids = [await paidOut(fixture), await paidOut(fixture), await paidOut(fixture)] as const;
  const at = fixture.harness.now + 12_000;
  const payment = (output: number) => ({ payment: { output, amount: '98', at } });
  accepted(await confirmed(fixture, ids[0], payment(1)));
  accepted(await confirmed(fixture, ids[1], payment(1)));
  expect(row(fixture, ids[1])).toMatchObject({ state: 'sent', trouble: 'used' });
  accepted(await confirmed(fixture, ids[1], payment(2)));
  await fixture.restart();
  // By hand it would be the whole transaction, of which others have their parts.
  const third = await fixture.addOperator('third');
  const body = { id: ids[2], shown: fixture.shown(ids[2]) };
  expect((await fixture.operate(USER, 'withdrawals.confirm', body, PAYER)).code).toBe(code.evidenceUsed);
  const request = accepted<{ request: number }>(
    await fixture.operate(USER, 'withdrawals.confirm', { ...body, output: 3 }, PAYER),
  );
  accepted(await fixture.decide(USER, request.request, 'approve', third));
  expect(ids.map((id) => row(fixture, id).state)).toEqual(['confirmed', 'confirmed', 'confirmed']);
});

test('an entry of the bank statement confirms one transfer, on or after the day of its approval', async () => {
  const fixture = await startFunded();
  const holderCase = await fixture.verify(USER);
  const confirm = async (id: number, valueDate: string | null) =>
    (await fixture.operate(USER, 'withdrawals.confirm', { id, valueDate, shown: fixture.shown(id) }, PAYER)).code;
  const ids: number[] = [];
  for (const details of ['a', 'b']) {
    const id = await approveNew(fixture, { ...BANK, holderCase, details: details.repeat(64) });
    accepted(await markSent(fixture, id, { hash: 'NTRF 42' }));
    ids.push(id);
  }
  const [first = 0, second = 0] = ids;
  const today = new Date(fixture.harness.now).toISOString().slice(0, 10);
  expect(await confirm(first, null)).toBe(code.fieldRequired);
  expect(await confirm(first, '2001-01-01')).toBe(code.outOfRange);
  expect(await confirm(first, today)).toBe(200);
  expect(await confirm(second, today)).toBe(code.evidenceUsed);
});

test('by hand only where the watcher cannot look, and then by two', async () => {
  const fixture = await startFunded();
  const third = await fixture.addOperator('third');
  const id = await paidOut(fixture);
  const body = { id, shown: fixture.shown(id) };
  accepted(await fixture.command(0, 'funding.watched', { network: 'ERC20', state: 'well' }));
  expect((await fixture.operate(USER, 'withdrawals.confirm', body, PAYER)).code).toBe(code.watcherDecides);
  accepted(await fixture.command(0, 'funding.watched', { network: 'ERC20', state: 'ill' }));
  const request = accepted<{ state: string; request: number }>(
    await fixture.operate(USER, 'withdrawals.confirm', body, PAYER),
  );
  expect(request.state).toBe('waiting');
  expect((await fixture.decide(USER, request.request, 'approve', APPROVER)).code).toBe(code.approverMayNotPay);
  accepted(await fixture.decide(USER, request.request, 'approve', third));
  expect(row(fixture, id).state).toBe('confirmed');
});

test('a replaced transaction: both are watched, and the one that paid counts', async () => {
  const fixture = await startFunded();
  const id = await paidOut(fixture);
  const replace = (hash: string) =>
    fixture.operate(USER, 'withdrawals.replace', { id, hash, shown: fixture.shown(id) }, PAYER);
  expect((await replace(HASH)).code).toBe(code.outOfRange);
  accepted(await replace(HASH_2));
  expect(row(fixture, id)).toMatchObject({ tx_hash: HASH_2, replaced: [HASH] });
  expect(row(fixture, id).steps.at(-1)).toMatchObject({ step: 'replaced', note: HASH_2 });
  accepted(await confirmed(fixture, id, { hash: HASH, outcome: 'wrong' }));
  expect(row(fixture, id).trouble).toBeNull();
  accepted(await confirmed(fixture, id, { hash: HASH }));
  // The one that did not pay is not forgotten: it can still be looked up.
  expect(row(fixture, id)).toMatchObject({ state: 'confirmed', tx_hash: HASH, replaced: [HASH_2] });
});

test('before these rules nothing of this is asked', async () => {
  const fixture = await FundingFixture.start();
  await fixture.deposit(USER, '100000');
  for (let count = 0; count < 3; count += 1) {
    const id = idOf(await fixture.request(USER, { amount: '9999' }));
    expect(stateOf(await fixture.reviewWithdrawal(USER, id))).toBe('done');
    accepted(await fixture.operate(0, 'withdrawals.batch', { ids: [id] }));
    accepted(await fixture.operate(USER, 'withdrawals.sent', { id, hash: HASH }));
    accepted(await fixture.operate(USER, 'withdrawals.confirm', { id }));
  }
  expect(fixture.real(USER, 'available')).toBe(amountOf('70003'));
});
