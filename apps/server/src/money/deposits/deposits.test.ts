import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { expect, test } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import {
  addressOfUser,
  type Fields,
  FundingFixture,
  HASH,
  HASH_2,
  OTHER,
  USER,
} from '../funding/testing/funding-fixture.ts';
import type { Deposit } from './rows.ts';

const idOf = (answer: Parameters<typeof accepted>[0]): number => accepted<{ id: number }>(answer).id;
const deposits = (fixture: FundingFixture): Deposit[] => fixture.rows<Deposit>('deposits');

test('a transfer that nobody reported is confirmed, reviewed and credited with its value', async () => {
  const fixture = await FundingFixture.start();
  const id = idOf(await fixture.seen(USER, { asset: 'ETH', amount: '2' }));
  expect(fixture.row<Deposit>('deposits', id)).toMatchObject({ state: 'confirming', claimed: null, arrived: '2' });
  await fixture.confirmed(USER, { confirmations: 3 });
  expect(fixture.row<Deposit>('deposits', id)).toMatchObject({ state: 'confirming', confirmations: 3 });
  await fixture.confirmed(USER);
  expect(fixture.row<Deposit>('deposits', id).state).toBe('reviewing');
  expect(fixture.real(USER, 'available', 'ETH')).toBe(0n);
  accepted(await fixture.reviewDeposit(USER, id));
  expect(fixture.row<Deposit>('deposits', id)).toMatchObject({ state: 'approved', credited: '2', value_usdt: '6400' });
  expect(fixture.real(USER, 'available', 'ETH')).toBe(amountOf('2'));
  expect(fixture.real('house', 'external', 'ETH')).toBe(-amountOf('2'));
  fixture.expectConserved();
});

test('a report joins its transfer by hash, whichever came first, and credited is what arrived', async () => {
  for (const first of ['claim', 'seen'] as const) {
    const fixture = await FundingFixture.start();
    const steps = { claim: () => fixture.claim(USER, { amount: '900' }), seen: () => fixture.seen(USER) };
    await steps[first]();
    await steps[first === 'claim' ? 'seen' : 'claim']();
    expect(deposits(fixture)).toHaveLength(1);
    const id = deposits(fixture)[0]?.id ?? 0;
    await fixture.confirmed(USER);
    accepted(await fixture.reviewDeposit(USER, id));
    expect(fixture.row<Deposit>('deposits', id)).toMatchObject({ claimed: '900', credited: '500' });
    expect(fixture.real(USER, 'available')).toBe(amountOf('500'));
    fixture.expectConserved();
  }
});

const REFUSED_CLAIMS: readonly (readonly [string, Fields, number])[] = [
  ['an unknown coin', { asset: 'DOGE' }, code.networkUnsupported],
  ['no network', { network: null }, code.networkUnsupported],
  ['a bank that is not configured', { method: 'bank', network: null }, code.networkUnsupported],
  ['nothing', { amount: '0' }, code.outOfRange],
  ['less than nothing', { amount: '-500' }, code.outOfRange],
  ['more than there can be', { amount: '1e30' }, code.outOfRange],
  ['neither hash nor image', { hash: null }, code.imageRequired],
  ['too little', { amount: '119.99999999' }, code.belowDepositMinimum],
];
test.each(REFUSED_CLAIMS)('a report with %s is refused', async (_name, fields, expected) => {
  const fixture = await FundingFixture.start();
  expect((await fixture.claim(USER, fields)).code).toBe(expected);
  expect(deposits(fixture)).toEqual([]);
});

test('one hash is one report: for its owner, and for a thief', async () => {
  const fixture = await FundingFixture.start();
  idOf(await fixture.claim(USER));
  expect((await fixture.claim(USER)).code).toBe(code.transferClaimed);
  expect((await fixture.claim(OTHER)).code).toBe(code.transferClaimed);
});

