/**
 * Loans over HTTP, through the real core into PostgreSQL: who may read a case and its agreement,
 * and what borrowers are told of by the bell and by mail.
 */
import { code } from '@glasshouse/api/codes';
import { type Amount, amountOf, formatAmount } from '@glasshouse/rules/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperatorStamp } from '../../authority/stamp.ts';
import { adoption } from '../../figures/in-force.ts';
import {
  accepted,
  type OperatorGatewayFixture,
  openOperatorGateway,
  type TestOperator,
} from '../../http/testing/operator-gateway.ts';
import type { Json } from '../../kernel/core/types.ts';
import { accepted as taken } from '../../kernel/testing/core-fixture.ts';
import { verifyDatabase } from '../../kernel/verify/verify.ts';
import { choose } from '../../people/notifications/choices.ts';
import { tellNotices } from '../../people/notifications/delivery.ts';
import { notificationCalls } from '../../people/notifications/routes.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { testEvidence } from '../../transparency/testing/proving.ts';
import { makeAgreement, signAgreement } from './agreement.ts';
import { loanOperatorCalls } from './operator-routes.ts';
import { termsNow } from './request.ts';
import { loanCalls } from './routes.ts';
import { isNamed } from './rows.ts';
import { LENDING } from './testing/fixture.ts';

const DAY_MS = 86_400_000;
const REAL = { virtually: 'YES' };
const database = withTestDatabase();
let fixture: OperatorGatewayFixture;
let finance: TestOperator;
let support: TestOperator;
let content: TestOperator;
let commands = 0;
let anna: Person;
let bert: Person;
let carl: Person;
let dora: Person;

interface Person {
  readonly id: number;
  readonly token: string;
}

const nextId = (): string => {
  commands += 1;
  return `loan-${commands}`;
};

beforeAll(async () => {
  const { pool } = database;
  const now = () => fixture.harness.now;
  const parts = { pool, now, newId: nextId, midOf: () => ({ mid: 10_000_000, precision: 2 }) };
  fixture = await openOperatorGateway(database, {
    handlers: ({ bus }) => loanOperatorCalls({ ...parts, bus }),
    gateway: {
      handlers: {
        ...loanCalls({
          ...parts,
          isRealBookClosed: false,
          claimSignature: async () => undefined,
          ...testEvidence(pool, { now }),
          bus: { submit: (input) => fixture.bus.submit(input), onUserEvents: () => {}, onMarketFrame: () => {} },
        }),
        ...notificationCalls({ pool, now, nameOf: (name) => name, pushKey: '' }),
      },
    },
  });
  for (const { id, type, body } of adoption(fixture.harness.sequencer.state, LENDING)) {
    taken(await fixture.harness.internal(type, body, id));
  }
  [finance, support, content] = [
    await fixture.operator(['finance']),
    await fixture.operator(['support']),
    await fixture.operator(['content']),
  ];
  for (const name of ['one', 'two']) taken(await send('operator.add', { name, roles: ['owner'] }));
  await price();
  for (const asset of ['USDT', 'BTC']) await byTwo('house.move', move(asset, 'external', 'capital'));
  await byTwo('house.move', move('USDT', 'capital', 'pool.lending'));
  await byTwo('house.move', move('USDT', 'capital', 'pool.liquidity'));
  [anna, bert, carl, dora] = [await person(), await person(), await person(), await person()];
  await tell();
});
afterAll(() => fixture.close());

const move = (asset: string, from: string, to: string) => ({
  asset,
  from,
  to,
  amount: to === 'capital' ? '1000000' : '200000',
});
const send = (type: string, body: object, userId = 0) =>
  fixture.harness.sequencer.submitInternal({ id: nextId(), userId, book: 'real', type, body: body as Json });

