/** Receipts of loans, altered as those of orders are: repaid early, collected, sold, refused. */
import { agreementHash } from '@glasshouse/rules/loan-agreement';
import { sealBytes } from '@glasshouse/rules/proofs/seal';
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { OperatorStamp } from '../authority/stamp.ts';
import { adoption } from '../figures/in-force.ts';
import { selectList } from '../kernel/postgres-store.ts';
import { accepted } from '../kernel/testing/core-fixture.ts';
import type { Json } from '../kernel/types.ts';
import { anInstrument } from '../market-data/tape/testing/instruments.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { loanReceipt } from '../products/loans/receipt.ts';
import { termsNow } from '../products/loans/request.ts';
import { LOANS_TABLE, type Loan } from '../products/loans/rows.ts';
import { Receipts } from './receipts.ts';
import { at, type Document, leaves, other, put } from './testing/altering.ts';
import { EvidenceFixture } from './testing/evidence-fixture.ts';
import { testEvidence } from './testing/proving.ts';

vi.mock('@noble/ed25519', async () => (await import('./testing/native-crypto.ts')).nativeSignatures);
vi.mock('@noble/hashes/sha2.js', async () => (await import('./testing/native-crypto.ts')).nativeHashes);

const DAY_MS = 86_400_000;
const TEXT = 'Loan agreement\n1. Account 11 borrows 1,000 USDT.';
const database = withTestDatabase();
let fixture: EvidenceFixture;
let keys: string[];
let commands = 0;
const kinds: { [name: string]: Document } = {};
const operators: OperatorStamp[] = [];

const send = (type: string, body: unknown, userId = 0) => {
  commands += 1;
  return fixture.harness.sequencer.submitInternal({
    ...{ id: `${userId === 0 ? 'op' : userId}:loans-${commands}`, userId, book: 'real', type, body: body as Json },
  });
};
const operate = (type: string, fields: object, userId = 0) =>
  send(type, { ...fields, by: operators[0], reason: 'seen' }, userId);

async function byTwo(type: string, fields: object, userId = 0): Promise<void> {
  const { request } = accepted<{ request: number | null }>(await operate(type, fields, userId));
  if (request === null) return;
  const verdict = { by: operators[1], reason: 'agreed', request, verdict: 'approve' };
  accepted(await send('request.decide', verdict, userId));
}

/** Somebody with money, fully identified. */
async function borrower(userId: number): Promise<number> {
  await fixture.harness.open(userId);
  await byTwo('balances.adjust', { asset: 'USDT', amount: '500', direction: 'credit' }, userId);
  await byTwo('balances.adjust', { asset: 'BTC', amount: '0.05', direction: 'credit' }, userId);
  await byTwo('balances.adjust', { asset: 'ETH', amount: '1', direction: 'credit' }, userId);
  for (const level of ['basic', 'full']) {
    const submission = `s-${userId}-${level}`;
    accepted(await send('kyc.submit', { level, submission, digest: 'ab' }, userId));
    const { rows } = await fixture.pool.query('select id from kyc_cases where submission = $1', [submission]);
    const verdict = { case: rows[0].id, decision: 'verify', code: null, refused: [], noteDigest: null };
    accepted(await operate('kyc.review', verdict, userId));
  }
  return userId;
}

async function ask(userId: number, amount: string, termDays = 30): Promise<number> {
  const answer = await send(
    'loans.request',
    {
      ...{ amount, termDays, agreement: 1, version: 1, language: 'en', textHash: agreementHash(TEXT) },
      ...{ signatureHash: 'cd'.repeat(32), terms: termsNow(fixture.harness.sequencer.state) },
    },
    userId,
  );
  return accepted<{ id: number }>(answer).id;
}

const decide = (userId: number, id: number, decision: 'approve' | 'reject' = 'approve') =>
  byTwo('loans.review', { id, decision, rejection: decision === 'reject' ? 'other' : null, note: null }, userId);
const repay = async (userId: number, id: number, amount: string | null) =>
  accepted(await send('loans.repay', { id, amount }, userId));

/** Prices are there, and what is due is done. */
async function look(eth = 320_000): Promise<void> {
  await fixture.harness.tick(2_000_000);
  await fixture.harness.tick(eth, 1, 'ETHUSDT');
  await fixture.harness.wait(0);
}

/** Time enough for a pledge to be looked at. */
async function minute(eth?: number): Promise<void> {
  fixture.harness.now += 61_000;
  await look(eth);
}

async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    fixture.harness.now += DAY_MS;
    await look();
  }
}

async function receipt(userId: number, id: number): Promise<Document> {
  const { harness, pool, key } = fixture;
  await fixture.sign();
  const receipts = new Receipts(
    pool,
    ['BTCUSDT', 'ETHUSDT'].map((code) => anInstrument(code)),
  );
  const evidence = testEvidence(pool, { key, receipts, now: () => harness.now });
  const { rows } = await pool.query<Loan>(
    `select ${selectList(LOANS_TABLE)} from loans where id = $1 and user_id = $2`,
    [id, userId],
  );
  return JSON.parse(JSON.stringify(await loanReceipt({ pool, ...evidence }, rows[0]!, TEXT))) as Document;
}

