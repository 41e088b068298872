import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { describe, expect, test } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import type { CommandAnswer } from '../../kernel/core/types.ts';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { type Fields, FundingFixture, HASH, HASH_2, OTHER, USER } from '../funding/testing/funding-fixture.ts';
import type { Deposit, DepositFinding } from './rows.ts';

const idOf = (answer: CommandAnswer): number => accepted<{ id: number }>(answer).id;
const requestOf = (answer: CommandAnswer): number => {
  const { state, request } = accepted<{ state: string; request: number }>(answer);
  expect(state).toBe('waiting');
  return request;
};
const deposit = (fixture: FundingFixture, id: number): Deposit => fixture.row<Deposit>('deposits', id);

async function start(): Promise<FundingFixture> {
  const fixture = await FundingFixture.start();
  await fixture.adoptRules();
  return fixture;
}

const MEMO = { network: 'ERC20', arrived: '500' } as const;

describe('where no watcher saw the transfer', () => {
  test.each(['0.00000001', '500', '750000'])(
    'crediting %s takes a second person, who is nobody twice',
    async (arrived) => {
      const fixture = await start();
      const id = idOf(await fixture.claim(USER));
      const request = requestOf(await fixture.reviewDeposit(USER, id, { arrived }));
      expect(fixture.real(USER, 'available')).toBe(0n);
      expect((await fixture.decide(USER, request, 'approve', 0)).code).toBe(code.ownRequest);
      expect(fixture.real(USER, 'available')).toBe(0n);
      accepted(await fixture.decide(USER, request));
      expect(fixture.real(USER, 'available')).toBe(amountOf(arrived));
      fixture.expectConserved();
    },
  );

  test('what differs from the report is named where the second person reads it', async () => {
    const fixture = await start();
    const id = idOf(await fixture.claim(USER, { amount: '200' }));
    requestOf(await fixture.reviewDeposit(USER, id, { arrived: '750000' }));
    expect(fixture.rows('operator_requests')).toMatchObject([
      { type: 'deposits.review', after: { reported: '200', difference: '749800', credited: '750000', symbol: 'USDT' } },
    ]);
  });

  test('a payment is used once, whoever reported it and whichever output is named', async () => {
    const fixture = await start();
    const first = idOf(await fixture.claim(USER));
    const second = idOf(await fixture.claim(OTHER));
    const requests = [
      requestOf(await fixture.reviewDeposit(USER, first, { arrived: '500' })),
      requestOf(await fixture.reviewDeposit(OTHER, second, { arrived: '500' })),
    ] as const;
    accepted(await fixture.decide(USER, requests[0]));
    expect((await fixture.decide(OTHER, requests[1])).code).toBe(code.transferClaimed);
    expect((await fixture.reviewDeposit(OTHER, second, { arrived: '500', output: 4 })).code).toBe(code.transferClaimed);
    expect(fixture.real(OTHER, 'available')).toBe(0n);
    await fixture.harness.wait(SHIPPED['deposits.settleMs'] + 1);
    await fixture.restart();
    const later = idOf(await fixture.claim(OTHER, { hash: HASH_2 }));
    const again = await fixture.reviewDeposit(OTHER, later, { arrived: '500', hash: HASH });
    expect(again.code).toBe(code.transferClaimed);
  });

  test('the finding is kept for who looks later', async () => {
    const fixture = await start();
    const id = idOf(await fixture.claim(USER));
    const request = requestOf(await fixture.reviewDeposit(USER, id, { arrived: '500', output: 3 }));
    expect(fixture.rows('deposit_findings')).toEqual([]);
    accepted(await fixture.decide(USER, request));
    expect(fixture.rows<DepositFinding>('deposit_findings')).toMatchObject([
      { deposit: id, evidence: HASH, output: 3, amount: '500', watcher: 'none' },
    ]);
  });
});

describe('what a watcher saw', () => {
  test.each([null, '500', '500.00'])('is credited by one person, as the chain says: reported %s', async (amount) => {
    const fixture = await start();
    const claimed = amount === null ? undefined : idOf(await fixture.claim(USER, { amount }));
    const id = idOf(await fixture.seen(USER));
    expect(claimed ?? id).toBe(id);
    await fixture.confirmed(USER);
    expect(accepted<{ state: string }>(await fixture.reviewDeposit(USER, id)).state).toBe('done');
    expect(fixture.rows('evidence')).toMatchObject([{ key: `chain/ERC20/${HASH}/1`, subject: id, user_id: USER }]);
    expect(fixture.real(USER, 'available')).toBe(amountOf('500'));
    fixture.expectConserved();
  });

  test('takes a second person where it is not what was reported, and the difference stands on the case', async () => {
    const fixture = await start();
    const id = idOf(await fixture.claim(USER, { amount: '900' }));
    await fixture.seen(USER);
    await fixture.confirmed(USER);
    const request = requestOf(await fixture.reviewDeposit(USER, id));
    expect(fixture.rows('operator_requests')).toMatchObject([
      { after: { reported: '900', difference: '-400', credited: '500', symbol: 'USDT' } },
    ]);
    expect(fixture.real(USER, 'available')).toBe(0n);
    accepted(await fixture.decide(USER, request));
    expect(fixture.real(USER, 'available')).toBe(amountOf('500'));
    fixture.expectConserved();
  });

  test('takes a second person, and never credits itself, where it was told with two amounts', async () => {
    const fixture = await start();
    await fixture.set('deposit.auto_credit_usdt', '1000');
    const id = idOf(await fixture.seen(USER));
    await fixture.seen(USER, { amount: '700' });
    await fixture.seen(USER, { amount: '700' });
    expect(fixture.rows('deposit_alarms')).toMatchObject([{ kind: 'amountDiffers', deposit: id, amount: '700' }]);
    await fixture.confirmed(USER);
    expect(deposit(fixture, id).state).toBe('reviewing');
    accepted(await fixture.decide(USER, requestOf(await fixture.reviewDeposit(USER, id))));
    expect(fixture.real(USER, 'available')).toBe(amountOf('500'));
  });
});