/** The operators of the core that no browser belongs to. */
async function stamp(name: string): Promise<OperatorStamp> {
  const { rows } = await database.pool.query('select id from operators where name = $1', [name]);
  const operator = rows[0].id;
  return { operator, session: operator, device: name, credential: name, address: '10.0.0.1' };
}
const operate = async (type: string, fields: object, userId = 0) =>
  send(type, { ...fields, by: await stamp('one'), reason: 'a test' }, userId);

async function byTwo(type: string, fields: object, userId = 0): Promise<void> {
  const { request } = taken<{ request: number | null }>(await operate(type, fields, userId));
  const verdict = { request, verdict: 'approve', by: await stamp('two'), reason: 'a test' };
  if (request !== null) taken(await send('request.decide', verdict, userId));
}

/** Somebody with a coin and some USDT, fully identified, who wants everything by mail. */
async function person(): Promise<Person> {
  const guest = await fixture.guest();
  const { pool } = database;
  const { id } = guest;
  await pool.query(
    `update users set kind = 'user', username = 'u' || id, password_hash = 'x', email = 'u' || id || '@example.test'
      where id = $1`,
    [id],
  );
  await fixture.sessions.refresh(id);
  await choose(pool, id, 'loan', { mail: true, push: false });
  await byTwo('balances.adjust', { asset: 'BTC', amount: '1', direction: 'credit' }, id);
  await byTwo('balances.adjust', { asset: 'USDT', amount: '500', direction: 'credit' }, id);
  for (const level of ['basic', 'full']) {
    const submission = `s-${id}-${level}`;
    taken(await send('kyc.submit', { level, submission, digest: 'ab' }, id));
    const { rows } = await pool.query('select id from kyc_cases where submission = $1', [submission]);
    taken(
      await operate(
        'kyc.review',
        { case: rows[0].id, decision: 'verify', code: null, refused: [], noteDigest: null },
        id,
      ),
    );
  }
  return guest;
}

/** A price is there, and what is due is done. */
async function price(btc = 10_000_000): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    fixture.pass(45_000);
    await fixture.harness.tick(btc, 0);
    fixture.harness.sequencer.time();
    for (let turn = 0; turn < 3; turn += 1) await fixture.harness.wait(0);
  }
}

/** Days pass; everybody is told at once, and comes by, and so stays logged in. */
async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    await tell();
    fixture.pass(DAY_MS);
    await price();
    for (const { token } of [anna, bert, carl, dora]) await fixture.call('listNotifications', { token });
  }
}

/** Reads, signs and asks, as the page does. */
async function ask({ token }: Person, termDays = 30): Promise<number> {
  const call = async (name: 'prepareLoanAgreement' | 'requestLoan', body: object) =>
    accepted((await fixture.call(name, { token, body, headers: REAL, key: nextId() })) as never);
  const { id: agreementId } = await call('prepareLoanAgreement', { amount: '1000', termDays });
  const signature = { typed: 'Anna Lindqvist' };
  return (await call('requestLoan', { amount: '1000', termDays, agreementId, signature })).id;
}

const review = (who: Person, id: number, decision: 'approve' | 'reject' = 'approve') =>
  byTwo('loans.review', { id, decision, rejection: decision === 'reject' ? 'other' : null, note: null }, who.id);
const lend = async (who: Person, termDays?: number): Promise<number> => {
  const id = await ask(who, termDays);
  await review(who, id);
  return id;
};

const tell = () =>
  tellNotices({
    pool: database.pool,
    clock: fixture.clock,
    site: 'https://house.test',
    nameOf: (name) => name,
    mail: { wake: () => {} },
  });

/** What somebody was told, oldest first: in the bell, and by mail. */
async function noticesOf(who: Person): Promise<{ readonly bell: Notice[]; readonly mails: string[] }> {
  await tell();
  const { items } = (await fixture.call('listNotifications', { token: who.token, query: 'limit=50' })).json.result;
  const { rows } = await database.pool.query<{ subject: string; text: string }>(
    'select subject, text from mail_outbox where to_address = $1 order by id',
    [`u${who.id}@example.test`],
  );
  const bell = items.filter(({ type }: Notice) => type === 'loan').reverse();
  for (const [index, { text }] of rows.entries()) expect(text).toContain(`https://house.test${bell[index].link}`);
  return { bell, mails: rows.map(({ subject }) => subject) };
}
interface Notice {
  readonly type: string;
  readonly title: string;
  readonly content: string;
  readonly link: string;
}

