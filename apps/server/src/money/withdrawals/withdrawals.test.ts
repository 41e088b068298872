import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { expect, test } from 'vitest';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import {
  addressOfUser,
  DESTINATION,
  type Fields,
  FundingFixture,
  HASH,
  OTHER,
  USER,
} from '../funding/testing/funding-fixture.ts';
import type { Withdrawal } from './rows.ts';

const HOUR_MS = 3_600_000;
const idOf = (answer: Parameters<typeof accepted>[0]): number => accepted<{ id: number }>(answer).id;

async function funded(amount = '1000'): Promise<FundingFixture> {
  const fixture = await FundingFixture.start();
  await fixture.deposit(USER, amount);
  return fixture;
}
const row = (fixture: FundingFixture, id: number): Withdrawal => fixture.row<Withdrawal>('withdrawals', id);
const sent = (fixture: FundingFixture, id: number, hash = HASH, operator: 0 | 1 = 0) =>
  fixture.operate(USER, 'withdrawals.sent', { id, hash }, operator);

test('held at the request, gone with its fee when it is sent, over when the watcher confirms', async () => {
  const fixture = await funded();
  const id = idOf(await fixture.request(USER));
  expect(row(fixture, id)).toMatchObject({ state: 'pending', amount: '100', fee: '2', received: '98' });
  expect([fixture.real(USER, 'available'), fixture.real(USER, 'held')]).toEqual([amountOf('900'), amountOf('100')]);
  accepted(await fixture.reviewWithdrawal(USER, id));
  accepted(await fixture.operate(0, 'withdrawals.batch', { ids: [id] }));
  accepted(await sent(fixture, id));
  expect([fixture.real(USER, 'held'), fixture.real('house', 'fees')]).toEqual([0n, amountOf('2')]);
  expect(fixture.real('house', 'external')).toBe(-amountOf('902'));
  const confirmed = { id, hash: HASH, outcome: 'confirmed' };
  expect((await fixture.command(USER, 'withdrawals.confirmed', { ...confirmed, hash: 'other' })).code).toBe(
    code.nothingFound,
  );
  accepted(await fixture.command(USER, 'withdrawals.confirmed', confirmed));
  expect(row(fixture, id)).toMatchObject({ state: 'confirmed', tx_hash: HASH });
  expect(row(fixture, id).steps.map(({ step }) => step)).toEqual([
    'requested',
    'approved',
    'prepared',
    'sent',
    'confirmed',
  ]);
  fixture.expectConserved();
});

const REFUSED: readonly (readonly [string, Fields, number])[] = [
  ['an unknown coin', { asset: 'DOGE' }, code.networkUnsupported],
  ['a network that does not carry it', { network: 'BTC' }, code.networkUnsupported],
  ['no network', { network: null }, code.networkUnsupported],
  ['no address', { address: null }, code.receivingAddressMissing],
  [
    'a coin by bank',
    { method: 'bank', asset: 'ETH', network: null, address: null, details: 'd' },
    code.networkUnsupported,
  ],
  ['a bank without its account', { method: 'bank', network: null, address: null }, code.bankAccountRequired],
  ['nothing', { amount: '0' }, code.outOfRange],
  ['less than nothing', { amount: '-100' }, code.outOfRange],
  ['more than there can be', { amount: `1${'0'.repeat(30)}` }, code.outOfRange],
  ['too little', { amount: '49.99999999' }, code.belowWithdrawalMinimum],
  ['our own address', { address: addressOfUser(OTHER) }, code.addressIsOurs],
  [
    'our own address in capitals',
    { address: addressOfUser(OTHER).toUpperCase().replace('0X', '0x') },
    code.addressIsOurs,
  ],
  ['more than is available', { amount: '1000.00000001' }, code.balanceInsufficient],
];
test.each(REFUSED)('%s is refused', async (_name, fields, expected) => {
  const fixture = await funded();
  expect((await fixture.request(USER, fields)).code).toBe(expected);
  expect(fixture.rows('withdrawals')).toEqual([]);
  fixture.expectConserved();
});

