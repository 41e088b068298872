import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { to as copyTo } from 'pg-copy-streams';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { backup, listTables } from './backup.ts';
import { type Client, createClient } from './postgres.ts';
import { restore } from './restore.ts';
import { openScratchDatabase, type ScratchDatabase } from './scratch-database.ts';

/**
 * A database with a row of every awkward kind is backed up and restored; each table must then give
 * the same bytes.
 */
let folder = '';
let source: ScratchDatabase;
const opened: ScratchDatabase[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'glasshouse-backup-'));
  source = await openScratchDatabase();
  await withClient(source.url, fillWithAwkwardRows);
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop();
});
afterAll(async () => {
  await source.drop();
  rmSync(folder, { recursive: true });
});

test('what comes back is the same in every table, byte for byte', async () => {
  const file = join(folder, 'round.trip');
  const made = await backup(source.url, file);
  expect(made).toMatchObject({ ok: true });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const target = await emptyDatabase();
  const restored = await restore(target.url, file);
  expect(restored.ok && restored.tables).toEqual(made.ok && made.tables);
  const before = await digestAll(source.url);
  expect(before.size).toBeGreaterThan(5);
  expect(await digestAll(target.url)).toEqual(before);
  expect(await disabledTriggers(target.url)).toEqual([]);
});

test('sequences continue where they were', async () => {
  const file = join(folder, 'sequences');
  const scratch = await emptyDatabase();
  await withClient(scratch.url, async (client) => {
    await client.query(
      'create table migrations (name text primary key, checksum text not null, applied_at timestamptz)',
    );
    await client.query('create sequence counter');
    await client.query(`select nextval('counter') from generate_series(1, 41)`);
  });
  expect(await backup(scratch.url, file)).toMatchObject({ ok: true });
  const header = JSON.parse(zstdDecompressSync(readFileSync(file)).toString().split('\n')[1]!) as {
    sequences: unknown;
  };
  expect(header.sequences).toEqual([{ name: 'counter', value: '41', called: true }]);
});

test('rows written during the backup are in it with everything they refer to, or not at all', async () => {
  const file = join(folder, 'snapshot');
  const busy = await openScratchDatabase();
  opened.push(busy);
  let writing = true;
  const writer = withClient(busy.url, async (client) => {
    for (let seq = 1; writing; seq += 1) {
      await client.query(
        `with log as (insert into command_log values ($1::bigint, 'c' || $1::bigint, 1, 't', 200, now(), '{}', '\\x00') returning seq)
        update shards set sequence = $1::bigint`,
        [seq],
      );
    }
  });
  const made = await backup(busy.url, file);
  writing = false;
  await writer;
  const target = await emptyDatabase();
  expect(await restore(target.url, file)).toMatchObject({ ok: true });
  expect(made.ok).toBe(true);
  await withClient(target.url, async (client) => {
    const { rows } = await client.query(
      'select (select count(*) from command_log) as entries, (select sequence from shards) as sequence',
    );
    expect(rows[0].entries).toBe(rows[0].sequence);
  });
});

test('a file is never overwritten', async () => {
  const file = join(folder, 'precious');
  writeFileSync(file, 'precious');
  expect(await backup(source.url, file)).toMatchObject({
    ok: false,
    problem: expect.stringContaining('exists already'),
  });
  expect(readFileSync(file, 'utf8')).toBe('precious');
});

test('a database that is not empty is refused and keeps what it has', async () => {
  const file = join(folder, 'refused');
  await backup(source.url, file);
  const target = await openScratchDatabase();
  opened.push(target);
  const before = await digestAll(target.url);
  expect(await restore(target.url, file)).toMatchObject({ ok: false, problem: expect.stringContaining('not empty') });
  expect(await digestAll(target.url)).toEqual(before);
});