test('a case and its agreement are for those who may read loans, and who was looked at sees it', async () => {
  const id = await ask(anna);
  const path = { id };
  expect((await content.call('getLoanCase', { path })).json.code).toBe(code.permissionDenied);
  expect((await content.call('downloadLoanCopy', { path })).json.code).toBe(code.permissionDenied);
  const stranger = fixture.browser();
  expect((await stranger.call('getLoanCase', { path })).json.code).not.toBe(200);
  expect((await stranger.call('downloadLoanCopy', { path })).json.code).not.toBe(200);
  const looks = async (): Promise<string[]> => {
    const { rows } = await database.pool.query(
      `select entry::jsonb -> 'body' ->> 'subject' as subject from command_log
        where type = 'view.record' and user_id = $1 order by seq`,
      [anna.id],
    );
    return rows.map(({ subject }) => subject);
  };
  expect(await looks()).toEqual([]);
  expect((await support.call('getLoanCase', { path: { id: 987_654 } })).json.code).toBe(code.nothingFound);
  const shown = accepted(await support.call('getLoanCase', { path }));
  expect(shown).toMatchObject({ item: { id, state: 'pending', identity: 'full' }, agreementLanguage: 'en' });
  expect(shown.checks.every(({ passes }: { passes: boolean }) => passes)).toBe(true);
  const copy = await support.call('downloadLoanCopy', { path });
  expect(copy.headers['content-type']).toBe('application/pdf');
  expect(copy.text.startsWith('%PDF')).toBe(true);
  expect((await content.call('listLoanCaseSteps', { path })).json.code).toBe(code.permissionDenied);
  const { items, next } = accepted(await support.call('listLoanCaseSteps', { path, query: 'limit=50' }));
  expect([items, next]).toEqual([shown.loan.timeline.filter(({ at }: { at: string | null }) => at !== null), null]);
  expect(await looks()).toEqual([`loan ${id}`, `agreement of loan ${id}`, `steps of loan ${id}`]);
  const verdict = { decision: 'approve', reason: 'seen' };
  expect((await support.call('reviewLoan', { path, body: verdict })).json.code).toBe(code.permissionDenied);
  await finance.stepUp();
  accepted(await finance.call('reviewLoan', { path, body: verdict }));
});

test('no agreement is made for more than may be borrowed now', async () => {
  const credentials = { token: dora.token, headers: REAL };
  const { limit, obstacles } = accepted(await fixture.call('getLoanTerms', credentials));
  expect(obstacles).toEqual([]);
  const beyond = formatAmount((amountOf(limit) + 1n) as Amount);
  const prepare = (amount: string) =>
    fixture.call('prepareLoanAgreement', { ...credentials, body: { amount, termDays: 30 }, key: nextId() });
  expect((await prepare(beyond)).json).toMatchObject({
    code: code.loanAboveLimit,
    fields: { amount: expect.anything() },
  });
  expect((await prepare(limit)).json.code).toBe(200);
});