test('a frozen person asks for nothing new, gets nothing approved, and may cancel', async () => {
  const fixture = await funded();
  const id = idOf(await fixture.request(USER));
  accepted(await fixture.freezePerson(USER));
  expect((await fixture.request(USER)).code).toBe(code.userStatusWrong);
  expect((await fixture.reviewWithdrawal(USER, id)).code).toBe(code.userStatusWrong);
  accepted(await fixture.command(USER, 'withdrawals.cancel', { id }));
  expect(fixture.real(USER, 'available')).toBe(amountOf('1000'));
  fixture.expectConserved();
});

const ENDINGS: readonly (readonly [string, (fixture: FundingFixture, id: number) => Promise<unknown>, string])[] = [
  ['cancelled', (fixture, id) => fixture.command(USER, 'withdrawals.cancel', { id }), 'cancelled'],
  [
    'rejected',
    (fixture, id) => fixture.reviewWithdrawal(USER, id, { decision: 'reject', rejection: 'sourceUnclear' }),
    'rejected',
  ],
  [
    'rejected after its approval',
    async (fixture, id) => {
      accepted(await fixture.reviewWithdrawal(USER, id));
      return fixture.reviewWithdrawal(USER, id, { decision: 'reject', rejection: 'other' });
    },
    'rejected',
  ],
  [
    'failed before it was sent',
    async (fixture, id) => {
      accepted(await fixture.reviewWithdrawal(USER, id));
      accepted(await fixture.operate(0, 'withdrawals.batch', { ids: [id] }));
      return fixture.operate(USER, 'withdrawals.failed', { id, rejection: 'networkFailure', note: null });
    },
    'failed',
  ],
];
test.each(ENDINGS)('%s: everything is free again in the same step', async (_name, end, state) => {
  const fixture = await funded();
  const id = idOf(await fixture.request(USER));
  accepted((await end(fixture, id)) as never);
  expect(row(fixture, id)).toMatchObject({ state });
  expect([fixture.real(USER, 'available'), fixture.real(USER, 'held')]).toEqual([amountOf('1000'), 0n]);
  // Nothing follows the end.
  expect((await fixture.command(USER, 'withdrawals.cancel', { id })).code).toBe(code.nothingFound);
  expect((await fixture.reviewWithdrawal(USER, id)).code).toBe(code.nothingFound);
  expect((await sent(fixture, id)).code).toBe(code.nothingFound);
  fixture.expectConserved();
});

test('what was sent and came back is returned with its fee, on the word of two persons', async () => {
  const fixture = await funded();
  const id = idOf(await fixture.request(USER));
  accepted(await fixture.reviewWithdrawal(USER, id));
  accepted(await sent(fixture, id));
  const failed = { id, rejection: 'returned', note: null };
  const request = accepted<{ state: string; request: number }>(
    await fixture.operate(USER, 'withdrawals.failed', failed),
  );
  expect(request.state).toBe('waiting');
  expect(row(fixture, id).state).toBe('sent');
  accepted(await fixture.decide(USER, request.request));
  expect(row(fixture, id).state).toBe('failed');
  expect(fixture.real(USER, 'available')).toBe(amountOf('1000'));
  expect(fixture.real('house', 'fees')).toBe(0n);
  fixture.expectConserved();
});

test('cancel after approval, approval after cancel, batch twice, sent twice: the first one counts', async () => {
  const fixture = await funded();
  const first = idOf(await fixture.request(USER));
  accepted(await fixture.reviewWithdrawal(USER, first));
  expect((await fixture.command(USER, 'withdrawals.cancel', { id: first })).code).toBe(code.orderAlreadyFinal);
  expect((await fixture.reviewWithdrawal(USER, first, {}, 1)).code).toBe(code.orderAlreadyFinal);
  accepted(await fixture.operate(0, 'withdrawals.batch', { ids: [first] }));
  expect((await fixture.operate(0, 'withdrawals.batch', { ids: [first] })).code).toBe(code.orderAlreadyFinal);
  const rejection = { decision: 'reject', rejection: 'other' };
  expect((await fixture.reviewWithdrawal(USER, first, rejection)).code).toBe(code.orderAlreadyFinal);
  accepted(await sent(fixture, first));
  expect((await sent(fixture, first)).code).toBe(code.orderAlreadyFinal);
  const second = idOf(await fixture.request(USER));
  accepted(await fixture.command(USER, 'withdrawals.cancel', { id: second }));
  expect((await fixture.reviewWithdrawal(USER, second)).code).toBe(code.nothingFound);
  expect((await fixture.command(OTHER, 'withdrawals.cancel', { id: first })).code).toBe(code.nothingFound);
  fixture.expectConserved();
});

