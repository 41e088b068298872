/**
 * Deposits that are not simply credited, over HTTP, in the profiles that have levels of identity
 * checks: above the level of their owner, held until the check or sent back, and paid by somebody
 * else, sent back. Each step is told to the person.
 */
import type { CallName } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import type { OperatorCallName } from '@glasshouse/api/operator/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { figuresOf } from '../figures/profile-figures.ts';
import type { TestAnswer } from '../http/testing/gateway.ts';
import { accepted, type OperatorGatewayFixture } from '../http/testing/operator-gateway.ts';
import { RULES_VERSION } from '../kernel/core/rules.ts';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { depositsWaiting } from '../money/deposits/operator-queries.ts';
import { tellFunding } from '../money/funding/mails.ts';
import { BASIC } from '../people/kyc/testing/kyc-gateway.ts';
import { notificationsOf } from '../people/notifications/queries.ts';
import type { Profile } from '../platform/profile.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from './modules.ts';
import { type Installation, installProfile } from './testing/profile-installation.ts';

const SENDER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const ELSEWHERE = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const REAL = { virtually: 'YES' };
const COIN = { symbol: 'USDT', network: 'ERC20' };
const BANK = { holder: 'House of Glass', iban: 'DE89370400440532013000', bic: 'COBADEFF', currency: 'USD' };
/** What the statement of the bank says of a payment, and of the payment back. */
const ENTRY = { arrived: '1000', hash: 'NTRF 4711/A', valueDate: '2026-01-05' };
const PAYER = { senderName: 'Otto Quist', senderAccount: 'NO9386011117947' };
const BACK = { reference: 'BACK 9/B', valueDate: '2026-01-06', account: PAYER.senderAccount };
const hashOf = (byte: string): string => `0x${byte.repeat(32)}`;

