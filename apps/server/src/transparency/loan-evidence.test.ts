/** Receipts of loans, altered as those of orders are: repaid early, collected, sold, refused. */
import { sealBytes } from '@glasshouse/rules/proofs/seal';
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { accepted } from '../kernel/testing/core-fixture.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { at, type Document, leaves, other, put } from './testing/altering.ts';
import type { EvidenceFixture } from './testing/evidence-fixture.ts';
import { LendingWorld } from './testing/lending-world.ts';

vi.mock('@noble/ed25519', async () => (await import('./testing/native-crypto.ts')).nativeSignatures);
vi.mock('@noble/hashes/sha2.js', async () => (await import('./testing/native-crypto.ts')).nativeHashes);

const database = withTestDatabase();
let world: LendingWorld;
let fixture: EvidenceFixture;
let keys: string[];
const kinds: { [name: string]: Document } = {};

beforeAll(async () => {
  world = await LendingWorld.start(database);
  fixture = world.fixture;
  keys = [fixture.key.publicKey.toString('hex')];
  const anna = await world.borrower(11);
  const bert = await world.borrower(12);
  const carl = await world.borrower(13);
  const dora = await world.borrower(14);
  await world.look();
  const loans = [
    await world.ask(anna, '900'),
    await world.ask(bert, '1000'),
    await world.ask(carl, '300'),
    await world.ask(dora, '200'),
  ];
  const [repaid, sold, refused, waiting] = loans as [number, number, number, number];
  await world.decide(anna, repaid);
  await world.decide(bert, sold);
  await world.decide(carl, refused, 'reject');
  await world.repay(anna, repaid, '250');
  await world.pass(16);
  await world.repay(anna, repaid, '100');
  // Half of the price is gone: warned, then sold, and the rest stays owed.
  await world.minute(120_000);
  fixture.harness.now += 6 * 3_600_000;
  await world.look(120_000);
  await world.repay(anna, repaid, null);
  await world.minute();
  kinds['a loan that was repaid in parts'] = await world.receipt(anna, repaid);
  kinds['a loan whose pledge was sold'] = await world.receipt(bert, sold);
  kinds['a loan that was refused'] = await world.receipt(carl, refused);
  kinds['a loan that waits'] = await world.receipt(dora, waiting);
  const short = await world.ask(carl, '400', 7);
  await world.decide(carl, short);
  accepted(await world.send('loans.cancel', { id: waiting }, dora));
  const all = { asset: 'USDT', amount: '700', direction: 'debit' };
  await world.byTwo('balances.adjust', all, carl);
  await world.pass(9);
  kinds['a loan that is overdue'] = await world.receipt(carl, short);
  kinds['a loan that was taken back'] = await world.receipt(dora, waiting);
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

it('of before the list of steps hold as well', () => {
  for (const name of NAMES) {
    const { steps: _, ...before } = kinds[name]!;
    expect([name, verifyEvidence(resealed(before), keys).answer]).toEqual([name, 'holds']);
  }
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
  for (let index = 0; index < paths.length; index += 1) {
    const otherIndex = (index * 37 + 11) % paths.length;
    if (index === otherIndex) continue;
    const forged = structuredClone(document);
    for (const path of [paths[index]!, paths[otherIndex]!]) put(forged, path, other(at(document, path), index));
    if (verifyEvidence(resealed(forged), keys).answer !== 'broken')
      uncaught.push(`${paths[index]} ${paths[otherIndex]}`);
  }
  for (const list of ['lines', 'log', 'steps', 'ticks', 'proof.entries']) {
    const found = at(document, list.split('.')) as unknown[];
    for (let index = 0; index < found.length; index += 1) {
      const forged = structuredClone(document);
      const remaining = found.filter((_, place) => place !== index);
      put(forged, list.split('.'), remaining);
      if (verifyEvidence(resealed(forged), keys).answer === 'holds') uncaught.push(`${list} without ${index}`);
    }
  }
  expect(uncaught).toEqual([]);
});