test('above the limit a second person approves, by another operator, session, device and credential', async () => {
  const fixture = await funded('20000');
  const id = idOf(await fixture.request(USER, { amount: '10000.01' }));
  const request = accepted<{ state: string; request: number }>(await fixture.reviewWithdrawal(USER, id));
  expect(request.state).toBe('waiting');
  expect(row(fixture, id).state).toBe('pending');
  expect((await fixture.decide(USER, request.request, 'approve', 0)).code).toBe(code.ownRequest);
  const disguised = { ...fixture.stamp(1), credential: fixture.stamp(0).credential };
  const same = { by: disguised, reason: 'me again', request: request.request, verdict: 'approve' };
  expect((await fixture.command(USER, 'request.decide', same)).code).toBe(code.ownRequest);
  accepted(await fixture.decide(USER, request.request));
  expect(row(fixture, id).state).toBe('approved');
  expect((await fixture.decide(USER, request.request)).code).toBe(code.requestNotOpen);
});

test('cancelled while a second person is asked: the approval comes too late', async () => {
  const fixture = await funded('20000');
  const id = idOf(await fixture.request(USER, { amount: '15000' }));
  const { request } = accepted<{ request: number }>(await fixture.reviewWithdrawal(USER, id));
  accepted(await fixture.command(USER, 'withdrawals.cancel', { id }));
  expect((await fixture.decide(USER, request)).code).toBe(code.nothingFound);
  expect(fixture.real(USER, 'available')).toBe(amountOf('20000'));
});

test('at the limit one person is enough', async () => {
  const fixture = await funded('20000');
  const id = idOf(await fixture.request(USER, { amount: '10000' }));
  expect(accepted<{ state: string }>(await fixture.reviewWithdrawal(USER, id)).state).toBe('done');
});

test('the fee is a share rounded up, at least the minimum, and takes what the network cannot express', async () => {
  const fixture = await funded('5000');
  const id = idOf(await fixture.request(USER, { amount: '1234.56789012' }));
  // 0.2 % is 2.46913579 rounded up; 1232.09875433 is cut to the six decimals of the network.
  expect(row(fixture, id)).toMatchObject({ received: '1232.098754', fee: '2.46913612' });
});

test('the lock is at once, unlocking takes a day, and new addresses wait', async () => {
  const fixture = await funded();
  const address = { asset: 'USDT', network: 'ERC20', address: DESTINATION, label: 'digest' };
  accepted(await fixture.command(USER, 'withdrawals.lock', { locked: true }));
  expect((await fixture.request(USER)).code).toBe(code.addressNotWhitelisted);
  const id = idOf(await fixture.command(USER, 'withdrawals.addAddress', address));
  expect(idOf(await fixture.command(USER, 'withdrawals.addAddress', address))).toBe(id);
  expect((await fixture.request(USER)).code).toBe(code.addressWaiting);
  await fixture.harness.wait(24 * HOUR_MS);
  accepted(await fixture.request(USER));
  const elsewhere = { address: '0x000000000000000000000000000000000000cAFE' };
  expect((await fixture.request(USER, elsewhere)).code).toBe(code.addressNotWhitelisted);
  accepted(await fixture.command(USER, 'withdrawals.lock', { locked: false }));
  expect((await fixture.request(USER, elsewhere)).code).toBe(code.addressNotWhitelisted);
  await fixture.restart();
  await fixture.harness.wait(24 * HOUR_MS);
  accepted(await fixture.request(USER, elsewhere));
  expect((await fixture.command(OTHER, 'withdrawals.removeAddress', { id })).code).toBe(code.nothingFound);
  accepted(await fixture.command(USER, 'withdrawals.removeAddress', { id }));
});

