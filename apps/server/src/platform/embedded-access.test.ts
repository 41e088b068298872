import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADMIN_ROLE, databaseUrl, SERVER_ROLE } from './cluster.ts';
import { prepareDataDir } from './data-dir.ts';
import { DATABASE_NAME, type EmbeddedDatabase, startEmbedded } from './embedded.ts';
import { createClient } from './postgres.ts';

/** Who may do what with the embedded database and its folder. */
const asRoot = process.getuid?.() === 0;
let dataDir = '';
let database: EmbeddedDatabase | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-access-'));
  chmodSync(dataDir, 0o755);
});
afterEach(async () => {
  await database?.stop();
  database = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<string> {
  const started = await startEmbedded({ dataDir });
  if (!started.ok) throw new Error(started.problem);
  database = started.database;
  return database.url;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = createClient(url, 'test');
  await client.connect();
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

const asAdmin = (url: string): string => {
  const socketFolder = new URL(url).searchParams.get('host')!;
  return databaseUrl(socketFolder, DATABASE_NAME, ADMIN_ROLE);
};

test('the server owns its database, and is no administrator', async () => {
  const url = await start();
  const role = 'select rolsuper, rolcreatedb, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user';
  expect(await query(url, role)).toEqual([
    { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false },
  ]);
  await query(url, 'create extension pg_trgm');
  for (const sql of [
    `copy (select 1) to program 'true'`,
    `select pg_read_file('postgresql.conf')`,
    'alter system set fsync = off',
    `set role ${ADMIN_ROLE}`,
  ]) {
    await expect(query(url, sql), sql).rejects.toThrow(/permission denied|must be superuser/);
  }
});

test('a database that belonged to the administrator is handed over whole, once', async () => {
  const url = await start();
  await query(
    asAdmin(url),
    `create table old (id bigint generated always as identity, serial bigserial, state text);
     create sequence numbers; create type mood as enum ('good');
     create function one() returns integer language sql as 'select 1';
     create view seen as select id from old; create extension pg_trgm;
     alter database ${DATABASE_NAME} owner to ${ADMIN_ROLE}; alter schema public owner to ${ADMIN_ROLE}`,
  );
  await database?.stop();
  await start();
  await query(
    url,
    `alter table old add column more text; insert into old (state) values ('a');
     alter sequence numbers restart; alter type mood add value 'bad';
     create or replace function one() returns integer language sql as 'select 2';
     drop view seen; create table fresh (id integer)`,
  );
  await database?.stop();
  await start();
  expect(await query(url, 'select state from old')).toEqual([{ state: 'a' }]);
});

test('only the accounts that run it may connect, whatever the folder allows', async () => {
  const url = await start();
  const data = realpathSync(join(dataDir, 'postgres/cluster'));
  expect(readFileSync(join(data, 'pg_hba.conf'), 'utf8')).toBe('local all all peer map=glasshouse\n');
  await database?.stop();
  // What an earlier release, or somebody, left there.
  writeFileSync(join(data, 'pg_hba.conf'), 'local all all trust\n');
  await start();
  expect(readFileSync(join(data, 'pg_hba.conf'), 'utf8')).not.toContain('trust');
  if (!asRoot) return;
  const socketFolder = new URL(url).searchParams.get('host')!;
  for (let folder = socketFolder; folder !== '/tmp' && folder !== '/'; folder = join(folder, '..'))
    chmodSync(folder, 0o777);
  chmodSync(join(socketFolder, '.s.PGSQL.5432'), 0o777);
  const script = `
    const { default: pg } = await import(${JSON.stringify(import.meta.resolve('pg'))});
    const client = new pg.Client(${JSON.stringify(url)});
    await client.connect().then(() => console.log('in'), (error) => console.log(error.message));
    process.exit();`;
  const stranger = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    uid: 12_345,
    gid: 12_345,
    cwd: '/',
  });
  expect(String(stranger.stdout)).toMatch(/[Pp]eer authentication failed/);
});

test('the data folder is closed to others, and one that was open is closed', () => {
  const mode = (folder: string) => statSync(folder).mode & 0o777;
  const closed = asRoot ? 0o711 : 0o700;
  const fresh = join(dataDir, 'a/b');
  prepareDataDir(fresh);
  expect(mode(fresh)).toBe(closed);
  const open = join(dataDir, 'open');
  mkdirSync(open);
  chmodSync(open, 0o775);
  prepareDataDir(open);
  expect(mode(open)).toBe(closed);
  prepareDataDir(open);
  expect(mode(open)).toBe(closed);
  expect(SERVER_ROLE).not.toBe(ADMIN_ROLE);
});