describe('a hash claims nothing', () => {
  test('several report one, and the owner of the address is credited', async () => {
    const fixture = await start();
    const stolen = idOf(await fixture.claim(OTHER));
    const own = idOf(await fixture.claim(USER));
    expect((await fixture.claim(OTHER)).code).toBe(code.transferClaimed);
    expect(idOf(await fixture.seen(USER))).toBe(own);
    expect(deposit(fixture, stolen).state).toBe('pending');
    await fixture.confirmed(USER);
    expect(deposit(fixture, stolen)).toMatchObject({ state: 'rejected', reason: 'notYours' });
    accepted(await fixture.reviewDeposit(USER, own));
    expect(fixture.real(USER, 'available')).toBe(amountOf('500'));
    fixture.expectConserved();
  });

  test('reported after it was seen at the address of another, it waits and is never credited', async () => {
    const fixture = await start();
    idOf(await fixture.seen(USER));
    const stolen = idOf(await fixture.claim(OTHER));
    for (const output of [null, 1]) {
      const answer = await fixture.reviewDeposit(OTHER, stolen, { arrived: '500', output });
      expect(answer.code).toBe(code.transferClaimed);
    }
    await fixture.confirmed(USER);
    expect(deposit(fixture, stolen).state).toBe('rejected');
  });

  test('two outputs of one transaction belong to two people', async () => {
    const fixture = await start();
    await fixture.set('deposit.auto_credit_usdt', '1000');
    idOf(await fixture.claim(USER));
    idOf(await fixture.claim(OTHER));
    await fixture.seen(USER);
    await fixture.seen(OTHER, { output: 2, amount: '300' });
    await fixture.confirmed(USER);
    await fixture.confirmed(OTHER, { output: 2 });
    expect(fixture.real(USER, 'available')).toBe(amountOf('500'));
    expect(fixture.real(OTHER, 'available')).toBe(amountOf('300'));
    fixture.expectConserved();
  });

  test('the owner waits for a person when two others vouched for the whole transaction before', async () => {
    const fixture = await start();
    await fixture.set('deposit.auto_credit_usdt', '1000');
    const otherId = idOf(await fixture.claim(OTHER));
    accepted(await fixture.decide(OTHER, requestOf(await fixture.reviewDeposit(OTHER, otherId, { arrived: '500' }))));
    const own = idOf(await fixture.seen(USER));
    await fixture.confirmed(USER);
    expect(deposit(fixture, own).state).toBe('reviewing');
    expect(fixture.rows('deposit_alarms')).toMatchObject([{ kind: 'evidenceUsed', deposit: own }]);
    expect((await fixture.reviewDeposit(USER, own)).code).toBe(code.evidenceUsed);
    fixture.expectConserved();
  });

  test('a person has twenty reports under way, of whatever hashes', async () => {
    const fixture = await start();
    for (let index = 0; index < 20; index += 1) {
      accepted(await fixture.claim(USER, { hash: `0x${String(index).padStart(64, '0')}` }));
    }
    expect((await fixture.claim(USER)).code).toBe(code.tooManyRequestsWaiting);
  });
});

describe('an address that several people share', () => {
  const shared = async () => {
    const fixture = await start();
    await fixture.set('deposit.addresses', { 'USDT.ERC20': '0x00000000000000000000000000000000000000ff' });
    return fixture;
  };

  test('a credit says why it is this person’s', async () => {
    const fixture = await shared();
    const id = idOf(await fixture.claim(USER));
    const missing = await fixture.reviewDeposit(USER, id, MEMO);
    expect(missing).toMatchObject({ code: code.fieldRequired, fields: { basis: code.fieldRequired } });
    requestOf(await fixture.reviewDeposit(USER, id, { ...MEMO, basis: 'proof' }));
  });

  test('while others report the same, having been first counts nothing, and a picture neither', async () => {
    const fixture = await shared();
    const thief = idOf(await fixture.claim(OTHER));
    const owner = idOf(await fixture.claim(USER));
    for (const [user, id] of [
      [OTHER, thief],
      [USER, owner],
    ] as const) {
      const answer = await fixture.reviewDeposit(user, id, { ...MEMO, basis: 'proof' });
      expect(answer).toMatchObject({ code: code.transferClaimed, fields: { basis: code.transferClaimed } });
    }
    const request = requestOf(await fixture.reviewDeposit(USER, owner, { ...MEMO, basis: 'memo' }));
    expect(fixture.rows('operator_requests').at(-1)).toMatchObject({ after: { otherReports: 1, basis: 'memo' } });
    accepted(await fixture.decide(USER, request));
    expect(fixture.real(USER, 'available')).toBe(amountOf('500'));
    expect((await fixture.reviewDeposit(OTHER, thief, { ...MEMO, basis: 'memo' })).code).toBe(code.transferClaimed);
  });
});

