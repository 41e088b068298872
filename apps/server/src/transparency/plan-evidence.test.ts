/** Receipts of plans, altered as those of orders are: running, over, and left early. */
import { PLAN_DAY_MS, PLAN_PAID_WITHIN_MS } from '@glasshouse/rules/plans';
import { sealBytes } from '@glasshouse/rules/proofs/seal';
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { OperatorStamp } from '../authority/stamp.ts';
import type { Json } from '../kernel/core/types.ts';
import { accepted } from '../kernel/testing/core-fixture.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { plansCalls } from '../products/plans/routes.ts';
import { OFFER } from '../products/plans/testing/fixture.ts';
import { at, type Document, leaves, other, put } from './testing/altering.ts';
import { EvidenceFixture, USER } from './testing/evidence-fixture.ts';
import { testEvidence } from './testing/proving.ts';

vi.mock('@noble/ed25519', async () => (await import('./testing/native-crypto.ts')).nativeSignatures);
vi.mock('@noble/hashes/sha2.js', async () => (await import('./testing/native-crypto.ts')).nativeHashes);

const database = withTestDatabase();
let fixture: EvidenceFixture;
let keys: string[];
let commands = 0;
const kinds: { [name: string]: Document } = {};

const send = (type: string, body: Json, userId = 0) => {
  commands += 1;
  const id = `${userId === 0 ? 'op' : userId}:plans-${commands}`;
  return fixture.harness.sequencer.submit({ id, userId, book: 'real', type, body });
};
const inner = (type: string, body: Json, book: 'demo' | 'real' = 'real') => {
  commands += 1;
  return fixture.harness.sequencer.submitInternal({ id: `inner-${commands}`, userId: 0, book, type, body });
};

async function operator(name: string, role: string): Promise<OperatorStamp> {
  const added = accepted<{ operator: number }>(await send('operator.add', { name, roles: [role] }));
  const own = (what: string) => `${what} of ${name}`;
  return { ...added, session: added.operator * 10, device: own('device'), credential: own('key'), address: '::1' };
}

async function pass(days: number): Promise<void> {
  for (let half = 0; half < days * 2; half += 1) {
    await fixture.harness.wait(PLAN_DAY_MS / 2);
    for (let round = 0; round < 5; round += 1) await fixture.harness.wait(0);
  }
}

async function receipt(id: number): Promise<Document> {
  const { harness, pool, key } = fixture;
  const bus = { submit: harness.sequencer.submit, onUserEvents: () => {}, onMarketFrame: () => {} };
  const evidence = testEvidence(pool, { key, now: () => harness.now });
  const calls = plansCalls({ pool, bus: bus as never, now: () => harness.now, isRealBookClosed: false, ...evidence });
  const context = { caller: { userId: USER }, book: 'real', language: 'en' };
  const answer = await calls.getPlan!({ params: { id }, query: {}, body: undefined } as never, context as never);
  if (!answer.ok) throw new Error(`refused with ${answer.code}`);
  return JSON.parse(JSON.stringify(answer.result)) as Document;
}

beforeAll(async () => {
  fixture = await EvidenceFixture.start(database);
  keys = [fixture.key.publicKey.toString('hex')];
  const first = await operator('first', 'owner');
  const second = await operator('second', 'finance');
  const byTwo = async (type: string, fields: object, userId = 0): Promise<void> => {
    const requested = { by: first, reason: 'because', ...fields } as unknown as Json;
    const { request } = accepted<{ request: number }>(await send(type, requested, userId));
    accepted(
      await send('request.decide', { by: second, reason: 'agreed', request, verdict: 'approve' } as never, userId),
    );
  };
  accepted(await inner('house.fund', { asset: 'USDT', amount: '5000', into: 'capital', rules: 2 }));
  accepted(await inner('plans.define', OFFER, 'demo'));
  await byTwo('plans.fund', { product: 1, amount: '100' });
  await byTwo('balances.adjust', { asset: 'USDT', amount: '2000', direction: 'credit' }, USER);
  accepted(await send('plans.switch', { enabled: true }, USER));
  const buy = async (amount: string): Promise<number> => {
    const body = { product: 1, amount, days: null, version: null };
    return accepted<{ id: number }>(await send('plans.buy', body, USER)).id;
  };
  const over = await buy('100');
  const left = await buy('200');
  await pass(2);
  const running = await buy('50');
  accepted(await send('plans.exit', { id: left }, USER));
  await pass(2.5);
  kinds['a plan that runs'] = await receipt(running);
  kinds['a plan that was left'] = await receipt(left);
  kinds['a plan that is over'] = await receipt(over);
});
afterAll(() => fixture.stop());

