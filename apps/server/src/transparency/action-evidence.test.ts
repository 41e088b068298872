/**
 * Receipts of contracts that went through splits, dividends, a roll or the end of trading hold, and
 * every field of them that somebody changes is caught, also where the operator signs it again.
 */
import { sealBytes } from '@glasshouse/rules/proofs/seal';
import { redact, sharedBytes } from '@glasshouse/rules/proofs/shared/receipt';
import { verifyShared } from '@glasshouse/rules/proofs/shared/verify';
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { accepted } from '../kernel/testing/core-fixture.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { TEST_CONTRACT } from '../products/contracts/testing/fixture.ts';
import { at, type Document, leaves, other, put } from './testing/altering.ts';
import { EvidenceFixture, OTHER, USER } from './testing/evidence-fixture.ts';

vi.mock('@noble/ed25519', async () => (await import('./testing/native-crypto.ts')).nativeSignatures);
vi.mock('@noble/hashes/sha2.js', async () => (await import('./testing/native-crypto.ts')).nativeHashes);

const MINUTE_MS = 60_000;
const CODE = 'BTCUSDT';
const database = withTestDatabase();
let fixture: EvidenceFixture;
let keys: string[];
let imported = 0;
const kinds: { [name: string]: Document } = {};

const market = { code: CODE, side: 'buy', type: 'market', lots: '2', leverage: 20 };

