import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedDatabase, startEmbedded } from '@glasshouse/server/platform/embedded';
import { openDatabaseForServer } from '@glasshouse/server/platform/open-database';
import { createClient } from '@glasshouse/server/platform/postgres';
import { findInstalledBinaries } from '@glasshouse/server/platform/postgres-binaries';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * The real commands in separate processes, on the embedded database and on a PostgreSQL server in
 * DATABASE_URL.
 */
const SCRIPT = join(import.meta.dirname, 'glasshouse.ts');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasshouse-command-'));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ran {
  readonly status: number | null;
  readonly output: string;
}

function run(settings: { readonly [name: string]: string }, ...args: readonly string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings },
  });
  return { status, output: stdout + stderr };
}

async function execute(url: string, sql: string): Promise<unknown[]> {
  const client = createClient(url, 'test');
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

describe('on the embedded database', () => {
  const first = () => ({ DATA_DIR: join(folder, 'first') });
  const second = () => ({ DATA_DIR: join(folder, 'second') });

  test('a new folder migrates, backs up and restores elsewhere, and verifies in both places', () => {
    expect(run(first(), 'migrate').output).toContain('applied 0001-core.sql');
    expect(run(first(), 'migrate').output).toContain('nothing to do');
    expect(run(first(), 'verify')).toMatchObject({ status: 0, output: expect.stringContaining('no difference') });
    const file = join(folder, 'first.backup');
    expect(run(first(), 'backup', file)).toMatchObject({ status: 0 });
    expect(existsSync(file)).toBe(true);
    expect(run(second(), 'restore', file)).toMatchObject({ status: 0 });
    expect(run(second(), 'restore', file)).toMatchObject({ status: 1, output: expect.stringContaining('not empty') });
    expect(run(second(), 'verify')).toMatchObject({ status: 0 });
  });

  test('a command uses the database of the running server', async () => {
    const opened = await openDatabaseForServer({ dataDir: first().DATA_DIR, databaseUrl: undefined });
    if (!opened.ok) throw new Error(opened.problem);
    try {
      expect(run(first(), 'verify').output).toContain(`embedded PostgreSQL of the running process ${process.pid}`);
      expect(await openDatabaseForServer({ dataDir: first().DATA_DIR, databaseUrl: undefined })).toEqual({
        ok: false,
        problem: expect.stringContaining(`Process ${process.pid} uses`),
      });
      // The command has exited; the database is still running.
      expect(await execute(opened.database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      await opened.database.close();
    }
  });

  test('verify reports a changed balance with a failing exit code', async () => {
    const opened = await openDatabaseForServer({ dataDir: second().DATA_DIR, databaseUrl: undefined });
    if (!opened.ok) throw new Error(opened.problem);
    try {
      await execute(opened.database.url, `insert into accounts values (1, 7, 'demo', 'USDT', 'available', 5)`);
      const ran = run(second(), 'verify');
      expect(ran.status).toBe(1);
      expect(ran.output).toContain('u7/demo/USDT/available');
    } finally {
      await opened.database.close();
    }
  });
});

describe('on a server', () => {
  const installed = findInstalledBinaries();
  const kind =
    installed === undefined
      ? 'a second embedded cluster, as no server is installed'
      : `installed PostgreSQL ${installed.version}`;
  let server: EmbeddedDatabase | undefined;

  beforeAll(async () => {
    const dataDir = join(folder, 'server');
    const started = await startEmbedded({
      dataDir,
      durable: false,
      ...(installed === undefined ? {} : { binaries: installed }),
    });
    if (!started.ok) throw new Error(started.problem);
    server = started.database;
  });
  afterAll(async () => server?.stop());

  test(`DATABASE_URL (${kind}): migrates, backs up, restores, verifies and shows mail`, async () => {
    const url = server!.adminUrl;
    const settings = { DATABASE_URL: url, DATA_DIR: join(folder, 'unused') };
    expect(run(settings, 'outbox').output).toContain('no tables yet');
    expect(run(settings, 'migrate')).toMatchObject({ status: 0 });
    await execute(
      url,
      `insert into mail_outbox (to_address, subject, text, html, created_at) values ('a@example.com', 'Your code', 'It is 123456.', '', now())`,
    );
    const outbox = run(settings, 'outbox', 'A@example.com').output;
    expect(outbox).toContain('It is 123456.');
    expect(run(settings, 'outbox', 'b@example.com').output).toContain('no mail');
    const file = join(folder, 'server.backup');
    expect(run(settings, 'backup', file)).toMatchObject({ status: 0 });
    await execute(url, 'create database other');
    const otherSettings = { ...settings, DATABASE_URL: url.replace('/glasshouse?', '/other?') };
    expect(run(otherSettings, 'restore', file)).toMatchObject({ status: 0 });
    expect(run(otherSettings, 'verify')).toMatchObject({ status: 0 });
    expect(run(otherSettings, 'outbox').output).toContain('Your code');
  });
});

test('wrong usage prints the right one and starts nothing', () => {
  expect(run({}, 'dance')).toMatchObject({ status: 2, output: expect.stringContaining('backup <file>') });
  expect(run({}, 'backup')).toMatchObject({ status: 2 });
  expect(run({ PORT: 'x', DATA_DIR: join(folder, 'none') }, 'verify')).toMatchObject({
    status: 2,
    output: expect.stringContaining('PORT'),
  });
  expect(run({ DATABASE_URL: 'postgresql://127.0.0.1:1/none' }, 'verify')).toMatchObject({
    status: 1,
    output: expect.stringContaining('ECONNREFUSED'),
  });
  expect(existsSync(join(folder, 'none'))).toBe(false);
});

test('a command interrupted by Ctrl-C leaves a database that starts again', async () => {
  const settings = { DATA_DIR: join(folder, 'interrupted') };
  const child = spawn(process.execPath, [SCRIPT, 'migrate'], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  await once(child, 'exit');
  expect(run(settings, 'migrate')).toMatchObject({ status: 0 });
});