const NAMES = ['a plan that runs', 'a plan that was left', 'a plan that is over'];
const FREE = [/^plan\.name$/, /^proof\.issuedAt/, /^lines\.\d+\.(id|balanceAfter)$/, /^proof\.signature$/];
const isFree = (path: readonly (string | number)[]): boolean => FREE.some((free) => free.test(path.join('.')));

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
  const states = NAMES.map((name) => (kinds[name]!.plan as Document).state);
  expect(states).toEqual(['earning', 'exited', 'divided']);
});

it.each(NAMES)('%s: every field that is changed is caught, also where it is signed again', (name) => {
  const document = kinds[name] as Document;
  const uncaught: string[] = [];
  for (const path of leaves(document)) {
    const forged = structuredClone(document);
    put(forged, path, other(at(document, path), 0));
    if (verifyEvidence(forged, keys).answer !== 'broken') uncaught.push(`unsigned ${path.join('.')}`);
    if (isFree(path)) continue;
    if (verifyEvidence(resealed(forged), keys).answer !== 'broken') uncaught.push(path.join('.'));
  }
  expect(uncaught).toEqual([]);
});

it.each(NAMES)('%s: a pair of fields is caught, and so is a line or an entry that was left out', (name) => {
  const document = kinds[name] as Document;
  const paths = leaves(document).filter((path) => !isFree(path));
  const uncaught: string[] = [];
  for (let index = 0; index < paths.length; index += 1) {
    const otherIndex = (index * 37 + 11) % paths.length;
    if (index === otherIndex) continue;
    const forged = structuredClone(document);
    for (const path of [paths[index]!, paths[otherIndex]!]) put(forged, path, other(at(document, path), index));
    if (verifyEvidence(resealed(forged), keys).answer !== 'broken')
      uncaught.push(`${paths[index]} ${paths[otherIndex]}`);
  }
  for (const list of ['lines', 'log', 'proof.entries']) {
    const found = at(document, list.split('.')) as unknown[];
    for (let index = 0; index < found.length; index += 1) {
      const forged = structuredClone(document);
      put(
        forged,
        list.split('.'),
        found.filter((_, place) => place !== index),
      );
      if (verifyEvidence(resealed(forged), keys).answer === 'holds') uncaught.push(`${list} without ${index}`);
    }
  }
  expect(uncaught).toEqual([]);
});

/** The same receipt, as if the entries had never been made that name this type. */
function without(name: string, type: string, shown: object): Document {
  const forged = structuredClone(kinds[name]) as unknown as {
    plan: object;
    log: { seq: number; type: string }[];
    lines: { reason: string }[];
    proof: { entries: { seq: number; type: string }[] };
  };
  forged.plan = { ...forged.plan, ...shown };
  forged.log = forged.log.filter((entry) => entry.type !== type);
  forged.proof.entries = forged.proof.entries.filter((entry) => entry.type !== type);
  const reason = type === 'plans.pay' ? 'plans.yield' : 'plans.return';
  forged.lines = forged.lines.filter((line) => line.reason !== reason);
  return resealed(forged as unknown as Document);
}

it('says how many days were due that it leaves out, although all else fits', () => {
  const { paidDays, startedAt } = kinds['a plan that runs']!.plan as { paidDays: number; startedAt: string };
  expect(paidDays).toBeGreaterThan(0);
  const forged = without('a plan that runs', 'plans.pay', { paidDays: 0, earned: '0' });
  const { answer, faults, lacks } = verifyEvidence(forged, keys);
  expect([answer, faults, lacks.filter(({ lack }) => lack !== 'hidden')]).toEqual([
    'partly',
    [],
    [{ lack: 'days', what: expect.any(String), count: paidDays }],
  ]);
  const later = structuredClone(kinds['a plan that runs'] as Document);
  const midnight = Date.parse(startedAt) + (paidDays + 2) * PLAN_DAY_MS;
  const missingAt = (at: number): unknown => {
    (later.proof as Document).issuedAt = new Date(at).toISOString();
    return verifyEvidence(resealed(later), keys).lacks.find(({ lack }) => lack === 'days')?.count;
  };
  // Payments of a midnight are spread over minutes: the newest is not missed before they are over.
  expect(missingAt(midnight + PLAN_PAID_WITHIN_MS)).toBe(2);
  expect(missingAt(midnight + PLAN_PAID_WITHIN_MS - 1)).toBe(1);
  (later.proof as Document).issuedAt = 'never';
  expect(verifyEvidence(resealed(later), keys).answer).toBe('broken');
});

it('says that the principal was due that it leaves out', () => {
  const forged = without('a plan that is over', 'plans.return', { state: 'expired', closedAt: null });
  const { answer, lacks } = verifyEvidence(forged, keys);
  expect([answer, lacks.filter(({ lack }) => lack !== 'hidden').map(({ lack }) => lack)]).toEqual([
    'partly',
    ['principal'],
  ]);
});