/** Carried out by a first price at the next whole minute. */
async function act(action: object, first: number): Promise<void> {
  const { harness } = fixture;
  const moment = Math.ceil((harness.now + MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  imported += 1;
  const body = {
    code: CODE,
    numerator: 1,
    denominator: 1,
    amount: null,
    symbol: null,
    source: 'https://example.com/notice',
    ...action,
    effective_at: moment,
    origin: 'file',
  };
  accepted(await harness.internal('corporate.import', body, `import-${imported}`));
  await harness.tick(first, moment - harness.now);
}

beforeAll(async () => {
  fixture = await EvidenceFixture.start(database);
  const { harness } = fixture;
  keys = [fixture.key.publicKey.toString('hex')];
  const terms = { slippageRate: '0.01', feeRate: '0.0005', financingRate: '0.0003', stalenessMs: 60_000 };
  await fixture.define('contracts.define', {
    ...TEST_CONTRACT,
    ...terms,
    exposureMax: '100000000',
    exposureTotalMax: '200000000',
    personMax: '100000000',
    profitMaxRate: '9',
    dividendWithholdingRate: '0.15',
  });
  const buy = (order: object, user = USER) => fixture.submit(user, 'contracts.buy', { ...market, ...order });
  const long = await buy({
    targets: [
      { price: '20400.01', lots: '0.5' },
      { price: '20500', lots: '0.25' },
    ],
  });
  const trailing = await buy({ lots: '1', trailing: { distance: '1500', activation: '20050' } });
  const limit = await buy({ type: 'limit', price: '19000.05', lots: '1' });
  const rolled = await buy({ type: 'limit', price: '15000', lots: '1' });
  await fixture.run(3, 2_002_000);
  await fixture.submit(USER, 'contracts.stops', { id: long, stopLoss: '19801.03' });
  await fixture.submit(USER, 'contracts.close', { id: long, lots: '0.5' });
  await harness.tick(2_009_000);
  await harness.tick(2_007_000);
  await act({ kind: 'split', numerator: 10 }, 200_600);
  await fixture.run(2, 210_000);
  const short = await buy({ side: 'sell', lots: '7', leverage: 100 }, OTHER);
  await harness.tick(210_000);
  await act({ kind: 'dividend', amount: '40.5' }, 205_950);
  await fixture.run(2, 194_000);
  await harness.tick(189_990);
  await fixture.run(2, 190_100);
  await act({ kind: 'roll', symbol: 'NEXT' }, 190_000);
  await fixture.run(70, 190_000);
  await fixture.sign();
  for (const [name, id, user] of [
    ['split, with a ladder, paid a dividend and stopped', long, USER],
    ['split, with a trailing stop', trailing, USER],
    ['split while it waited, and rolled', limit, USER],
    ['split and cancelled by a roll', rolled, USER],
    ['closed because of a dividend', short, OTHER],
  ] as const) {
    kinds[name] = await fixture.evidence('getPosition', id, user);
  }
});
afterAll(() => fixture.stop());

const NAMES = [
  'split, with a ladder, paid a dividend and stopped',
  'split, with a trailing stop',
  'split while it waited, and rolled',
  'split and cancelled by a roll',
  'closed because of a dividend',
];

const FREE = [/^order\.name$/, /^proof\.issuedAt/, /^lines\.\d+\.(id|balanceAfter)$/, /^proof\.signature$/];
const isFree = (path: readonly (string | number)[]): boolean => FREE.some((free) => free.test(path.join('.')));

function resealed(document: Document): Document {
  const signature = fixture.key.sign(sealBytes(document)).toString('hex');
  return { ...document, proof: { ...(document.proof as Document), signature } };
}

/** Of proofs of ticks it is tested with receipts of all kinds. */
const isWorthIt = (path: readonly (string | number)[]): boolean => !path.includes('receipt');

const stepsOf = (name: string): string[] => (kinds[name]!.steps as { kind: string }[]).map(({ kind }) => kind);

it('hold by the trusted key', () => {
  for (const name of NAMES) {
    const { faults, lacks, answer } = verifyEvidence(kinds[name], keys);
    const missing = lacks.filter(({ lack }) => lack !== 'hidden');
    expect([name, faults, missing, answer]).toEqual([name, [], [], 'holds']);
  }
  expect(NAMES.map((name) => [stepsOf(name).join(' '), (kinds[name]!.order as Document).closedBy])).toEqual([
    ['placed opened stopsChanged closeAsked partClosed adjusted partClosed dividend closed', 'stopLoss'],
    ['placed opened adjusted dividend closed', 'trailingStop'],
    ['placed adjusted opened closed', 'roll'],
    ['placed adjusted cancelled', 'roll'],
    ['placed opened dividend closed', 'dividend'],
  ]);
});

it('hold for strangers to whom their owners show them, and no other split or dividend does', () => {
  const at = fixture.harness.now;
  const publicKey = fixture.key.publicKey.toString('hex');
  const signed = (shared: object): Document => {
    const signature = fixture.key.sign(sharedBytes(shared as Document)).toString('hex');
    return { ...shared, signature };
  };
  const closed = NAMES.filter((name) => (kinds[name]!.order as Document).state === 'closed');
  expect(closed).toHaveLength(4);
  for (const name of closed) {
    const shared = redact(kinds[name], { kind: 'contract', at, publicKey });
    expect([name, verifyShared(signed(shared), keys).faults]).toEqual([name, []]);
    const { steps } = shared.order as { steps: { kind: string; pnl: string | null; adjusted?: object }[] };
    for (const [index, step] of steps.entries()) {
      if (step.adjusted === undefined || step.pnl === null) continue;
      const forged = structuredClone(shared) as unknown as { order: { steps: { pnl: string }[] } };
      forged.order.steps[index]!.pnl = '1000000';
      expect([name, verifyShared(signed(forged), keys).answer]).toEqual([name, 'broken']);
    }
  }
});

it.each(NAMES)('%s: every field that is changed is caught, also where it is signed again', (name) => {
  const document = kinds[name] as Document;
  const uncaught: string[] = [];
  for (const path of leaves(document).filter(isWorthIt)) {
    const forged = structuredClone(document);
    put(forged, path, other(at(document, path), 0));
    if (verifyEvidence(forged, keys).answer !== 'broken') uncaught.push(`unsigned ${path.join('.')}`);
    if (isFree(path)) continue;
    if (verifyEvidence(resealed(forged), keys).answer !== 'broken') uncaught.push(path.join('.'));
  }
  expect(uncaught).toEqual([]);
});

it('none of the log entries can be left out, also where it is signed again', () => {
  const uncaught: string[] = [];
  for (const [name, document] of Object.entries(kinds)) {
    const { entries } = document.proof as { entries: { type: string }[] };
    for (const [index, { type }] of entries.entries()) {
      const forged = structuredClone(document) as { proof: { entries: unknown[] } };
      forged.proof.entries.splice(index, 1);
      if (verifyEvidence(resealed(forged as never), keys).answer !== 'broken') uncaught.push(`${name}: ${type}`);
    }
  }
  expect(uncaught).toEqual([]);
});

it('a step of an action that is left out with its entry and its lines is caught', () => {
  for (const name of NAMES.slice(0, -1)) {
    const forged = structuredClone(kinds[name]) as {
      steps: { kind: string; seq: number }[];
      lines: { seq: number }[];
      proof: { entries: { seq: number }[] };
    };
    const { seq } = forged.steps.find(({ kind }) => kind === 'adjusted')!;
    forged.steps = forged.steps.filter((step) => step.seq !== seq);
    forged.proof.entries = forged.proof.entries.filter((entry) => entry.seq !== seq);
    forged.lines = forged.lines.filter((line) => line.seq !== seq);
    expect([name, verifyEvidence(resealed(forged as never), keys).answer]).toEqual([name, 'broken']);
  }
});