test('no agreement is made while the lender has no name, and the offer says so', async () => {
  const credentials = { token: dora.token, headers: REAL };
  taken(await operate('parameter.set', { key: 'site.operator', value: '' }));
  const { obstacles, lender } = accepted(await fixture.call('getLoanTerms', credentials));
  expect([obstacles, lender]).toEqual([['lenderUnnamed'], '']);
  const body = { amount: '1000', termDays: 30 };
  const prepare = () => fixture.call('prepareLoanAgreement', { ...credentials, body, key: nextId() });
  const refused = { code: code.lenderUnnamed, fields: { lender: expect.anything() } };
  expect((await prepare()).json).toMatchObject(refused);
  taken(await operate('parameter.set', { key: 'site.operator', value: 'Fjord Lending Ltd' }));
  const { id, version, text } = accepted(await prepare());
  expect([version, text]).toEqual([5, expect.stringContaining('1. Fjord Lending Ltd (the lender)')]);
  // The name goes between signature and request.
  taken(await operate('parameter.set', { key: 'site.operator', value: '' }));
  const signed = { ...body, agreementId: id, signature: { typed: 'Dora' } };
  expect((await fixture.call('requestLoan', { ...credentials, body: signed, key: nextId() })).json).toMatchObject(
    refused,
  );
  taken(await operate('parameter.set', { key: 'site.operator', value: 'Fjord Lending Ltd' }));
});

test('a loan, its agreement and its receipt are their borrower’s', async () => {
  const [loan] = (await fixture.call('listLoans', { token: anna.token, headers: REAL })).json.result.items;
  const agreementOf = (
    who: Person,
    name: 'getLoan' | 'getLoanReceipt' | 'getLoanAgreement' | 'downloadLoanAgreement',
    id: number,
  ) => fixture.call(name, { token: who.token, headers: REAL, path: { id: String(id) } });
  const receipt = (await agreementOf(anna, 'getLoanReceipt', loan.id)).json.result;
  expect(receipt.loan).toMatchObject({ id: loan.id, state: 'repaying', textHash: loan.textHash });
  expect((await agreementOf(bert, 'getLoan', loan.id)).json.code).toBe(code.orderNotFound);
  expect((await agreementOf(bert, 'getLoanReceipt', loan.id)).json.code).toBe(code.orderNotFound);
  expect((await agreementOf(bert, 'getLoanAgreement', loan.agreementId)).json.code).toBe(code.nothingFound);
  expect((await agreementOf(bert, 'downloadLoanAgreement', loan.agreementId)).json.code).toBe(code.nothingFound);
  expect((await agreementOf(anna, 'downloadLoanAgreement', loan.agreementId)).text.startsWith('%PDF')).toBe(true);
});

test('whoever borrows is told of the payout, the warning, the recovery, the reminders and the collection', async () => {
  await price(9_190_000);
  await price();
  // Reminders come on days 23, 27 and 29.
  await days(31);
  const { bell, mails } = await noticesOf(anna);
  expect(bell.map(({ title }) => title)).toEqual([
    'Loan paid out: 1,000 USDT',
    'Your loan’s pledge is worth too little',
    'Your loan’s pledge covers the debt again',
    ...Array<string>(3).fill('Loan of 1,000 USDT: repayment due soon'),
    'Loan of 1,000 USDT: repayment collected',
  ]);
  expect(mails).toEqual(bell.map(({ title }) => title));
  expect(new Set(bell.map(({ link }) => link)).size).toBe(1);
});

test('they are told of a refusal, and of the end by their own hand', async () => {
  await review(bert, await ask(bert), 'reject');
  const id = await lend(bert);
  const body = { id };
  accepted((await fixture.call('repayLoan', { token: bert.token, body, headers: REAL, key: nextId() })) as never);
  const { bell, mails } = await noticesOf(bert);
  expect(bell.map(({ title }) => title)).toEqual([
    'Loan rejected: 1,000 USDT',
    'Loan paid out: 1,000 USDT',
    'Loan of 1,000 USDT repaid',
  ]);
  expect(mails).toEqual(bell.map(({ title }) => title));
});

