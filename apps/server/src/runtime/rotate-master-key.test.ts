/** A new master key: everything is sealed under it, nothing is lost, and it can be interrupted. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { createFactorStore } from '../factors/factor-store.ts';
import { openFile, sealFile } from '../files/envelope.ts';
import { SubmissionStore } from '../people/kyc/submissions.ts';
import { addMasterKey, openMasterKey } from '../platform/master-key.ts';
import { createPool } from '../platform/postgres.ts';
import { sealedUnderOlder } from '../platform/reseal.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { rotateMasterKey } from './rotate-master-key.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

const database = withTestDatabase();
const elsewhere = withTestDatabase({ migrated: false });
const dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-rotation-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const rotate = (action: string) => rotateMasterKey(database.pool, { dataDir, fromEnvironment: undefined, action });

/** Bytes that are no sealed values: hashes, public keys, the log, its states and anchors. */
const NOT_SEALED =
  /hash|sha256|digest|fingerprint|public_key|root|signature|nonce|ticks|block|document|prev|minute|checkpoint_states|log_anchors/;

test('every sealed column is on the list', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea'`,
  );
  const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  const unknown = rows.map(({ name }) => name).filter((name) => !known.includes(name) && !NOT_SEALED.test(name));
  expect(unknown).toEqual([]);
});

test('a rotation seals everything under the new key, after an interruption too', async () => {
  const { pool } = database;
  const running = openMasterKey(dataDir, undefined);
  await pool.query(
    "insert into users (id, username, password_hash, kind, language, invite_code, created_at) values (7, 'anna', 'x', 'user', 'en', 'A', now())",
  );
  const store = new SubmissionStore({ pool, master: running });
  const form = { firstName: 'Anna', country: 'NO', documentType: 'passport', documentNumber: 'C01X00T47' };
  const added = await store.add({ userId: 7, level: 'basic', form, kept: [], earlier: undefined }, 1_000);
  if (!added.ok) throw new Error('not added');
  const note = await store.addNote({ submission: added.id, text: 'Call us.', command: 'op1:a' }, 1_000);
  await store.saveDraft({ userId: 7, level: 'full', form }, 1_000, 2_000);
  const factors = createFactorStore({ db: pool, kind: 'customer', masterKey: running });
  const secret = await factors.startTotp(7, 1_000);
  const plain = Buffer.from('a picture');
  for (let index = 0; index < 450; index += 1) {
    const id = `a-file-of-the-test-${index}`;
    const sealed = sealFile(running, id, plain);
    await pool.query(
      `insert into files (id, user_id, purpose, media_type, bytes, sha256, sealed_key, created_at)
       values ($1, 7, 'idFront', 'image/jpeg', 9, '', $2, now())`,
      [id, sealed.sealedKey],
    );
    if (index === 449) Object.assign(stored, { id, bytes: sealed.bytes });
  }

  // An earlier run came no further than adding its key.
  addMasterKey(dataDir);
  expect((await rotate('drop-old')).ok).toBe(false);
  expect((await rotate('')).lines.at(-1)).toContain('everything readable');
  expect((await rotate('resume')).lines.every((line) => !/^ +[1-9]/.test(line))).toBe(true);
  const newest = openMasterKey(dataDir, undefined);
  for (const column of SEALED_COLUMNS)
    expect([column.table, await sealedUnderOlder(pool, newest, column)]).toEqual([column.table, 0]);

  // The server that was running reads all of it, and so does one that starts without the old keys.
  expect(await rotate('drop-old')).toMatchObject({ ok: true });
  for (const master of [running, openMasterKey(dataDir, undefined)]) {
    const after = new SubmissionStore({ pool, master });
    expect((await after.open(added.id))?.form).toEqual(form);
    expect(await after.note(note ?? null)).toBe('Call us.');
    expect((await after.draft({ userId: 7, level: 'full' }, 1_500))?.form).toEqual(form);
    const { rows } = await pool.query('select secret from customer_totp where owner = 7');
    expect(master.open('totp', rows[0].secret, 'customer 7')).toEqual(Buffer.from(secret!));
    const file = await pool.query('select sealed_key from files where id = $1', [stored.id]);
    expect(openFile(master, stored.id, { bytes: stored.bytes, sealedKey: file.rows[0].sealed_key })).toEqual(plain);
  }
});

test('old keys are dropped beside the running server of another database, not of this one', async () => {
  addMasterKey(dataDir);
  await rotate('resume');
  const otherPool = createPool(elsewhere.url, { max: 1, name: 'glasshouse-gateway' });
  await otherPool.query('select');
  const own = createPool(database.url, { max: 1, name: 'glasshouse-gateway' });
  await own.query('select');
  expect(await rotate('drop-old')).toMatchObject({ ok: false, lines: [expect.stringContaining('Stop the server')] });
  await own.end();
  // The server forgets an ended session a moment later.
  await vi.waitFor(async () => expect(await rotate('drop-old')).toMatchObject({ ok: true }), 10_000);
  await otherPool.end();
});
const stored = { id: '', bytes: Buffer.alloc(0) };

test('keys of the environment are the operator’s to change', async () => {
  const options = { dataDir, fromEnvironment: 'ab'.repeat(32) };
  expect(await rotateMasterKey(database.pool, { ...options, action: '' })).toMatchObject({ ok: false });
  expect(await rotateMasterKey(database.pool, { ...options, action: 'drop-old' })).toMatchObject({ ok: false });
  expect(await rotateMasterKey(database.pool, { ...options, action: 'dance' })).toMatchObject({ ok: false });
});
