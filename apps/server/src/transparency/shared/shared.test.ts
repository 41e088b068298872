/**
 * Receipts that are shown to strangers: they verify by themselves, contain nothing that leads to
 * their owner, no change of a field is believed, and they end when their owner says so or leaves.
 */
import { code } from '@glasshouse/api/codes';
import { sharedBytes } from '@glasshouse/rules/proofs/shared/receipt';
import { verifyShared } from '@glasshouse/rules/proofs/shared/verify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CallContext, CallHandlers } from '../../platform/call.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { at, type Document, leaves, other, put } from '../testing/altering.ts';
import { EvidenceFixture, OTHER, TYPED_INPUT, USER } from '../testing/evidence-fixture.ts';
import { evidenceFrom, sharedCalls } from './routes.ts';

vi.mock('@noble/ed25519', async () => (await import('../testing/native-crypto.ts')).nativeSignatures);
vi.mock('@noble/hashes/sha2.js', async () => (await import('../testing/native-crypto.ts')).nativeHashes);

const database = withTestDatabase();
let fixture: EvidenceFixture;
let calls: CallHandlers;
let keys: string[];
const orders: Record<string, { kind: 'option' | 'contract' | 'spot' | 'conversion'; id: number }> = {};

const spot = { code: 'BTCUSDT', price: null, quantity: null, amount: null, timeInForce: null };
const option = (direction: 'up' | 'down', amount: string) => ({ code: 'BTCUSDT', direction, amount, periodId: 30 });

const as = (userId: number, kind: 'user' | 'guest' = 'user', book = 'demo') =>
  ({ caller: { userId, kind, status: 'active', sessionId: 1 }, book }) as unknown as CallContext;
const call = async (
  name: 'shareReceipt' | 'unshareReceipt' | 'listSharedReceipts' | 'getSharedReceipt',
  body: object,
  by = as(USER),
) =>
  (calls[name] as (input: unknown, context: CallContext) => unknown)(body, by) as Promise<
    { ok: true; result: Document } | { ok: false; code: number }
  >;
const share = (name: string, by = as(USER)) => call('shareReceipt', { body: orders[name] }, by);

async function shown(name: string): Promise<Document> {
  const link = await share(name);
  if (!link.ok) throw new Error(`${name} was refused with ${link.code}`);
  const answer = await call('getSharedReceipt', { params: link.result }, {} as CallContext);
  if (!answer.ok) throw new Error(`${name} is not shown`);
  return answer.result;
}

beforeAll(async () => {
  fixture = await EvidenceFixture.start(database);
  const { harness, pool } = fixture;
  keys = [fixture.key.publicKey.toString('hex')];
  calls = sharedCalls({ pool, key: fixture.key, now: () => harness.now, evidenceOf: evidenceFrom(fixture.calls) });
  for (const id of [USER, OTHER]) {
    await pool.query(
      `insert into users (id, kind, username, password_hash, language, invite_code, created_at)
       values ($1, 'user', $2, 'x', 'en', $3, now())`,
      [id, `person${id}`, `code${id}`],
    );
  }
  const made = async (name: string, kind: (typeof orders)[string]['kind'], type: string, body: object) => {
    orders[name] = { kind, id: await fixture.submit(USER, type, body as never) };
    return orders[name].id;
  };
  await made('an option won', 'option', 'options.buy', option('up', '100'));
  await made('an option lost', 'option', 'options.buy', option('down', '50'));
  const contract = await made('a contract', 'contract', 'contracts.buy', {
    code: 'BTCUSDT',
    side: 'buy',
    type: 'market',
    lots: '2',
    leverage: 20,
    takeProfit: '20500',
  });
  await fixture.run(8);
  await fixture.submit(USER, 'contracts.stops', { id: contract, stopLoss: '19800' });
  await fixture.submit(USER, 'contracts.close', { id: contract, lots: '0.5' });
  await fixture.run(6, 2_001_000);
  await made('a spot order', 'spot', 'spot.submit', { ...spot, side: 'buy', type: 'market', quantity: '2' });
  await harness.tick(320_000, 1, 'ETHUSDT');
  await made('a conversion', 'conversion', 'convert.fill', { from: 'USDT', to: 'ETH', amount: '500', quoteId: null });
  await harness.tick(320_010, 1, 'ETHUSDT');
  await made('a conversion between coins', 'conversion', 'convert.fill', {
    from: 'ETH',
    to: 'BTC',
    amount: '0.02',
    quoteId: null,
  });
  await harness.tick(320_020, 1, 'ETHUSDT');
  await harness.tick(2_001_001);
  await fixture.run(20, 2_006_500);
  await made('an option void', 'option', 'options.buy', option('up', '70'));
  await fixture.run(2);
  await harness.wait(40_000);
  await harness.tick(2_006_500);
  await fixture.submit(USER, 'contracts.close', { id: contract });
  await fixture.run(70);
  await fixture.sign();
  await made('a live option', 'option', 'options.buy', { ...option('up', '10'), periodId: 60 });
});
afterAll(() => fixture.stop());