beforeAll(async () => {
  fixture = await EvidenceFixture.start(database);
  keys = [fixture.key.publicKey.toString('hex')];
  for (const { id, type, body } of adoption(fixture.harness.sequencer.state))
    accepted(await fixture.harness.internal(type, body, id));
  for (const name of ['first', 'second']) {
    const { operator } = accepted<{ operator: number }>(await send('operator.add', { name, roles: ['owner'] }));
    const own = (what: string) => `${what} of ${name}`;
    operators.push({ operator, session: operator * 10, device: own('device'), credential: own('key'), address: '::1' });
  }
  for (const [asset, amount] of [
    ['USDT', '100000'],
    ['BTC', '10'],
    ['ETH', '10'],
  ] as const) {
    await byTwo('house.move', { asset, amount, from: 'external', to: 'capital' });
  }
  await byTwo('house.move', { asset: 'USDT', amount: '50000', from: 'capital', to: 'pool.lending' });
  await byTwo('house.move', { asset: 'USDT', amount: '20000', from: 'capital', to: 'pool.liquidity' });
  const [anna, bert, carl, dora] = [await borrower(11), await borrower(12), await borrower(13), await borrower(14)];
  await look();
  const loans = [await ask(anna, '900'), await ask(bert, '1000'), await ask(carl, '300'), await ask(dora, '200')];
  const [repaid, sold, refused, waiting] = loans as [number, number, number, number];
  await decide(anna, repaid);
  await decide(bert, sold);
  await decide(carl, refused, 'reject');
  await repay(anna, repaid, '250');
  await pass(16);
  await repay(anna, repaid, '100');
  // Half of the price is gone: warned, then sold, and the rest stays owed.
  await minute(120_000);
  fixture.harness.now += 6 * 3_600_000;
  await look(120_000);
  await repay(anna, repaid, null);
  await minute();
  kinds['a loan that was repaid in parts'] = await receipt(anna, repaid);
  kinds['a loan whose pledge was sold'] = await receipt(bert, sold);
  kinds['a loan that was refused'] = await receipt(carl, refused);
  kinds['a loan that waits'] = await receipt(dora, waiting);
  const short = await ask(carl, '400', 7);
  await decide(carl, short);
  accepted(await send('loans.cancel', { id: waiting }, dora));
  const all = { asset: 'USDT', amount: '700', direction: 'debit' };
  await byTwo('balances.adjust', all, carl);
  await pass(9);
  kinds['a loan that is overdue'] = await receipt(carl, short);
  kinds['a loan that was taken back'] = await receipt(dora, waiting);
}, 120_000);
afterAll(() => fixture.stop());

const NAMES = [
  'a loan that was repaid in parts',
  'a loan whose pledge was sold',
  'a loan that was refused',
  'a loan that waits',
  'a loan that is overdue',
  'a loan that was taken back',
];
const FREE = [/^proof\.issuedAt/, /^lines\.\d+\.(id|balanceAfter)$/, /^proof\.signature$/];
/** Of the decision only the place is shown: what its own hash follows from is not in the file. */
const isHidden = (document: Document, [first, second, index, field]: readonly (string | number)[]): boolean =>
  first === 'proof' &&
  second === 'entries' &&
  field === 'previousHash' &&
  at(document, ['proof', 'entries', index as number, 'text']) === null;
const isFree = (document: Document, path: readonly (string | number)[]): boolean =>
  FREE.some((free) => free.test(path.join('.'))) || isHidden(document, path);

function resealed(document: Document): Document {
  const signature = fixture.key.sign(sealBytes(document)).toString('hex');
  return { ...document, proof: { ...(document.proof as Document), signature } };
}

it('hold by the trusted key', () => {
  for (const name of NAMES) {
    const { faults, lacks, answer } = verifyEvidence(kinds[name], keys);
    const missing = lacks.filter(({ lack }) => lack !== 'hidden');
    expect([name, faults, missing, answer]).toEqual([name, [], [], 'holds']);
  }
  const states = NAMES.map((name) => (kinds[name]!.loan as Document).state);
  expect(states).toEqual(['repaid', 'repaying', 'rejected', 'pending', 'expired', 'cancelled']);
  expect(kinds['a loan whose pledge was sold']!.log).toHaveLength(4);
});

it.each(NAMES)('%s: every field that is changed is caught, also where it is signed again', (name) => {
  const document = kinds[name] as Document;
  const uncaught: string[] = [];
  for (const path of leaves(document)) {
    const forged = structuredClone(document);
    put(forged, path, other(at(document, path), 0));
    if (verifyEvidence(forged, keys).answer !== 'broken') uncaught.push(`unsigned ${path.join('.')}`);
    if (isFree(document, path)) continue;
    if (verifyEvidence(resealed(forged), keys).answer !== 'broken') uncaught.push(path.join('.'));
  }
  expect(uncaught).toEqual([]);
});

it.each(NAMES)('%s: a pair of fields is caught, and so is a line or an entry that was left out', (name) => {
  const document = kinds[name] as Document;
  const paths = leaves(document).filter((path) => !isFree(document, path));
  const uncaught: string[] = [];
  for (let one = 0; one < paths.length; one += 1) {
    const two = (one * 37 + 11) % paths.length;
    if (one === two) continue;
    const forged = structuredClone(document);
    for (const path of [paths[one]!, paths[two]!]) put(forged, path, other(at(document, path), one));
    if (verifyEvidence(resealed(forged), keys).answer !== 'broken') uncaught.push(`${paths[one]} ${paths[two]}`);
  }
  for (const list of ['lines', 'log', 'ticks', 'proof.entries']) {
    const found = at(document, list.split('.')) as unknown[];
    for (let index = 0; index < found.length; index += 1) {
      const forged = structuredClone(document);
      const kept = found.filter((_, place) => place !== index);
      put(forged, list.split('.'), kept);
      if (verifyEvidence(resealed(forged), keys).answer === 'holds') uncaught.push(`${list} without ${index}`);
    }
  }
  expect(uncaught).toEqual([]);
});
