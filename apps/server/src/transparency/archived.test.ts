/**
 * Entries that were archived: anchors of them are compared with the files, and receipts of old
 * orders read the files or say which one is missing.
 */
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { code } from '@glasshouse/api/codes';
import type { AnchorStatement } from '@glasshouse/rules/proofs/anchor';
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LogArchive } from '../kernel/log/log-archive.ts';
import { purgeIds } from '../kernel/log/purge-ids.ts';
import { archiveLog } from '../kernel/verify/archive-log.ts';
import { makeCheckpoint } from '../kernel/verify/checkpoints.ts';
import { publishKey } from '../market-data/tape/keys.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from '../runtime/modules.ts';
import { EvidenceFixture, USER } from './testing/evidence-fixture.ts';
import { checkStatements } from './verify-anchors.ts';

const DAYS_8_MS = 8 * 24 * 60 * 60_000;
const database = withTestDatabase();
let fixture: EvidenceFixture;
let folder = '';
const ids = { option: 0, contract: 0, spot: 0, conversion: 0, later: 0 };
let statements: AnchorStatement[] = [];
let last = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'archived-'));
  fixture = await EvidenceFixture.start(database);
  const { harness, pool, key } = fixture;
  const option = { code: 'BTCUSDT', direction: 'up', amount: '100', periodId: 30 };
  ids.option = await fixture.submit(USER, 'options.buy', option);
  const contract = { code: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', leverage: 20 };
  ids.contract = await fixture.submit(USER, 'contracts.buy', contract);
  await fixture.run(3);
  const spot = { code: 'BTCUSDT', side: 'buy', type: 'market', price: null, quantity: '1', amount: null };
  ids.spot = await fixture.submit(USER, 'spot.submit', { ...spot, timeInForce: null });
  await harness.tick(320_000, 1, 'ETHUSDT');
  const conversion = { from: 'USDT', to: 'ETH', amount: '500', quoteId: null };
  ids.conversion = await fixture.submit(USER, 'convert.fill', conversion);
  await harness.tick(320_000, 1, 'ETHUSDT');
  await fixture.run(60);
  await fixture.submit(USER, 'contracts.close', { id: ids.contract });
  await fixture.run(90);
  await fixture.sign();
  await publishKey(pool, key);
  last = (await makeCheckpoint(pool, { modules: MODULES, signer: key, now: harness.now }))?.seq ?? 0;
  ids.later = await fixture.submit(USER, 'options.buy', option);
  await fixture.run(100);
  await fixture.sign();
  const { rows } = await pool.query<{ seq: number; hash: Buffer }>('select seq, hash from command_log order by seq');
  statements = rows.map(({ seq, hash }) => ({ source: 'mine', log: { seq, hash: hash.toString('hex') } }));
  await purgeIds(pool, { now: harness.now + DAYS_8_MS });
  expect(await archiveLog(pool, { before: last + 1, folder, now: harness.now })).toMatchObject({ ok: true, last });
});
afterAll(async () => {
  await fixture.stop();
  rmSync(folder, { recursive: true });
});

const calls = [
  ['getOptionOrder', 'option'],
  ['getPosition', 'contract'],
  ['getSpotOrder', 'spot'],
  ['getConversion', 'conversion'],
] as const;

it('anchors of archived entries are counted without the archive, and compared with it', async () => {
  const { pool } = database;
  const without = await checkStatements(pool, statements);
  expect(without.findings).toEqual([]);
  expect(without.notes.join()).toMatch(/^\d+ places that somebody was told of are archived/);
  const archive = await LogArchive.open(folder);
  expect(await checkStatements(pool, statements, archive)).toEqual({ findings: [], notes: [] });
  const { rows } = await pool.query<{ seq: number }>('select seq from command_log where seq <= $1', [last]);
  const gone = statements.findIndex(({ log }) => !rows.some(({ seq }) => seq === log?.seq));
  const lied = statements.with(gone, {
    source: 'mine',
    log: { seq: statements[gone]?.log?.seq ?? 0, hash: 'ab'.repeat(32) },
  });
  expect((await checkStatements(pool, lied, archive)).findings.join()).toMatch(/mine was told another entry \d+ than/);
  const lost = [{ source: 'mine', log: { seq: 900_000, hash: 'ab'.repeat(32) } }];
  expect((await checkStatements(pool, lost, archive)).findings.join()).toContain(
    'which the log does not have any more',
  );
});

it.each(calls)('%s proves an order whose entries were archived, out of the file', async (name, kind) => {
  const receipt = await fixture.evidence(name, ids[kind]);
  const verdict = verifyEvidence(receipt, [fixture.key.publicKey.toString('hex')]);
  expect([verdict.answer, verdict.faults]).toEqual(['holds', []]);
});

it('orders of today need no file', async () => {
  renameSync(folder, `${folder}-away`);
  try {
    const verdict = verifyEvidence(await fixture.evidence('getOptionOrder', ids.later));
    expect([verdict.answer, verdict.faults]).toEqual(['unknownSigner', []]);
  } finally {
    renameSync(`${folder}-away`, folder);
  }
});

it.each(calls)('%s is refused by the name of the file where it cannot be read', async (name, kind) => {
  renameSync(folder, `${folder}-away`);
  try {
    const input = { params: { id: ids[kind] }, query: {} as never, body: undefined as never };
    const answer = await fixture.calls[name]!(input, { caller: { userId: USER }, book: 'demo' } as never);
    const file = (await database.pool.query('select file from log_archives')).rows[0].file;
    expect(answer).toEqual({ ok: false, code: code.entryArchived, fields: { [file]: code.entryArchived } });
  } finally {
    renameSync(`${folder}-away`, folder);
  }
});