const NAMES = [
  'an option won',
  'an option lost',
  'an option void',
  'a contract',
  'a spot order',
  'a conversion',
  'a conversion between coins',
];

/** Nothing else in the file says what these should be; the signature does. */
const SIGNED_ONLY = new RegExp(
  [
    '^(book|entry\\.|inputs|sharedAt|signature)',
    '^order\\.(name|asset|base|quote|feeAsset|type|state|reason|side|leverage|closedBy|stopLoss|takeProfit)$',
    '^order\\.(placedAt|openedAt|closedAt|settledAt|doneAt|at|gapLimitMs|lastGapEndedAt|closePrice|margin|fee|price)$',
    '^order\\.(steps\\.\\d+\\.(kind|at|stopLoss|takeProfit|lots|price|fee)|fills\\.\\d+\\.(feeAsset|role|house|at))$',
    // Of a draw; of a maximum that was not reached; within the rounding of a small amount.
    '^order\\.(direction|profitMaxRate|spreadRate)$',
  ].join('|'),
);

describe('a shared receipt', () => {
  it.each(NAMES)('of %s verifies for a stranger', async (name) => {
    const document = await shown(name);
    const verdict = verifyShared(document, keys);
    expect([verdict.faults, verdict.lacks, verdict.answer]).toEqual([[], [], 'holds']);
    expect(verifyShared(document).answer).toBe('unknownSigner');
    expect(verifyShared(document, ['ab'.repeat(32)]).answer).toBe('broken');
    expect(document).toMatchObject({ book: 'demo', inputs: [TYPED_INPUT] });
  });

  it.each(NAMES)('of %s names neither owner nor balance nor another order', async (name) => {
    const document = await shown(name);
    const paths = leaves(document).map((path) => path.join('.'));
    expect(paths.filter((path) => /user|owner|balance|lines|network|text$|previousHash|\bid$/i.test(path))).toEqual([]);
    const { hash, seq } = document.entry as { hash: string; seq: number };
    const { rows } = await fixture.pool.query('select hash from command_log where seq = $1', [seq]);
    expect(rows[0].hash.toString('hex')).toBe(hash);
    const written = JSON.stringify(document);
    expect(written).not.toContain(`"${USER}:`);
    expect(written).not.toContain('0123456789abcdef"');
    // Each log entry of the whole receipt but the one that placed it.
    const others = await fixture.pool.query('select hash from command_log where seq <> $1', [seq]);
    for (const row of others.rows) expect(written).not.toContain(row.hash.toString('hex'));
  });

  it.each(NAMES)('of %s: no field that somebody changes is believed', async (name) => {
    const document = await shown(name);
    for (const path of leaves(document)) {
      if (path[0] === 'runs' && path[2] === 'ticks' && Number(path[3]) % 15 !== 0) continue;
      const forged = structuredClone(document);
      put(forged, path, other(at(document, path), 0));
      expect([path.join('.'), verifyShared(forged, keys).answer]).toEqual([path.join('.'), 'broken']);
    }
  });

  it.each(NAMES)('of %s: prices and results are not the word of the signer', async (name) => {
    const document = await shown(name);
    const uncaught: string[] = [];
    for (const path of leaves(document)) {
      if (path[0] === 'runs' && path[2] === 'ticks' && Number(path[3]) % 15 !== 0) continue;
      const forged = structuredClone(document);
      put(forged, path, other(at(document, path), 0));
      const signature = fixture.key.sign(sharedBytes(forged)).toString('hex');
      if (verifyShared({ ...forged, signature }, keys).answer !== 'broken') uncaught.push(path.join('.'));
    }
    expect(uncaught.filter((path) => !SIGNED_ONLY.test(path))).toEqual([]);
    const results =
      /^order\.(outcome|paid|profit|realised|closeFeePaid|filledQuantity|averagePrice|received|reference)$/;
    expect(uncaught.filter((path) => results.test(path))).toEqual([]);
    if (name === 'an option won') expect(uncaught).not.toContain('order.direction');
  });
});