test('locking again takes an unlocking back', async () => {
  const fixture = await funded();
  for (const locked of [true, false, true]) accepted(await fixture.command(USER, 'withdrawals.lock', { locked }));
  await fixture.harness.wait(48 * HOUR_MS);
  expect((await fixture.request(USER)).code).toBe(code.addressNotWhitelisted);
});

test('a deposit address is no address of the book', async () => {
  const fixture = await funded();
  const address = { asset: 'USDT', network: 'ERC20', address: addressOfUser(OTHER), label: 'digest' };
  expect((await fixture.command(USER, 'withdrawals.addAddress', address)).code).toBe(code.addressIsOurs);
});

test('a payout without a confirmation is reported after the hours of the parameter, once', async () => {
  const fixture = await funded();
  const id = idOf(await fixture.request(USER));
  accepted(await fixture.reviewWithdrawal(USER, id));
  accepted(await sent(fixture, id));
  await fixture.harness.wait(6 * HOUR_MS - 1);
  expect(row(fixture, id).trouble).toBeNull();
  await fixture.restart();
  await fixture.harness.wait(1);
  expect(row(fixture, id).trouble).toBe('stuck');
  accepted(await fixture.command(USER, 'withdrawals.confirmed', { id, hash: HASH, outcome: 'confirmed' }));
  expect(row(fixture, id)).toMatchObject({ state: 'confirmed', trouble: null });
});

test('a transaction that did not pay is trouble, and stays it until a person decides', async () => {
  const fixture = await funded();
  const id = idOf(await fixture.request(USER));
  accepted(await fixture.reviewWithdrawal(USER, id));
  accepted(await sent(fixture, id));
  accepted(await fixture.command(USER, 'withdrawals.confirmed', { id, hash: HASH, outcome: 'wrong' }));
  expect(row(fixture, id)).toMatchObject({ state: 'sent', trouble: 'reverted' });
});

test('by bank, the currency is fixed at the request and rounded down to a cent', async () => {
  const fixture = await funded();
  const id = idOf(
    await fixture.request(USER, {
      method: 'bank',
      network: null,
      address: null,
      details: 'd'.repeat(64),
      amount: '200',
    }),
  );
  expect(row(fixture, id)).toMatchObject({
    received: '198',
    currency: 'EUR',
    currency_amount: '180',
    tick: { code: 'EURUSD' },
  });
});

const BANK: Fields = { method: 'bank', network: null, address: null, details: 'd'.repeat(64), amount: '200' };

test('by bank only to whom the identity check names that counts now, whatever the caller says', async () => {
  const fixture = await funded();
  await fixture.adoptRules();
  const ask = async (fields: Fields = {}) => (await fixture.request(USER, { ...BANK, ...fields })).code;
  expect(await ask()).toBe(code.notVerified);
  expect(await ask({ holderCase: 1 })).toBe(code.notVerified);
  const others = await fixture.verify(OTHER);
  const first = await fixture.verify(USER);
  expect(await ask()).toBe(code.bankHolderWrong);
  expect(await ask({ holderCase: others })).toBe(code.bankHolderWrong);
  expect(await ask({ holderCase: first })).toBe(200);
  // Taken back and verified anew, perhaps by another name: the old comparison says nothing.
  await fixture.takeBack(USER, first);
  expect(await ask({ holderCase: first })).toBe(code.notVerified);
  const second = await fixture.verify(USER);
  expect(await ask({ holderCase: first })).toBe(code.bankHolderWrong);
  expect(await ask({ holderCase: second })).toBe(200);
  fixture.expectConserved();
});