describe('a watcher that is well', () => {
  test('is waited for; one that is ill is not', async () => {
    const fixture = await start();
    accepted(await fixture.watched('well'));
    const id = idOf(await fixture.claim(USER));
    expect((await fixture.reviewDeposit(USER, id, { arrived: '500' })).code).toBe(code.networkWatched);
    await fixture.restart();
    expect((await fixture.reviewDeposit(USER, id, { arrived: '500' })).code).toBe(code.networkWatched);
    accepted(await fixture.watched('ill'));
    requestOf(await fixture.reviewDeposit(USER, id, { arrived: '500' }));
  });

  test('is not waited for without end: after a while two persons vouch against it', async () => {
    const fixture = await start();
    accepted(await fixture.watched('well'));
    const id = idOf(await fixture.claim(USER));
    await fixture.harness.wait(SHIPPED['deposits.watcherWaitMs']);
    requestOf(await fixture.reviewDeposit(USER, id, { arrived: '500' }));
    expect(fixture.rows('operator_requests')).toMatchObject([{ after: { watcher: 'well' } }]);
  });
});

const DEMO: readonly (readonly [string, Fields])[] = [
  ['deposits.publish', { family: 'evm', address: '0x01', memo: '', path: 1, keyDigest: '' }],
  ['deposits.claim', { method: 'crypto', asset: 'USDT', network: 'ERC20', amount: '500', hash: HASH, proof: null }],
  ['deposits.confirmed', { network: 'ERC20', hash: HASH, output: 1, confirmations: 64 }],
  ['deposits.vanished', { network: 'ERC20', hash: HASH, output: 1 }],
  ['withdrawals.request', { method: 'crypto', asset: 'USDT', network: 'ERC20', address: '0x01', amount: '100' }],
  ['withdrawals.cancel', { id: 1 }],
  ['withdrawals.confirmed', { id: 1, hash: HASH, outcome: 'confirmed' }],
  ['withdrawals.addAddress', { asset: 'USDT', network: 'ERC20', address: '0x01', label: '' }],
  ['withdrawals.removeAddress', { id: 1 }],
  ['withdrawals.lock', { locked: true }],
];
const DEMO_OF_OPERATORS: readonly string[] = [
  'deposits.review',
  'deposits.resolve',
  'deposits.returned',
  'deposits.reopen',
  'deposits.returnHeld',
  'deposits.sentBack',
  'deposits.cancelReturn',
  'deposits.releaseHeld',
  'withdrawals.review',
  'withdrawals.batch',
  'withdrawals.sent',
  'withdrawals.failed',
  'withdrawals.confirm',
];
test.each([...DEMO, ...DEMO_OF_OPERATORS.map((type) => [type, { id: 1 }] as const)])(
  'the core itself refuses %s on the demo book',
  async (type, fields) => {
    const fixture = await start();
    const body = { ...fields, by: fixture.stamp(0), reason: 'seen and checked' };
    expect((await fixture.onDemo(USER, type, body)).code).toBe(code.switchToReal);
  },
);

describe('a changed number of confirmations', () => {
  test('is what a deposit under way waits for, when it is smaller', async () => {
    const fixture = await start();
    await fixture.set('deposit.confirmations', { ERC20: 1_000 });
    const id = idOf(await fixture.seen(USER));
    await fixture.confirmed(USER, { confirmations: 20 });
    expect(deposit(fixture, id)).toMatchObject({ state: 'confirming', needed: 1_000 });
    await fixture.set('deposit.confirmations', { ERC20: 30 });
    expect(deposit(fixture, id)).toMatchObject({ state: 'confirming', needed: 30, confirmations: 20 });
    await fixture.set('deposit.confirmations', {});
    expect(deposit(fixture, id)).toMatchObject({ state: 'reviewing', needed: 12, confirmations: 20 });
    accepted(await fixture.reviewDeposit(USER, id));
    expect(fixture.real(USER, 'available')).toBe(amountOf('500'));
  });

  test('is for later transfers only, when it is larger', async () => {
    const fixture = await start();
    const id = idOf(await fixture.seen(USER));
    await fixture.set('deposit.confirmations', { ERC20: 50 });
    expect(deposit(fixture, id).needed).toBe(12);
  });
});
