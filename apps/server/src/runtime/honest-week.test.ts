import { afterAll, beforeAll, expect, test } from 'vitest';
import { accepted, type TestOperator } from '../http/testing/operator-gateway.ts';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { payeeDigest } from '../money/withdrawals/payee-digest.ts';
import { withdrawalsOf } from '../money/withdrawals/slice.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from './modules.ts';
import { MoneyHouse } from './testing/money-house.ts';

/**
 * The counterpart of `two-operators.test.ts`: more than a week of honest work in simulated time,
 * with the limits of a new installation. One operator reviews, one pays, and the owner is asked
 * only for what is above a limit. Everything is done the day it is asked, and no alarm is raised.
 */
const DAY_MS = 86_400_000;
const NETWORK = 'ERC20';
const CUSTOMERS = Array.from({ length: 10 }, (_, index) => 1_001 + index);
/** 9,000 a day: within the limit of a day, above that of a week with the third. */
const REGULAR = 1_100;
/** 12,000 at once: above the limit of a day. */
const LARGE = 1_200;

const database = withTestDatabase();
let house: MoneyHouse;
let grace: TestOperator;
let paul: TestOperator;
let otto: TestOperator;
let transactions = 0;

beforeAll(async () => {
  house = await MoneyHouse.open(database);
  grace = await house.gateway.operator(['finance'], 'grace');
  paul = await house.gateway.operator(['finance'], 'paul');
  otto = await house.gateway.operator(['owner'], 'otto');
  for (const id of [...CUSTOMERS, REGULAR, LARGE]) await house.addPerson(id);
  await house.gateway.harness.internal('funding.watched', { network: NETWORK, state: 'well' }, 'well');
});
afterAll(async () => {
  expect(house.gateway.harness.bugs).toEqual([]);
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
  await house.gateway.close();
});

function newHash(): string {
  transactions += 1;
  return `0x${transactions.toString(16).padStart(64, '0')}`;
}
const addressOf = (userId: number): string => `0x${userId.toString(10).padStart(40, '3')}`;

/** Deposits that the watcher saw are credited on one word. */
async function receive(deposits: readonly (readonly [number, string])[]): Promise<void> {
  await grace.stepUp();
  for (const [userId, amount] of deposits) {
    const id = await house.deposit(userId, amount, newHash());
    const review = { decision: 'approve', reason: 'seen by the watcher' };
    expect(accepted(await grace.call('reviewDeposit', { path: { id }, body: review })).state).toBe('done');
  }
}

/** Withdrawals of a day from request to confirmation; those of them that took a second person. */
async function pay(payments: readonly (readonly [number, string])[]): Promise<readonly number[]> {
  const ids: number[] = [];
  const waited: number[] = [];
  await grace.stepUp();
  for (const [userId, amount] of payments) {
    const id = await house.withdraw(userId, amount, addressOf(userId));
    ids.push(id);
    const body = { decision: 'approve', reason: 'own address, known for long' };
    const { state, request } = accepted(await grace.call('reviewWithdrawal', { path: { id }, body }));
    if (state === 'done') continue;
    waited.push(userId);
    await otto.stepUp();
    const verdict = { verdict: 'approve', reason: 'asked the customer' };
    accepted(await otto.call('decideRequest', { path: { id: request }, body: verdict }));
  }
  await paul.stepUp();
  accepted(await paul.call('makePayoutBatch', { body: { ids, reason: 'daily run' } }));
  const [batch] = accepted(await paul.call('listPayoutBatches')).items;
  const path = { id: batch.id };
  const file = { format: 'safe', reason: 'to the treasury' };
  expect(accepted(await paul.call('exportPayoutBatch', { path, body: file })).content).not.toBe('');
  const hash = newHash();
  const sent = accepted(await paul.call('markBatchSent', { path, body: { hash, reason: 'signed and sent' } }));
  expect(sent.refused).toEqual([]);
  const { withdrawals } = withdrawalsOf(house.gateway.harness.sequencer.state);
  for (const [output, id] of ids.entries()) {
    const row = withdrawals.get(id)!;
    const payment = { output, amount: row.received, at: house.gateway.clock.now() };
    const seen = { id, hash, outcome: 'confirmed', shown: payeeDigest(row), payment };
    await house.submit(row.user_id, 'withdrawals.confirmed', seen);
  }
  const { batch: view } = accepted(await paul.call('getPayoutBatch', { path }));
  expect(view).toMatchObject({ open: 0, confirmed: ids.length, failed: 0 });
  return waited;
}

test('everybody is paid the same day, and only what is above a limit takes a second person', async () => {
  await receive([...CUSTOMERS, REGULAR, LARGE].map((userId) => [userId, '40000'] as const));
  const ordinary = CUSTOMERS.map((userId) => [userId, '1000'] as const);
  const days: readonly (readonly (readonly [number, string])[])[] = [
    [...ordinary, [REGULAR, '9000']],
    [...ordinary, [REGULAR, '9000']],
    [...ordinary, [LARGE, '12000']],
    [...ordinary, [REGULAR, '9000']],
    ordinary,
    ordinary,
    ordinary,
    ordinary,
    // A week after the first two of 9,000, they count no more.
    [...ordinary, [REGULAR, '9000']],
  ];
  const waited: (readonly number[])[] = [];
  for (const day of days) {
    for (const operator of [grace, paul, otto]) await operator.signIn();
    waited.push(await pay(day));
    expect(accepted(await paul.call('listFundingAlarms'))).toEqual([]);
    house.gateway.pass(DAY_MS);
  }
  expect(waited).toEqual([[], [], [LARGE], [REGULAR], [], [], [], [], []]);
});