test('whoever reports somebody else’s transfer gets nothing, and its owner everything', async () => {
  const fixture = await FundingFixture.start();
  const stolen = idOf(await fixture.claim(OTHER));
  const own = idOf(await fixture.seen(USER));
  expect(fixture.row<Deposit>('deposits', stolen)).toMatchObject({ state: 'rejected', reason: 'notYours' });
  await fixture.confirmed(USER);
  accepted(await fixture.reviewDeposit(USER, own));
  expect(fixture.real(USER, 'available')).toBe(amountOf('500'));
  expect(fixture.real(OTHER, 'available')).toBe(0n);
  expect((await fixture.reviewDeposit(OTHER, stolen, { arrived: '500' })).code).toBe(code.orderAlreadyFinal);
  fixture.expectConserved();
});

test('a watcher cannot credit somebody whose address it was not', async () => {
  const fixture = await FundingFixture.start();
  expect((await fixture.seen(OTHER, { address: addressOfUser(USER) })).code).toBe(code.networkUnsupported);
  expect((await fixture.seen(USER, { asset: 'DOGE' })).code).toBe(code.networkUnsupported);
  expect((await fixture.seen(USER, { amount: '-1' })).code).toBe(code.outOfRange);
});

test('what a watcher tells of a transfer under another person moves nobody’s money', async () => {
  const fixture = await FundingFixture.start();
  await fixture.set('deposit.auto_credit_usdt', '1000');
  const id = idOf(await fixture.seen(USER));
  expect((await fixture.confirmed(OTHER)).code).toBe(code.nothingFound);
  expect(fixture.row<Deposit>('deposits', id).state).toBe('confirming');
  accepted(await fixture.confirmed(USER));
  expect((await fixture.vanished(OTHER)).code).toBe(code.nothingFound);
  expect(fixture.real(USER, 'available')).toBe(amountOf('500'));
  fixture.expectConserved();
});

test('what a watcher tells twice happens once', async () => {
  const fixture = await FundingFixture.start();
  await fixture.set('deposit.auto_credit_usdt', '1000');
  const id = idOf(await fixture.seen(USER));
  expect(idOf(await fixture.seen(USER))).toBe(id);
  expect(idOf(await fixture.seen(USER, { block: 101 }))).toBe(id);
  for (let again = 0; again < 3; again += 1) accepted(await fixture.confirmed(USER));
  expect(fixture.real(USER, 'available')).toBe(amountOf('500'));
  for (let again = 0; again < 3; again += 1) accepted(await fixture.vanished(USER));
  expect(fixture.real(USER, 'held')).toBe(amountOf('500'));
  expect(fixture.rows('deposit_alarms')).toHaveLength(1);
  for (let again = 0; again < 3; again += 1) accepted(await fixture.confirmed(USER));
  expect(fixture.real(USER, 'available')).toBe(amountOf('500'));
  fixture.expectConserved();
});

test.each([
  ['up to the limit', '500', '500', 'approved'],
  ['above the limit', '500', '499.99', 'reviewing'],
  ['with the limit off', '500', '0', 'reviewing'],
  ['below the minimum', '119', '1000', 'reviewing'],
])('%s: %s against %s is %s', async (_name, amount, limit, state) => {
  const fixture = await FundingFixture.start();
  await fixture.set('deposit.auto_credit_usdt', limit);
  const id = idOf(await fixture.seen(USER, { amount }));
  await fixture.confirmed(USER);
  expect(fixture.row<Deposit>('deposits', id).state).toBe(state);
});

test('nothing is credited by itself to a frozen person', async () => {
  const fixture = await FundingFixture.start();
  await fixture.set('deposit.auto_credit_usdt', '100000');
  const id = idOf(await fixture.seen(USER));
  accepted(await fixture.freezePerson(USER));
  await fixture.confirmed(USER);
  expect(fixture.row<Deposit>('deposits', id).state).toBe('reviewing');
  expect((await fixture.claim(USER, { hash: HASH_2 })).code).toBe(code.userStatusWrong);
});

test('a transfer that vanishes before its credit fails, and may come back', async () => {
  const fixture = await FundingFixture.start();
  const id = idOf(await fixture.seen(USER));
  await fixture.vanished(USER);
  expect(fixture.row<Deposit>('deposits', id)).toMatchObject({ state: 'failed', reason: 'vanished' });
  await fixture.seen(USER, { block: 120 });
  await fixture.confirmed(USER);
  accepted(await fixture.reviewDeposit(USER, id));
  expect(fixture.real(USER, 'available')).toBe(amountOf('500'));
  fixture.expectConserved();
});