test('a bank transfer is neither approved nor prepared once its holder is not verified any more', async () => {
  const fixture = await funded();
  await fixture.adoptRules();
  const first = await fixture.verify(USER);
  const waiting = idOf(await fixture.request(USER, { ...BANK, holderCase: first }));
  const approved = idOf(await fixture.request(USER, { ...BANK, holderCase: first }));
  const crypto = idOf(await fixture.request(USER));
  accepted(await fixture.reviewWithdrawal(USER, approved));
  await fixture.takeBack(USER, first);
  const blocked = async (): Promise<void> => {
    expect((await fixture.reviewWithdrawal(USER, waiting)).code).toBe(code.notVerified);
    expect((await fixture.operate(0, 'withdrawals.batch', { ids: [approved] })).code).toBe(code.notVerified);
  };
  await blocked();
  await fixture.restart();
  fixture.harness.now += 1;
  await fixture.verify(USER);
  await blocked();
  // Chains know no names; and a refusal is always possible.
  accepted(await fixture.reviewWithdrawal(USER, crypto));
  for (const id of [waiting, approved])
    accepted(await fixture.reviewWithdrawal(USER, id, { decision: 'reject', rejection: 'other' }));
  fixture.expectConserved();
});

test('a log from before names no identity check, and replays as it was', async () => {
  const fixture = await funded();
  accepted(await fixture.request(USER, BANK));
});

test('who may not pay cannot say that it was paid', async () => {
  const fixture = await funded();
  const added = await fixture.harness.internal(
    'operator.add',
    { name: 'support', roles: ['support'] },
    'operator:support',
  );
  const by = { ...fixture.stamp(0), operator: accepted<{ operator: number }>(added).operator };
  const id = idOf(await fixture.request(USER));
  const body = { id, by, reason: 'let me' };
  const approval = { ...body, decision: 'approve', rejection: null, note: null };
  expect((await fixture.command(USER, 'withdrawals.review', approval)).code).toBe(code.permissionDenied);
  accepted(await fixture.reviewWithdrawal(USER, id));
  expect((await fixture.command(USER, 'withdrawals.sent', { ...body, hash: HASH })).code).toBe(code.permissionDenied);
  expect((await fixture.command(0, 'withdrawals.batch', { ids: [id], by, reason: 'let me' })).code).toBe(
    code.permissionDenied,
  );
});

test('a batch is of one network, approved, and at most a hundred', async () => {
  const fixture = await funded();
  await fixture.deposit(USER, '1', { asset: 'ETH' });
  const first = idOf(await fixture.request(USER));
  const otherId = idOf(await fixture.request(USER, { asset: 'ETH', network: 'BASE', amount: '0.5' }));
  expect((await fixture.operate(0, 'withdrawals.batch', { ids: [first] })).code).toBe(code.orderAlreadyFinal);
  for (const id of [first, otherId]) accepted(await fixture.reviewWithdrawal(USER, id));
  expect((await fixture.operate(0, 'withdrawals.batch', { ids: [first, otherId] })).code).toBe(code.orderAlreadyFinal);
  expect((await fixture.operate(0, 'withdrawals.batch', { ids: [first, first] })).code).toBe(code.outOfRange);
  expect((await fixture.operate(0, 'withdrawals.batch', { ids: [] })).code).toBe(code.outOfRange);
  expect((await fixture.operate(0, 'withdrawals.batch', { ids: [999] })).code).toBe(code.nothingFound);
  accepted(await fixture.operate(0, 'withdrawals.batch', { ids: [first] }));
});

test('a restart between request and review changes nothing', async () => {
  const fixture = await funded();
  const id = idOf(await fixture.request(USER));
  await fixture.restart();
  accepted(await fixture.reviewWithdrawal(USER, id));
  await fixture.restart();
  accepted(await sent(fixture, id));
  expect(fixture.real(USER, 'available')).toBe(amountOf('900'));
  fixture.expectConserved();
});

test('at most twenty withdrawals of one person are under way', async () => {
  const fixture = await funded('2000');
  for (let index = 0; index < 20; index += 1) accepted(await fixture.request(USER, { amount: '50' }));
  expect((await fixture.request(USER, { amount: '50' })).code).toBe(code.tooManyRequestsWaiting);
});