it('a link is one for each order, its owner’s alone, and ends when they say so', async () => {
  const first = await share('an option won');
  const second = await share('an option won');
  expect(first).toEqual(second);
  if (!first.ok) throw new Error('refused');
  expect(String(first.result.token)).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(await share('an option won', as(OTHER))).toMatchObject({ ok: false, code: code.orderNotFound });
  await call('unshareReceipt', { body: orders['an option won'] }, as(OTHER));
  expect(await call('getSharedReceipt', { params: first.result })).toMatchObject({ ok: true });
  expect(await call('listSharedReceipts', {}, as(OTHER))).toEqual({ ok: true, result: [] });
  const listed = await call('listSharedReceipts', {});
  expect(listed.ok && (listed.result as unknown as Document[]).map(({ token }) => token)).toContain(first.result.token);
  await call('unshareReceipt', { body: orders['an option won'] });
  expect(await call('getSharedReceipt', { params: first.result })).toMatchObject({ code: code.nothingFound });
  const again = await share('an option won');
  expect(again.ok && again.result.token).not.toBe(first.result.token);
});

it('a guest, a live order and one that is not all proved are refused', async () => {
  expect(await share('an option won', as(USER, 'guest'))).toMatchObject({ code: code.guestMustUpgrade });
  expect(await share('a live option')).toMatchObject({ code: code.notProvedYet });
});

it('a demo order is not shown as a real one, whatever book its owner looks at', async () => {
  await call('unshareReceipt', { body: orders['an option lost'] });
  const link = await share('an option lost', as(USER, 'user', 'real'));
  const answer = link.ok ? await call('getSharedReceipt', { params: link.result }) : link;
  expect(answer).toMatchObject({ ok: true, result: { book: 'demo' } });
});

it('a person has so many links', async () => {
  await fixture.pool.query(
    `insert into shared_receipts (token, user_id, book, kind, order_id, document, shared_at)
     select 't' || n, $1, 'demo', 'option', 100000 + n, '{}', now() from generate_series(1, 100) n`,
    [OTHER],
  );
  const id = await fixture.submit(OTHER, 'convert.fill', { from: 'USDT', to: 'BTC', amount: '50', quoteId: null });
  await fixture.run(65);
  await fixture.sign();
  expect(await call('shareReceipt', { body: { kind: 'conversion', id } }, as(OTHER))).toMatchObject({
    code: code.tooManyShared,
  });
});

it('whoever closed their account, or was shut out, shows nothing', async () => {
  const link = await share('a contract');
  if (!link.ok) throw new Error('refused');
  await fixture.pool.query(
    `insert into user_standings (user_id, status, since, reason) values ($1, 'disabled', now(), 'account.closed')`,
    [USER],
  );
  expect(await call('getSharedReceipt', { params: link.result })).toMatchObject({ code: code.nothingFound });
});