test('they are told when the pledge is sold, whether it pays the debt or not, and when it is overdue', async () => {
  const rest = await lend(carl, 7);
  await price(5_000_000);
  fixture.pass(6 * 3_600_000);
  await price(5_000_000);
  await price();
  const all = { asset: 'USDT', amount: '1500', direction: 'debit' };
  await byTwo('balances.adjust', all, carl.id);
  await lend(dora);
  await price(8_600_000);
  fixture.pass(6 * 3_600_000);
  await price(8_600_000);
  const sold = await noticesOf(dora);
  expect(sold.bell.map(({ title }) => title)).toEqual([
    'Loan paid out: 1,000 USDT',
    'Your loan’s pledge is worth too little',
    'Loan of 1,000 USDT repaid',
  ]);
  expect(sold.mails).toEqual(sold.bell.map(({ title }) => title));
  await days(8);
  const { bell, mails } = await noticesOf(carl);
  expect(bell.map(({ title, link }) => [title, link])).toEqual(
    [
      'Loan paid out: 1,000 USDT',
      'Your loan’s pledge is worth too little',
      'Your loan’s pledge was sold',
      ...Array<string>(2).fill('Loan of 1,000 USDT: repayment due soon'),
      'Loan of 1,000 USDT is overdue',
    ].map((title) => [title, `/loan/${rest}`]),
  );
  expect(mails).toEqual(bell.map(({ title }) => title));
});

test('what was lent for nothing is in the figures of the pool: USDT × days, interest forgone, who and when', async () => {
  const before = accepted(await (await fixture.operator(['finance'])).call('getLendingPool')).returns;
  const id = await lend(anna);
  const repay = async (amount?: string) =>
    accepted(
      (await fixture.call('repayLoan', {
        token: anna.token,
        headers: REAL,
        key: nextId(),
        body: amount === undefined ? { id } : { id, amount },
      })) as never,
    );
  await days(5);
  await repay('400');
  await days(3);
  await repay();
  const after = accepted(await (await fixture.operator(['finance'])).call('getLendingPool')).returns;
  // 1000 for five days and 600 for three. Beyond three free days 0.03 % of 400 for two days and of
  // 600 for five.
  const sums = { amountDays: '6800', forgone: '1.14' };
  expect(after.latest[0]).toMatchObject({ id, user: { id: anna.id }, days: 8, amount: '1000', ...sums });
  expect(after.people).toContainEqual(
    expect.objectContaining({ ...sums, count: 1, user: expect.objectContaining({ id: anna.id }) }),
  );
  const added = (name: 'amountDays' | 'forgone' | 'count') => Number(after.total[name]) - Number(before.total[name]);
  expect([added('count'), added('amountDays'), added('forgone').toFixed(8)]).toEqual([1, 6800, '1.14000000']);
  const all = (name: 'count' | 'amountDays') =>
    after.months.reduce((sum: number, month: Record<string, unknown>) => sum + Number(month[name]), 0);
  expect([all('count'), all('amountDays')]).toEqual([after.total.count, Number(after.total.amountDays)]);
  const offer = (await fixture.call('getLoanTerms', { token: anna.token, headers: REAL })).json.result;
  expect(offer).toMatchObject({ freeReturnsYear: 2, freeReturnsUsed: 1, interestFreeDays: 3, nextFreeReturnAt: null });
});

test('the log makes all of it again', async () => {
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
});

test('signatures whose request was refused do not pile up; what a loan was asked for with stays', async () => {
  const { pool } = database;
  const terms = termsNow(fixture.harness.sequencer.state);
  if (!isNamed(terms)) throw new Error('nobody lends');
  const count = async (userId: number): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int as count from loan_agreements where user_id = $1',
      [userId],
    );
    return rows[0]?.count ?? 0;
  };
  let now = fixture.harness.now;
  for (const { id: userId } of [bert, anna]) {
    for (let round = 0; round < 90; round += 1) {
      now += 600_000;
      const made = await makeAgreement(pool, { userId, language: 'en', amount: '1000', termDays: 30, terms }, now);
      await signAgreement(pool, made.id, { signature: null, fileId: 'a-file', hash: 'ab'.repeat(32), now });
    }
    expect(await count(userId)).toBeLessThan(60);
  }
  const { rows } = await pool.query(
    'select l.id from loans l left join loan_agreements a on a.id = l.agreement where a.id is null',
  );
  expect(rows).toEqual([]);
});
