import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAnswer } from '../http/testing/gateway.ts';
import { accepted, TEST_MASTER, type TestOperator } from '../http/testing/operator-gateway.ts';
import type { Json } from '../kernel/core/types.ts';
import { PrivateDetails } from '../money/funding/private-details.ts';
import { alarmsOf } from '../operator/dashboard/alarms.ts';
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

const stampOf = ({ id, name }: TestOperator): Json => ({
  operator: id,
  session: id,
  device: name,
  credential: name,
  address: 'test',
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

const editedPayee = (id: number, address: string) =>
  database.pool.query('update withdrawals set address = $2 where id = $1', [id, address]);
const alteredIds = async (by: TestOperator): Promise<readonly number[]> =>
  accepted(await by.call('listFundingAlarms'))
    .filter(({ kind }: { kind: string }) => kind === 'altered')
    .map(({ subjectId }: { subjectId: number }) => subjectId);

test('an address changed before the approval is approved by nobody, alone or as the second person', async () => {
  const id = ids[1]!;
  const { item } = accepted(await otto.call('getWithdrawalCase', { path: { id } }));
  const approval = { path: { id: item.request }, body: { verdict: 'approve', reason: 'known customer' } };
  await otto.stepUp();
  await editedPayee(id, THIEF);
  expect(codeOf(await otto.call('decideRequest', approval))).toBe(code.payoutAltered);
  expect(await alteredIds(grace)).toEqual([id]);
  const alone = { path: { id }, body: { decision: 'approve', reason: 'known customer' } };
  await grace.stepUp();
  expect(codeOf(await grace.call('reviewWithdrawal', alone))).toBe(code.payoutAltered);
  // Put back, it is what the person entered.
  await editedPayee(id, ADDRESS);
  expect(accepted(await otto.call('decideRequest', approval)).state).toBe('approved');
  expect(await alteredIds(grace)).toEqual([]);
});

const DAY_MS = 86_400_000;
/** Alarms of edited requests, as they are some time from now. */
const tampered = async (afterMs = 0) =>
  (await alarmsOf(database.pool, house.gateway.clock.now() + afterMs))
    .filter(({ kind }) => kind === 'requestAltered')
    .map(({ since: _, ...alarm }) => alarm);

test('a request that was edited in the database is approved by nobody, whatever it is about', async () => {
  const { item } = accepted(await otto.call('getWithdrawalCase', { path: { id: ids[2]! } }));
  const approval = { path: { id: item.request }, body: { verdict: 'approve', reason: 'known customer' } };
  const edits = [
    ['subject', `'withdrawal 1'`],
    ['body', `jsonb_set(body, '{id}', '${ids[3]}')`],
    ['after', `jsonb_set(after, '{amount}', '"1"')`],
    ['type', `'withdrawals.void'`],
  ] as const;
  await otto.stepUp();
  for (const [column, value] of edits) {
    await database.pool.query(`create table kept as select * from operator_requests where id = ${item.request}`);
    await database.pool.query(`update operator_requests set ${column} = ${value} where id = $1`, [item.request]);
    expect(codeOf(await otto.call('decideRequest', approval)), column).toBe(code.requestAltered);
    await database.pool.query(`update operator_requests r set ${column} = k.${column} from kept k where r.id = k.id`);
    await database.pool.query('drop table kept');
  }
  expect(await tampered()).toEqual([{ kind: 'requestAltered', subject: String(item.request), count: edits.length }]);
  expect(accepted(await otto.call('decideRequest', approval)).state).toBe('approved');
  // Somebody wrote into the database: the alarm outlives the decision by a week.
  expect(await tampered(6 * DAY_MS)).toHaveLength(1);
  expect(await tampered(8 * DAY_MS)).toEqual([]);
});

test('a bank account changed in the database is approved by nobody', async () => {
  const details = new PrivateDetails(database.pool, TEST_MASTER, () => 'a nonce');
  const account = { holder: 'Anna Example', accountNumber: 'DE89370400440532013000', bank: 'Bank', bic: null };
  const own = await details.keep(USER, account, house.gateway.clock.now());
  const otherDetails = await details.keep(
    USER,
    { ...account, accountNumber: 'GB82WEST12345698765432' },
    house.gateway.clock.now(),
  );
  const submitted = { level: 'basic', submission: 'submission', digest: 'ab' };
  await house.submit(USER, 'kyc.submit', submitted);
  await otto.stepUp();
  const [{ id: holderCase }] = (
    await database.pool.query<{ id: number }>('select id from kyc_cases where user_id = $1', [USER])
  ).rows as [{ id: number }];
  const verdict = { case: holderCase, decision: 'verify', code: null, refused: [], noteDigest: null };
  await house.submit(USER, 'kyc.review', { ...verdict, by: stampOf(otto), reason: 'seen' });
  await house.gateway.harness.tick(110_000, 1, 'EURUSD');
  const { id } = await house.submit(USER, 'withdrawals.request', {
    method: 'bank',
    asset: 'USDT',
    network: null,
    address: null,
    details: own,
    account: 'acc',
    holderCase,
    amount: '20000',
    confirmedWith: 'totp',
  });
  const approve = { path: { id: id as number }, body: { decision: 'approve', reason: 'known customer' } };
  const edited = (digest: string) =>
    database.pool.query('update withdrawals set details = $2 where id = $1', [id, digest]);
  await mallory.stepUp();
  await edited(otherDetails);
  await house.gateway.harness.tick(110_000, 1, 'EURUSD');
  expect(codeOf(await mallory.call('reviewWithdrawal', approve))).toBe(code.payoutAltered);
  expect(await alteredIds(grace)).toEqual([id]);
  await edited(own);
  const request = accepted(await mallory.call('reviewWithdrawal', approve));
  expect(request.state).toBe('waiting');
  const approval = { path: { id: request.request }, body: { verdict: 'approve', reason: 'known customer' } };
  await database.pool.query(
    'update private_details set sealed = (select sealed from private_details where digest = $2) where digest = $1',
    [own, otherDetails],
  );
  await otto.stepUp();
  await house.gateway.harness.tick(110_000, 1, 'EURUSD');
  expect(codeOf(await otto.call('decideRequest', approval))).toBe(code.payoutAltered);
  expect(await alteredIds(grace)).toEqual([id]);
});

test('a second file takes two persons who declare the first void', async () => {
  const [batch] = accepted(await grace.call('listPayoutBatches')).items;
  const exported = { path: { id: batch.id }, body: { format: 'safe', reason: 'once more' } };
  expect(codeOf(await grace.call('exportPayoutBatch', exported))).toBe(code.payoutInFile);
  const request = accepted(await grace.call('voidPayoutFile', { path: { number: 1 }, body: { reason: 'lost' } }));
  expect(request.state).toBe('waiting');
  expect(codeOf(await grace.call('exportPayoutBatch', exported))).toBe(code.payoutInFile);
  const [file] = accepted(await grace.call('getPayoutBatch', { path: { id: batch.id } })).files;
  expect(file).toMatchObject({ number: 1, madeBy: 'grace', voidedAt: null, request: request.request });
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
  const request = accepted(await grace.call('confirmWithdrawal', arrived));
  expect(request.state).toBe('waiting');
  await mallory.stepUp();
  const approve = { path: { id: request.request }, body: { verdict: 'approve', reason: 'seen' } };
  expect(codeOf(await mallory.call('decideRequest', approve))).toBe(code.approverMayNotPay);
  await otto.stepUp();
  expect(codeOf(await otto.call('decideRequest', approve))).toBe(200);
  const { batch: view } = accepted(await grace.call('getPayoutBatch', { path: { id: batch.id } }));
  expect(view).toMatchObject({ open: 0, confirmed: 1, failed: 0 });
});
