/** A loan of several hundred steps: all of them are shown, and proved. */
import { sealBytes } from '@glasshouse/rules/proofs/seal';
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';
import { fillLoanSteps } from '../products/loans/fill-steps.ts';
import { ownSteps } from '../products/loans/queries.ts';
import type { Document } from './testing/altering.ts';
import { LendingWorld } from './testing/lending-world.ts';

vi.mock('@noble/ed25519', async () => (await import('./testing/native-crypto.ts')).nativeSignatures);
vi.mock('@noble/hashes/sha2.js', async () => (await import('./testing/native-crypto.ts')).nativeHashes);

const database = withTestDatabase();
const BORROWER = 11;
let world: LendingWorld;
let id: number;
let keys: string[];
let receipt: Document;

interface Step {
  readonly step: string;
  readonly seq: number;
  readonly at: string;
}
const stepsOf = (document: Document): Step[] => document.steps as Step[];

/** Parts are repaid each day, the pledge falls and recovers; in the end little can be collected. */
beforeAll(async () => {
  world = await LendingWorld.start(database);
  keys = [world.fixture.key.publicKey.toString('hex')];
  await world.borrower(BORROWER);
  await world.look();
  id = await world.ask(BORROWER, '1000', 90);
  await world.decide(BORROWER, id);
  for (let day = 0; day < 60; day += 1) {
    await world.pass(1);
    for (let part = 0; part < 4; part += 1) await world.repay(BORROWER, id, '0.5');
    if (day % 3 !== 2) continue;
    await world.minute(90_000);
    await world.minute();
  }
  await world.byTwo('balances.adjust', { asset: 'USDT', amount: '1380', direction: 'debit' }, BORROWER);
  await world.pass(30);
  for (let day = 0; day < 8; day += 1) {
    await world.byTwo('balances.adjust', { asset: 'USDT', amount: '2', direction: 'credit' }, BORROWER);
    await world.pass(1);
  }
  receipt = await world.receipt(BORROWER, id);
}, 300_000);
afterAll(() => world.fixture.stop());

const resealed = (document: Document): Document => {
  const signature = world.fixture.key.sign(sealBytes(document)).toString('hex');
  return { ...document, proof: { ...(document.proof as Document), signature } };
};
const answerOf = (document: Document) => verifyEvidence(document, keys).answer;
const rows = async () =>
  (await database.pool.query('select * from loan_steps where loan_id = $1 order by seq, idx', [id])).rows;

it('is whole in the receipt, and holds', () => {
  const { faults, lacks } = verifyEvidence(receipt, keys);
  expect([faults, lacks.filter(({ lack }) => lack !== 'hidden')]).toEqual([[], []]);
  const counts = Object.groupBy(stepsOf(receipt), ({ step }) => step);
  expect(Object.fromEntries(Object.entries(counts).map(([step, steps]) => [step, steps?.length]))).toEqual({
    requested: 1,
    paidOut: 1,
    partRepaid: 240,
    warned: 20,
    covered: 20,
    reminded: 3,
    overdue: 1,
    partCollected: 7,
    soldAndRepaid: 1,
  });
  expect((receipt.loan as Document).state).toBe('repaid');
  expect((receipt.lines as unknown[]).length).toBeGreaterThan(250);
});

it('is broken by a step that is left out, added, renamed or moved, also where it is signed again', () => {
  const steps = stepsOf(receipt);
  for (const place of [0, 1, 137, steps.length - 1]) {
    const without = resealed({ ...receipt, steps: steps.filter((_, index) => index !== place) });
    expect(answerOf(without), `without ${place}`).toBe('broken');
    const twice = resealed({ ...receipt, steps: steps.toSpliced(place, 0, steps[place]!) });
    expect(answerOf(twice), `twice ${place}`).toBe('broken');
    for (const altered of [
      { step: 'sold' },
      { seq: steps[place]!.seq + 1 },
      { at: steps[0]!.at.replace('20', '21') },
    ]) {
      const changed = resealed({ ...receipt, steps: steps.with(place, { ...steps[place]!, ...altered }) });
      expect(answerOf(changed), `${place} ${JSON.stringify(altered)}`).toBe('broken');
    }
  }
});

it('comes in pages, oldest first, each step with what it moved', async () => {
  const reads = { pool: database.pool, now: () => 0, midOf: () => undefined };
  const page = { limit: 100, from: null, to: null };
  const found: { step: string; seq: number | null; lines: number }[] = [];
  let after: number[] | undefined;
  for (let pages = 0; pages < 10; pages += 1) {
    const { items, next } = (await ownSteps(reads, { userId: BORROWER, id }, { ...page, after }))!;
    found.push(...items.map(({ step, seq, lines }) => ({ step, seq, lines: lines.length })));
    if (next === null) break;
    after = next.split('_').map(Number);
  }
  expect(found.map(({ step, seq }) => ({ step, seq }))).toEqual(
    stepsOf(receipt).map(({ step, seq }) => ({ step, seq })),
  );
  expect(found.filter(({ step, lines }) => step === 'partRepaid' && lines === 0)).toEqual([]);
  expect(await ownSteps(reads, { userId: BORROWER + 1, id }, { ...page, after: undefined })).toBeUndefined();
});

it('is filled in from the log where a row had dropped steps, once', async () => {
  const before = await rows();
  const { rows: stored } = await database.pool.query('select steps from loans where id = $1', [id]);
  expect(stored[0].steps).toHaveLength(25);
  // As the migration leaves it: what the row has.
  const seqs = stored[0].steps.map(({ seq }: Step) => seq);
  await database.pool.query('delete from loan_steps where loan_id = $1 and not seq = any($2)', [id, seqs]);
  expect(await rows()).toHaveLength(25);
  expect(await fillLoanSteps(database.pool)).toEqual({ filled: 1, unreadable: [] });
  expect(await rows()).toEqual(before);
  expect(await fillLoanSteps(database.pool)).toEqual({ filled: 0, unreadable: [] });
});