test('a credit that vanishes is frozen as far as it is there; the rest is owed and stops withdrawals', async () => {
  const fixture = await FundingFixture.start();
  const id = await fixture.deposit(USER, '500', { hash: HASH });
  accepted(await fixture.request(USER, { amount: '200' }));
  accepted(await fixture.vanished(USER));
  expect(fixture.row<Deposit>('deposits', id)).toMatchObject({ frozen: '300', owed: '200' });
  expect(fixture.real(USER, 'available')).toBe(0n);
  expect(fixture.rows('deposit_alarms')).toHaveLength(1);
  await fixture.deposit(USER, '400');
  expect((await fixture.request(USER)).code).toBe(code.depositOwed);
  fixture.expectConserved();
  accepted(await fixture.confirmed(USER));
  expect(fixture.row<Deposit>('deposits', id)).toMatchObject({ frozen: '0', owed: '0' });
  expect(fixture.rows<{ closed_by: number | null }>('deposit_alarms')[0]?.closed_by).not.toBeNull();
  accepted(await fixture.request(USER));
  fixture.expectConserved();
});

test('two persons take back what never came; what is missing stays owed', async () => {
  const fixture = await FundingFixture.start();
  const id = await fixture.deposit(USER, '500', { hash: HASH });
  const out = idOf(await fixture.request(USER, { amount: '200' }));
  accepted(await fixture.vanished(USER));
  const request = accepted<{ state: string; request: number }>(
    await fixture.operate(USER, 'deposits.resolve', { id, outcome: 'reverse' }),
  );
  expect(request.state).toBe('waiting');
  expect((await fixture.decide(USER, request.request, 'approve', 0)).code).toBe(code.ownRequest);
  accepted(await fixture.decide(USER, request.request));
  expect(fixture.row<Deposit>('deposits', id)).toMatchObject({
    state: 'failed',
    frozen: '0',
    owed: '200',
    credited: '200',
  });
  // The rest is still in a withdrawal, which nobody may approve now.
  expect((await fixture.reviewWithdrawal(USER, out)).code).toBe(code.depositOwed);
  accepted(await fixture.command(USER, 'withdrawals.cancel', { id: out }));
  const second = accepted<{ request: number }>(
    await fixture.operate(USER, 'deposits.resolve', { id, outcome: 'reverse' }),
  );
  accepted(await fixture.decide(USER, second.request));
  expect(fixture.row<Deposit>('deposits', id)).toMatchObject({ owed: '0', credited: '0' });
  expect(fixture.real('house', 'external')).toBe(0n);
  fixture.expectConserved();
});

const REFUSED_REVIEWS: readonly (readonly [string, Fields, number])[] = [
  ['a rejection without its reason', { decision: 'reject' }, code.fieldRequired],
  ['an approval without what arrived', { arrived: null }, code.fieldRequired],
  ['nothing as what arrived', { arrived: '0' }, code.fieldRequired],
  ['less than nothing as what arrived', { arrived: '-5' }, code.fieldRequired],
];
test.each(REFUSED_REVIEWS)('of a report that no watcher saw, %s is refused', async (_name, fields, expected) => {
  const fixture = await FundingFixture.start();
  const id = idOf(await fixture.claim(USER));
  expect((await fixture.reviewDeposit(USER, id, fields)).code).toBe(expected);
});

test('a reviewer credits by hash what no watcher saw, and a watcher that sees it later credits nothing more', async () => {
  const fixture = await FundingFixture.start();
  const id = idOf(await fixture.claim(USER));
  accepted(await fixture.reviewDeposit(USER, id, { arrived: '500' }));
  accepted(await fixture.seen(USER));
  accepted(await fixture.confirmed(USER));
  expect(fixture.real(USER, 'available')).toBe(amountOf('500'));
  expect(deposits(fixture)).toHaveLength(1);
  expect(fixture.rows('deposit_alarms')).toEqual([]);
  fixture.expectConserved();
});

test('a reviewer’s figure that differs from the chain’s raises an alarm', async () => {
  const fixture = await FundingFixture.start();
  const id = idOf(await fixture.claim(USER));
  accepted(await fixture.reviewDeposit(USER, id, { arrived: '5000' }));
  accepted(await fixture.seen(USER));
  expect(fixture.rows('deposit_alarms')).toMatchObject([{ kind: 'amountDiffers', amount: '500' }]);
});

