import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPTIONS_STATES } from '@glasshouse/api/schemas/options';
import {
  CONTRACT_STATES,
  CONTRACT_TYPES,
  SPOT_STATES,
  SPOT_TYPES,
  TIMES_IN_FORCE,
} from '@glasshouse/api/schemas/trading';
import { TRIGGER_TYPES } from '@glasshouse/rules/spot-triggers';
import { TIME_IN_FORCE } from '@glasshouse/rules/time-in-force';
import { afterAll, expect, test } from 'vitest';
import { MIGRATIONS_FOLDER, migrate, readMigrations } from './migrate.ts';
import { createPool } from './postgres.ts';
import { openScratchDatabase } from './scratch-database.ts';

/**
 * Each test has an empty database of its own and, where it needs one, a folder with some of the
 * migrations.
 */
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

test('a database that the first release wrote is upgraded and keeps its rows', async () => {
  await withEmptyDatabase(async (url, query) => {
    expect(await migrate(url, folderWith(['0001-core.sql']))).toEqual({ ok: true, applied: ['0001-core.sql'] });
    await query(`insert into accounts values (1, 7, 'demo', 'USDT', 'available', 123.00000001)`);
    await query('update shards set sequence = 5, next_account_id = 2');

    const names = (await readMigrations()).map((migration) => migration.name);
    expect(await migrate(url)).toEqual({ ok: true, applied: names.slice(1) });
    expect(await query('select balance, owner from accounts')).toEqual([{ balance: '123.00000001', owner: 7 }]);
    expect(await query('select sequence from shards')).toEqual([{ sequence: 5 }]);
    expect(await query('select name from migrations order by name')).toEqual(names.map((name) => ({ name })));
  });
});

test('a second run applies nothing', async () => {
  await withEmptyDatabase(async (url) => {
    await migrate(url);
    expect(await migrate(url)).toEqual({ ok: true, applied: [] });
  });
});

test('processes that start together migrate once', async () => {
  await withEmptyDatabase(async (url) => {
    const results = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    const applied = results.flatMap((result) => (result.ok ? result.applied : ['refused']));
    expect(applied).toEqual((await readMigrations()).map((migration) => migration.name));
  });
});

test('a file that was changed after it had been applied is refused by name', async () => {
  await withEmptyDatabase(async (url) => {
    const folder = folderWith(['0001-core.sql']);
    await migrate(url, folder);
    writeFileSync(join(folder, '0001-core.sql'), 'create table other (id integer)');
    expect(await migrate(url, folder)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('0001-core.sql was changed'),
    });
  });
});

test('a database of a newer release is refused', async () => {
  await withEmptyDatabase(async (url) => {
    const newer = folderWith(['0001-core.sql']);
    writeFileSync(join(newer, '0002-later.sql'), 'create table later (id integer)');
    await migrate(url, newer);
    const result = await migrate(url, folderWith(['0001-core.sql']));
    expect(result).toMatchObject({ ok: false, problem: expect.stringContaining('0002-later.sql') });
  });
});

test('a failing migration rolls back the ones before it', async () => {
  await withEmptyDatabase(async (url, query) => {
    const folder = folderWith(['0001-core.sql']);
    writeFileSync(join(folder, '0002-broken.sql'), 'create table half (id integer); select 1 / 0;');
    await expect(migrate(url, folder)).rejects.toThrow('0002-broken.sql');
    expect(await query(`select count(*)::int as tables from pg_tables where schemaname = 'public'`)).toEqual([
      { tables: 0 },
    ]);
  });
});

test('an upgrade that is refused leaves the database as it was, and the refusal reads it upgraded', async () => {
  await withEmptyDatabase(async (url, query) => {
    const folder = folderWith(['0001-core.sql']);
    await migrate(url, folder);
    const tables = `select tablename from pg_tables where schemaname = 'public' order by tablename`;
    const before = await query(tables);
    writeFileSync(join(folder, '0002-later.sql'), 'create table later as select 7 as figure; drop table postings');
    const refused = await migrate(url, folder, async (db) => {
      const { rows } = await db.query<{ figure: number }>('select figure from later');
      return `the figure is ${rows[0]?.figure}`;
    });
    expect(refused).toEqual({ ok: false, problem: 'the figure is 7' });
    expect(await query(tables)).toEqual(before);
    expect(await query('select name from migrations')).toEqual([{ name: '0001-core.sql' }]);
  });
});

test('two files with one number are refused', async () => {
  const folder = folderWith(['0001-core.sql']);
  writeFileSync(join(folder, '0001-other.sql'), 'select 1');
  await expect(readMigrations(folder)).rejects.toThrow('0001-other.sql has the number of another');
});

test('our own files have a number each, in the order in which they are applied', async () => {
  const numbers = (await readMigrations()).map((migration) => Number(migration.name.slice(0, 4)));
  expect(numbers).toEqual([...new Set(numbers)].sort((left, right) => left - right));
});

/** Lists of the interface that the database repeats: both must have a value for it to be stored. */
const STORED_LISTS: readonly (readonly [table: string, column: string, values: readonly string[]])[] = [
  ['spot_orders', 'time_in_force', TIMES_IN_FORCE],
  ['spot_orders', 'type', SPOT_TYPES],
  ['spot_orders', 'state', SPOT_STATES],
  ['contract_orders', 'type', CONTRACT_TYPES],
  ['contract_orders', 'state', CONTRACT_STATES],
  ['option_orders', 'state', OPTIONS_STATES],
];

test('constraints permit each value that the interface has, and each spot order that may rest', async () => {
  await withEmptyDatabase(async (url, query) => {
    await migrate(url);
    const rows = await query(`
      select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as text,
             (select string_agg(attname, ' ') from pg_attribute
               where attrelid = conrelid and attnum = any (conkey)) as columns
        from pg_constraint where contype = 'c'`);
    const checks = rows as readonly { table: string; name: string; text: string; columns: string }[];
    const lacks = (texts: readonly string[], values: readonly string[]) =>
      values.filter((value) => texts.some((text) => !text.includes(`'${value}'`)));
    for (const [table, column, values] of STORED_LISTS) {
      const own = checks.filter((check) => check.table === table && check.columns === column);
      const texts = own.map(({ text }) => text).filter((text) => text.includes(`${column} = ANY`));
      expect({ table, column, lists: texts.length, lacks: lacks(texts, values) }).toEqual({
        table,
        column,
        lists: 1,
        lacks: [],
      });
    }
    const live = checks.filter(({ name }) => name === 'spot_orders_live_check').map(({ text }) => text);
    const rests = TIMES_IN_FORCE.filter((force) => TIME_IN_FORCE[force].rests);
    expect(live).toHaveLength(1);
    expect(lacks(live, [...rests, ...TRIGGER_TYPES, 'limit'])).toEqual([]);
  });
});

function folderWith(names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-migrations-'));
  folders.push(folder);
  for (const name of names) cpSync(join(MIGRATIONS_FOLDER, name), join(folder, name));
  return folder;
}

async function withEmptyDatabase(
  run: (url: string, query: (sql: string) => Promise<unknown[]>) => Promise<void>,
): Promise<void> {
  const scratch = await openScratchDatabase({ migrated: false });
  const pool = createPool(scratch.url, { max: 2 });
  try {
    await run(scratch.url, async (sql) => (await pool.query(sql)).rows);
  } finally {
    await pool.end();
    await scratch.drop();
  }
}