const damages: readonly (readonly [what: string, change: (plain: Buffer) => Buffer])[] = [
  [
    'one letter changed in a row',
    (plain) => Buffer.from(plain.toString('latin1').replace('tab\\tand', 'tab\\tanD'), 'latin1'),
  ],
  [
    'a row count changed',
    (plain) => Buffer.from(plain.toString('latin1').replace(/"rows":"(\d+)"/, '"rows":"9$1"'), 'latin1'),
  ],
  ['cut off', (plain) => plain.subarray(0, Math.floor(plain.length / 2))],
  ['not a backup', () => Buffer.from('something else\n')],
  ['empty', () => Buffer.alloc(0)],
];
for (const [what, change] of damages) {
  test(`a damaged file (${what}) is refused and the database stays empty`, async () => {
    const file = join(folder, `damaged ${what}`);
    await backup(source.url, `${file} before`);
    const plain = zstdDecompressSync(readFileSync(`${file} before`));
    const changed = change(plain);
    expect(changed.equals(plain)).toBe(false);
    writeFileSync(file, zstdCompressSync(changed));
    const target = await emptyDatabase();
    expect(await restore(target.url, file)).toMatchObject({ ok: false, problem: expect.stringContaining('damaged') });
    expect(await digestAll(target.url)).toEqual(new Map());
  });
}

test('a file that is not compressed, and one that does not exist, are refused by name', async () => {
  const target = await emptyDatabase();
  const plain = join(folder, 'plain');
  writeFileSync(plain, 'GLASSHOUSE BACKUP 1\n');
  expect(await restore(target.url, plain)).toMatchObject({ ok: false, problem: expect.stringContaining('damaged') });
  expect(await restore(target.url, join(folder, 'none'))).toMatchObject({
    ok: false,
    problem: expect.stringContaining('There is no file'),
  });
});

test('a backup made with other migrations is refused', async () => {
  const file = join(folder, 'other');
  await backup(source.url, `${file} before`);
  const plain = zstdDecompressSync(readFileSync(`${file} before`)).toString('latin1');
  const changed = plain.replace(/"checksum":"[0-9a-f]{64}"/, `"checksum":"${'0'.repeat(64)}"`);
  writeFileSync(file, zstdCompressSync(Buffer.from(changed, 'latin1')));
  expect(await restore((await emptyDatabase()).url, file)).toMatchObject({
    ok: false,
    problem: expect.stringContaining('0001-core.sql'),
  });
});

async function emptyDatabase(): Promise<ScratchDatabase> {
  const database = await openScratchDatabase({ migrated: false });
  opened.push(database);
  return database;
}

async function fillWithAwkwardRows(client: Client): Promise<void> {
  await client.query('update shards set sequence = 3, last_hash = $1', [Buffer.from([0, 10, 13, 92, 255])]);
  const entry = 'tab\tand newline\nand \\. and \\N and "quotes" and ünïcode 漢字 🙂';
  await client.query(
    `insert into command_log values (1, 'a', 7, 't', 200, '2026-01-01 00:00:00.123456+00', $1, '\\x00ff')`,
    [entry],
  );
  await client.query(`insert into command_log values (2, '\\.', 7, '', 200, 'epoch', '', '')`);
  await client.query(
    `insert into accounts values (1, 0, 'demo', 'USDT', 'external', -99999999999999999999999999999.99999999), (2, 7, 'real', 'BTC', 'available', 0)`,
  );
  await client.query(
    `insert into postings select i, 0, 1, 2, 0.00000001, -1, i, 'r', null, 7, 'demo', 'USDT', 'epoch' from generate_series(1, 30000) i`,
  );
  await client.query('insert into tick_journal values (1, 2, 3, $1)', [Buffer.alloc(3_000_000, 7)]);
}

/** SHA-256 of what COPY gives for each table, in the order of the primary key. */
async function digestAll(url: string): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  await withClient(url, async (client) => {
    for (const { name } of await listTables(client)) {
      const hash = createHash('sha256');
      const rows = client.query(copyTo(`copy (select * from ${name} t order by t::text) to stdout`));
      for await (const chunk of rows as AsyncIterable<Buffer>) hash.update(chunk);
      digests.set(name, hash.digest('hex'));
    }
  });
  return digests;
}

async function disabledTriggers(url: string): Promise<unknown[]> {
  let names: unknown[] = [];
  await withClient(url, async (client) => {
    names = (await client.query(`select tgname from pg_trigger where tgenabled = 'D'`)).rows;
  });
  return names;
}

async function withClient(url: string, run: (client: Client) => Promise<void>): Promise<void> {
  const client = createClient(url, 'test');
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}
