import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAnswer } from '../http/testing/gateway.ts';
import { accepted, type TestOperator } from '../http/testing/operator-gateway.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MoneyHouse } from './testing/money-house.ts';

/**
 * One operator of finance who wants to take money out, over HTTP, the real core and PostgreSQL: six
 * withdrawals to one address, an address changed in the database, the file twice, and payment and
 * confirmation by their own word. Each step is refused with its reason, and honest work goes on.
 */
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const THIEF = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const PAID = `0x${'5e'.repeat(32)}`;
const USER = 1_001;

const database = withTestDatabase();
let house: MoneyHouse;
let mallory: TestOperator;
let grace: TestOperator;
let otto: TestOperator;
const ids: number[] = [];

beforeAll(async () => {
  house = await MoneyHouse.open(database);
  mallory = await house.gateway.operator(['finance'], 'mallory');
  grace = await house.gateway.operator(['finance'], 'grace');
  otto = await house.gateway.operator(['owner'], 'otto');
  await house.addPerson(USER);
  const id = await house.deposit(USER, '100000', `0x${'a1'.repeat(32)}`);
  await grace.stepUp();
  const review = { decision: 'approve', reason: 'seen by the watcher' };
  expect(accepted(await grace.call('reviewDeposit', { path: { id }, body: review })).state).toBe('done');
});
afterAll(async () => {
  expect(house.gateway.harness.bugs).toEqual([]);
  await house.gateway.close();
});

const codeOf = (answer: TestAnswer): number => answer.json.code;

test('six withdrawals of 9,999 to one address: all but the first wait for a second person', async () => {
  const states: string[] = [];
  await mallory.stepUp();
  for (let count = 0; count < 6; count += 1) {
    const id = await house.withdraw(USER, '9999', ADDRESS);
    ids.push(id);
    const body = { decision: 'approve', reason: 'known customer' };
    states.push(accepted(await mallory.call('reviewWithdrawal', { path: { id }, body })).state);
  }
  expect(states).toEqual(['done', ...Array.from({ length: 5 }, () => 'waiting')]);
  const { item } = accepted(await mallory.call('getWithdrawalCase', { path: { id: ids[1]! } }));
  expect(item).toMatchObject({ needsSecondPerson: true, limits: ['person', 'destination'] });
});

test('who approved it can neither prepare nor pay it, and the console says who can', async () => {
  const id = ids[0]!;
  const { item } = accepted(await mallory.call('getWithdrawalCase', { path: { id } }));
  expect(item).toMatchObject({ approvedBy: ['mallory'], payers: ['grace', 'otto'] });
  expect(codeOf(await mallory.call('makePayoutBatch', { body: { ids: [id], reason: 'daily run' } }))).toBe(
    code.approverMayNotPay,
  );
  const sent = { path: { id }, body: { hash: PAID, reason: 'paid' } };
  expect(codeOf(await mallory.call('markWithdrawalSent', sent))).toBe(code.approverMayNotPay);
});

test('an address changed in the database reaches no file, and raises an alarm', async () => {
  const id = ids[0]!;
  await grace.stepUp();
  accepted(await grace.call('makePayoutBatch', { body: { ids: [id], reason: 'daily run' } }));
  const [batch] = accepted(await grace.call('listPayoutBatches')).items;
  const exported = { path: { id: batch.id }, body: { format: 'safe', reason: 'to the treasury' } };
  await database.pool.query('update withdrawals set address = $2 where id = $1', [id, THIEF]);
  expect(codeOf(await grace.call('exportPayoutBatch', exported))).toBe(code.payoutAltered);
  const alarms = accepted(await grace.call('listFundingAlarms'));
  expect(alarms).toMatchObject([{ kind: 'altered', subject: 'withdrawal', subjectId: id }]);
  await database.pool.query('update withdrawals set address = $2 where id = $1', [id, ADDRESS]);
  expect(codeOf(await mallory.call('exportPayoutBatch', exported))).toBe(code.approverMayNotPay);
  const file = accepted(await grace.call('exportPayoutBatch', exported));
  expect(file.content.toLowerCase()).toContain(ADDRESS.slice(2).toLowerCase());
  expect(file.content).not.toContain(THIEF.slice(2).toLowerCase());
  expect(file.content).toContain(file.payments);
  expect(accepted(await grace.call('listFundingAlarms'))).toEqual([]);
});

test('a second file takes two persons who declare the first void', async () => {
  const [batch] = accepted(await grace.call('listPayoutBatches')).items;
  const exported = { path: { id: batch.id }, body: { format: 'safe', reason: 'once more' } };
  expect(codeOf(await grace.call('exportPayoutBatch', exported))).toBe(code.payoutInFile);
  const asked = accepted(await grace.call('voidPayoutFile', { path: { number: 1 }, body: { reason: 'lost' } }));
  expect(asked.state).toBe('waiting');
  expect(codeOf(await grace.call('exportPayoutBatch', exported))).toBe(code.payoutInFile);
  const [file] = accepted(await grace.call('getPayoutBatch', { path: { id: batch.id } })).files;
  expect(file).toMatchObject({ number: 1, madeBy: 'grace', voidedAt: null, request: asked.request });
});

test('the batch is marked by another person, and confirmed by the watcher or by two', async () => {
  const id = ids[0]!;
  const [batch] = accepted(await grace.call('listPayoutBatches')).items;
  const marked = { path: { id: batch.id }, body: { hash: PAID, reason: 'signed and sent' } };
  expect(accepted(await mallory.call('markBatchSent', marked))).toEqual({
    sent: [],
    refused: [{ id, code: code.approverMayNotPay }],
  });
  await grace.stepUp();
  expect(accepted(await grace.call('markBatchSent', marked))).toEqual({ sent: [id], refused: [] });
  const arrived = { path: { id }, body: { reason: 'it has arrived' } };
  await house.gateway.harness.internal('funding.watched', { network: 'ERC20', state: 'well' }, 'well');
  expect(codeOf(await grace.call('confirmWithdrawal', arrived))).toBe(code.watcherDecides);
  house.watcher = 'down';
  await house.gateway.harness.internal('funding.watched', { network: 'ERC20', state: 'ill' }, 'ill');
  const asked = accepted(await grace.call('confirmWithdrawal', arrived));
  expect(asked.state).toBe('waiting');
  await mallory.stepUp();
  const approve = { path: { id: asked.request }, body: { verdict: 'approve', reason: 'seen' } };
  expect(codeOf(await mallory.call('decideRequest', approve))).toBe(code.approverMayNotPay);
  await otto.stepUp();
  expect(codeOf(await otto.call('decideRequest', approve))).toBe(200);
  const { batch: view } = accepted(await grace.call('getPayoutBatch', { path: { id: batch.id } }));
  expect(view).toMatchObject({ open: 0, confirmed: 1, failed: 0 });
});