describe.each<[Profile, string]>([
  ['eu', '120'],
  ['retail', '600'],
])('%s', (profile, small) => {
  const database = withTestDatabase();
  let at: Installation;
  let token = '';
  let keys = 0;
  beforeAll(async () => {
    at = await installProfile(database, profile);
    // The upload of documents has tests of its own.
    const figures = { ...figuresOf(profile), 'parameter.kyc.basic_document': 0, 'parameter.deposit.bank': BANK };
    const rules = { version: RULES_VERSION, figures };
    accepted({ json: await at.gateway.harness.internal('rules.adopt', rules, 'rules') } as TestAnswer);
    const password = 'a long enough password';
    const body = { username: 'anna', password, confirmPassword: password };
    ({ token } = accepted(await at.gateway.call('register', { body })));
    await database.pool.query("update users set email = 'anna@example.org' where username = 'anna'");
  });
  afterAll(async () => {
    expect(at.gateway.harness.bugs).toEqual([]);
    expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
    await at.close();
  });

  const ask = (name: CallName, request: Parameters<OperatorGatewayFixture['call']>[1] = {}): Promise<TestAnswer> => {
    keys += 1;
    return at.gateway.call(name, { token, headers: REAL, key: `key-${keys}`, ...request });
  };
  /** Asked by one operator, approved by the other. */
  async function byTwo(name: OperatorCallName, id: number, body: object): Promise<void> {
    await at.first.stepUp();
    await at.second.stepUp();
    const requested = await at.first.call(name, { path: { id }, body: { reason: 'as the case shows', ...body } });
    const { state, request } = accepted(requested);
    expect(state).toBe('waiting');
    // In the merged queue the request stands for the deposit.
    expect(await depositsWaiting(database.pool)).toMatchObject({ cases: 0 });
    const decision = { verdict: 'approve', reason: 'agreed' };
    accepted(await at.second.call('decideRequest', { path: { id: request }, body: decision }));
  }
  async function credit(amount: string, txHash: string): Promise<number> {
    const { id } = accepted(await ask('requestDeposit', { body: { ...COIN, amount, txHash } }));
    await byTwo('reviewDeposit', id, { decision: 'approve', arrived: amount });
    return id;
  }
  const deposit = async (id: number) => accepted(await ask('getDeposit', { path: { id: String(id) } }));
  const stepsOf = ({ timeline }: { timeline: { step: string }[] }) => timeline.map(({ step }) => step);
  async function available(): Promise<number> {
    const { rows } = await database.pool.query<{ balance: string }>(
      `select sum(balance)::text as balance from accounts
        where owner <> 0 and book = 'real' and asset = 'USDT' and kind = 'available'`,
    );
    return Number(rows[0]?.balance ?? 0);
  }
  /** Subjects of the mails since the last look. */
  async function notices(): Promise<readonly string[]> {
    const clock = { now: () => at.gateway.clock.now() };
    const { rows: before } = await database.pool.query<{ id: number }>('select max(id) as id from mail_outbox');
    await tellFunding({ pool: database.pool, clock, mail: { wake: () => {} }, site: 'http://localhost' });
    const { rows } = await database.pool.query<{ subject: string }>(
      'select subject from mail_outbox where id > $1 order by id',
      [before[0]?.id ?? 0],
    );
    const subjects = rows.map(({ subject }) => subject);
    const who = await database.pool.query<{ id: number }>("select id from users where username = 'anna'");
    const reader = { userId: who.rows[0]!.id, unread: false, language: 'en', nameOf: (name: string) => name } as const;
    const { items } = await notificationsOf(database.pool, reader, {
      limit: 20,
      after: undefined,
      from: null,
      to: null,
    });
    // What is told by mail is in the list of notifications, which shows each deposit as it is now.
    for (const subject of subjects) expect(items.map(({ title }) => title)).toContain(subject);
    expect(items.filter(({ title }) => title.startsWith('Deposit credited'))).toEqual([]);
    const known = await database.pool.query<{ receipt: string }>(
      "select '/order/deposit/' || id as receipt from deposits where user_id = $1",
      [reader.userId],
    );
    const receipts = known.rows.map(({ receipt }) => receipt);
    for (const { title, link } of items.filter(({ type }) => type.startsWith('deposit'))) {
      expect(/ held/.test(title) ? ['/profile/info'] : receipts, title).toContain(link);
    }
    return subjects;
  }
  const wordsOf = (amount: string) => Number(amount).toLocaleString('en');

  test('a deposit above the level is held until the identity check is passed', async () => {
    const id = await credit(small, hashOf('a1'));
    const held = await deposit(id);
    expect(held).toMatchObject({ state: 'approved', held: { state: 'held', amount: small } });
    expect(stepsOf(held)).toContain('overLimit');
    expect(await depositsWaiting(database.pool)).toMatchObject({ waiting: 0, cases: 1 });
    // Nothing of it reached the balance.
    expect(stepsOf(held)).not.toContain('credited');
    expect(await available()).toBe(0);
    expect(await notices()).toEqual([`Deposit held: ${wordsOf(small)} USDT`]);
    const early = await at.first.call('releaseHeldDeposit', { path: { id }, body: { reason: 'a good customer' } });
    expect(early.json.code).toBe(code.notVerified);

    accepted(await ask('submitBasicKyc', { body: BASIC }));
    const [waiting] = accepted(await at.first.call('listKycQueue')).items;
    const verdict = { decision: 'verify', reason: 'documents match' };
    accepted(await at.first.call('reviewKyc', { path: { id: waiting.id }, body: verdict }));

    const released = await deposit(id);
    expect(released).toMatchObject({ state: 'approved', held: { state: 'released' } });
    expect(stepsOf(released)).toContain('limitReleased');
    expect(await depositsWaiting(database.pool)).toMatchObject({ waiting: 0, cases: 0 });
    expect(await available()).toBe(Number(small));
    expect(await notices()).toEqual([`Deposit released: ${wordsOf(small)} USDT`]);
    expect(await notices()).toEqual([]);
  });

  test('one that is not to be kept goes back to where it came from, by two and two', async () => {
    const before = await available();
    const id = await credit('50000', hashOf('b2'));
    expect(await notices()).toEqual(['Deposit held: 50,000 USDT']);
    await byTwo('returnHeldDeposit', id, { to: ELSEWHERE });
    expect(await deposit(id)).toMatchObject({ held: { state: 'returning' } });
    expect(await notices()).toEqual(['Deposit being sent back: 50,000 USDT']);
    // Nobody can be paid there: two persons undo it, and decide again with the right address.
    await byTwo('cancelDepositReturn', id, {});
    const held = await deposit(id);
    expect(held).toMatchObject({ held: { state: 'held' } });
    expect(stepsOf(held)).toEqual(expect.arrayContaining(['overLimit', 'returning', 'returnCancelled']));
    expect(await notices()).toEqual(['Deposit held again: 50,000 USDT']);
    await byTwo('returnHeldDeposit', id, { to: SENDER });
    expect(await notices()).toEqual(['Deposit being sent back: 50,000 USDT']);
    const back = { reference: hashOf('c3'), reason: 'signed' };
    const elsewhere = await at.first.call('markDepositSentBack', { path: { id }, body: { ...back, to: ELSEWHERE } });
    expect(elsewhere.json.code).toBe(code.paidToOther);
    await byTwo('markDepositSentBack', id, { ...back, to: SENDER });
    const returned = await deposit(id);
    expect(returned).toMatchObject({ held: { state: 'returned' } });
    expect(stepsOf(returned)).toContain('returned');
    expect(await available()).toBe(before);
    expect(await notices()).toEqual(['Deposit sent back: 50,000 USDT']);
  });

  test('money by bank from somebody else is flagged, never credited, and goes back to its account', async () => {
    const before = await available();
    const report = { method: 'bank', symbol: 'USDT', amount: '1000', txHash: 'Invoice 12' };
    const { id } = accepted(await ask('requestDeposit', { body: report }));
    const credit = { decision: 'approve', reason: 'on the statement', ...ENTRY, ...PAYER };
    const refused = await at.first.call('reviewDeposit', { path: { id }, body: credit });
    expect(refused.json).toMatchObject({ code: code.paidByOther, fields: { senderName: code.paidByOther } });
    expect(await notices()).toEqual([]);

    await byTwo('reviewDeposit', id, { decision: 'return', ...ENTRY, ...PAYER });
    const kase = accepted(await at.first.call('getDepositCase', { path: { id } }));
    expect(kase).toMatchObject({
      verifiedName: 'Anna Ødegård',
      finding: { ...PAYER, payer: 'other' },
    });
    expect(await deposit(id)).toMatchObject({ state: 'returning', credited: null, sender: null });
    expect(await notices()).toEqual(['Deposit being sent back: 1,000 USD']);

    await byTwo('reopenDepositReturn', id, {});
    expect(await notices()).toEqual(['Deposit under review again: 1,000 USD']);
    await byTwo('reviewDeposit', id, { decision: 'return', ...ENTRY, ...PAYER, hash: 'NTRF 4712/A' });
    expect(await notices()).toEqual(['Deposit being sent back: 1,000 USD']);

    const elsewhere = { ...BACK, account: BANK.iban, reason: 'signed' };
    const wrong = await at.first.call('markDepositReturned', { path: { id }, body: elsewhere });
    expect(wrong.json.code).toBe(code.paidToOther);
    await byTwo('markDepositReturned', id, BACK);
    const returned = await deposit(id);
    expect(returned).toMatchObject({ state: 'returned', credited: null });
    const ended = accepted(await at.first.call('getDepositCase', { path: { id } }));
    expect(ended.finding).toMatchObject(PAYER);
    expect(ended.deposit.timeline.at(-1)).toMatchObject({ step: 'returned', note: BACK.reference });
    expect(stepsOf(returned)).toEqual(['claimed', 'thirdParty', 'reopened', 'thirdParty', 'returned']);
    expect(await available()).toBe(before);
    expect(await notices()).toEqual(['Deposit sent back: 1,000 USD']);
  });
});