test('of a transfer that a watcher saw, nobody else says how much it was', async () => {
  const fixture = await FundingFixture.start();
  const id = idOf(await fixture.seen(USER));
  expect((await fixture.reviewDeposit(USER, id)).code).toBe(code.transferUnconfirmed);
  await fixture.confirmed(USER);
  expect((await fixture.reviewDeposit(USER, id, { arrived: '5000' })).code).toBe(code.unknownField);
  accepted(await fixture.reviewDeposit(USER, id));
  expect((await fixture.reviewDeposit(USER, id, {}, 1)).code).toBe(code.orderAlreadyFinal);
  expect((await fixture.reviewDeposit(OTHER, id)).code).toBe(code.nothingFound);
  expect(fixture.real(USER, 'available')).toBe(amountOf('500'));
});

test('a rejected report gives its hash back; a rejected transfer keeps it', async () => {
  const fixture = await FundingFixture.start();
  const rejection = { decision: 'reject', rejection: 'notFound' };
  const claimed = idOf(await fixture.claim(USER));
  accepted(await fixture.reviewDeposit(USER, claimed, rejection));
  idOf(await fixture.claim(OTHER));
  const seen = idOf(await fixture.seen(USER, { hash: HASH_2 }));
  await fixture.confirmed(USER, { hash: HASH_2 });
  accepted(await fixture.reviewDeposit(USER, seen, rejection));
  expect((await fixture.claim(OTHER, { hash: HASH_2 })).code).toBe(code.transferClaimed);
});

test('a bank transfer becomes USDT at the mid of the review', async () => {
  const fixture = await FundingFixture.start();
  await fixture.set('deposit.bank', { holder: 'House', iban: 'DE89370400440532013000' });
  const claim = { method: 'bank', network: null, hash: null, proof: 'A'.repeat(20), amount: '1000' };
  const id = idOf(await fixture.claim(USER, claim));
  accepted(await fixture.reviewDeposit(USER, id, { arrived: '999.99', hash: 'REF 1' }));
  expect(fixture.row<Deposit>('deposits', id)).toMatchObject({
    currency: 'EUR',
    currency_amount: '999.99',
    credited: '1099.989',
    tick: { code: 'EURUSD' },
  });
  fixture.expectConserved();
});

test('an address belongs to one person for ever', async () => {
  const fixture = await FundingFixture.start();
  const body = { family: 'evm', address: addressOfUser(USER), memo: '', path: OTHER, keyDigest: '' };
  expect((await fixture.command(OTHER, 'deposits.publish', body)).code).toBe(code.networkUnsupported);
  const again = accepted<{ seq: number }>(await fixture.publish(USER));
  expect(accepted<{ seq: number }>(await fixture.publish(USER))).toEqual(again);
});

test('a restart between report, transfer and review changes nothing; what is over leaves memory, not its hash', async () => {
  const fixture = await FundingFixture.start();
  const id = idOf(await fixture.claim(USER));
  await fixture.restart();
  await fixture.seen(USER);
  await fixture.restart();
  await fixture.confirmed(USER);
  await fixture.restart();
  accepted(await fixture.reviewDeposit(USER, id));
  await fixture.harness.wait(SHIPPED['deposits.settleMs'] + 1);
  expect(fixture.row<Deposit>('deposits', id).settled).toBe(true);
  await fixture.restart();
  expect((await fixture.claim(OTHER)).code).toBe(code.transferClaimed);
  expect((await fixture.seen(USER)).code).toBe(code.transferClaimed);
  expect((await fixture.vanished(USER)).code).toBe(code.nothingFound);
  expect(fixture.real(USER, 'available')).toBe(amountOf('500'));
  fixture.expectConserved();
});

test('at most twenty reports of one person wait', async () => {
  const fixture = await FundingFixture.start();
  for (let index = 0; index < 20; index += 1) {
    accepted(await fixture.claim(USER, { hash: `0x${String(index).padStart(64, '0')}` }));
  }
  expect((await fixture.claim(USER)).code).toBe(code.tooManyRequestsWaiting);
});
