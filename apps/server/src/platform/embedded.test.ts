import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedDatabase, type EmbeddedOptions, runningEmbeddedUrl, startEmbedded } from './embedded.ts';
import { createClient } from './postgres.ts';
import { findPackagedBinaries } from './postgres-binaries.ts';
import { isAlive } from './process-identity.ts';
import { canEnter, type Owner } from './unprivileged.ts';

/** Real clusters in a folder per test, killed in every way that a machine can kill them. */
const asRoot = process.getuid?.() === 0;
let dataDir = '';
let running: EmbeddedDatabase[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-embedded-'));
  chmodSync(dataDir, 0o755);
});
afterEach(async () => {
  for (const database of running) await database.stop();
  running = [];
  rmSync(dataDir, { recursive: true, force: true });
});

test('starts, keeps rows over a restart, leaves nothing running', async () => {
  const first = await start();
  await query(first.url, 'create table t (id integer); insert into t values (1)');
  expect(
    await query(
      first.url,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('server_encoding') as encoding`,
    ),
  ).toEqual([{ fsync: 'on', commit: 'on', encoding: 'UTF8' }]);
  expect(runningEmbeddedUrl(dataDir)).toBe(first.url);
  const pid = first.pid();
  await first.stop();
  expect(isAlive(pid)).toBe(false);
  expect(runningEmbeddedUrl(dataDir)).toBeUndefined();
  expect(await query((await start()).url, 'select id from t')).toEqual([{ id: 1 }]);
});

test('killed alone, it restarts by itself with everything committed', async () => {
  const states: string[] = [];
  const database = await start({ onRestart: (state) => states.push(state) });
  await query(database.url, 'create table t (id integer); insert into t values (1)');
  process.kill(database.pid(), 'SIGKILL');
  await until(() => states.includes('back'));
  expect(await query(database.url, 'select id from t')).toEqual([{ id: 1 }]);
  expect(states).toEqual(['died', 'back']);
});

test('one that keeps dying is given up with a message', async () => {
  const problems: string[] = [];
  const states: string[] = [];
  const database = await start({
    restartsMax: 3,
    onRestart: (state) => states.push(state),
    onGivenUp: (problem) => problems.push(problem),
  });
  for (let round = 1; problems.length === 0 && round < 10; round += 1) {
    process.kill(database.pid(), 'SIGKILL');
    await until(() => problems.length === 1 || states.filter((state) => state === 'back').length === round);
  }
  expect(problems).toEqual([expect.stringContaining('died 4 times within a minute')]);
});

test('a postmaster left behind by kill -9 of its parent is stopped, and the next start works', async () => {
  const orphan = await startInChildAndKill(false);
  expect(isAlive(orphan)).toBe(true);
  const database = await start();
  expect(isAlive(orphan)).toBe(false);
  expect(await query(database.url, 'select id from t')).toEqual([{ id: 7 }]);
});

test('kill -9 of parent and postmaster loses nothing and blocks nothing', async () => {
  const dead = await startInChildAndKill(true);
  const database = await start();
  expect(database.pid()).not.toBe(dead);
  expect(await query(database.url, 'select id from t')).toEqual([{ id: 7 }]);
});

test('a stale lock file whose process id now belongs to somebody else does not block', async () => {
  await (await start()).stop();
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...folderOwner() });
  const data = realData();
  const lines = [
    String(stranger.pid),
    data,
    '1700000000',
    '5432',
    join(dataDir, 'postgres/run'),
    '',
    '1 1',
    'ready',
    '',
  ];
  writeFileSync(join(data, 'postmaster.pid'), lines.join('\n'), { mode: 0o600 });
  writeFileSync(join(dataDir, 'postgres/run/.s.PGSQL.5432.lock'), lines.join('\n'), { mode: 0o600 });
  const { uid, gid } = folderOwner();
  chownSync(join(data, 'postmaster.pid'), uid, gid);
  chownSync(join(dataDir, 'postgres/run/.s.PGSQL.5432.lock'), uid, gid);
  await start();
  expect(isAlive(stranger.pid!)).toBe(true);
  stranger.kill('SIGKILL');
});

test('an empty lock file, left by a postmaster that was killed while it started, does not block', async () => {
  await (await start()).stop();
  const path = join(realData(), 'postmaster.pid');
  writeFileSync(path, '', { mode: 0o600 });
  const { uid, gid } = folderOwner();
  chownSync(path, uid, gid);
  expect(await query((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('an interrupted initialisation is repeated', async () => {
  mkdirSync(join(dataDir, 'postgres/cluster.new.earlier/base'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres/cluster.new.earlier/PG_VERSION'), '18\n');
  expect(await query((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(existsSync(join(dataDir, 'postgres/cluster.new.earlier'))).toBe(false);
});

test('a data folder too deep for a socket path uses a short folder elsewhere and removes it', async () => {
  dataDir = join(dataDir, 'a'.repeat(60), 'b'.repeat(60));
  mkdirSync(dataDir, { recursive: true });
  const database = await start();
  const socketFolder = new URL(database.url).searchParams.get('host')!;
  expect(socketFolder).toContain('glasshouse-run-');
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await database.stop();
  expect(existsSync(socketFolder)).toBe(false);
  dataDir = join(dataDir, '../..');
});

test('a platform without binaries names the setting to use', () => {
  expect(findPackagedBinaries(undefined, 'sunos-x64')).toEqual({
    ok: false,
    problem: expect.stringContaining('Set DATABASE_URL'),
  });
});

// These need two accounts, so only root can run them; as an ordinary user every test above has
// shown that case already. The first also needs a repository that the other account can read: from
// one that it cannot read, it cannot start Glasshouse either.
const nobody: Owner = { uid: 65_534, gid: 65_534 };
test.runIf(asRoot && canEnter(import.meta.dirname, nobody))('as an ordinary user it runs as that user', async () => {
  chownSync(dataDir, nobody.uid, nobody.gid);
  const script = `import { startEmbedded } from '${join(import.meta.dirname, 'embedded.ts')}';
    const result = await startEmbedded({ dataDir: process.argv[1] });
    console.log(result.ok ? 'started' : result.problem);
    if (result.ok) await result.database.stop();`;
  const ran = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script, dataDir], {
    ...nobody,
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  expect(ran.stdout.trim()).toBe('started');
});

test.runIf(asRoot)('as root, a data folder closed to other accounts is kept in /var/lib and linked', async () => {
  chmodSync(dataDir, 0o700);
  const database = await start();
  expect(new URL(database.url).searchParams.get('host')).toContain('/var/lib/glasshouse/');
  expect(readFileSync(join(dataDir, 'postgres/cluster/PG_VERSION'), 'utf8')).toBe('18\n');
  await query(database.url, 'create table t (id integer); insert into t values (3)');
  await database.stop();
  expect(await query((await start()).url, 'select id from t')).toEqual([{ id: 3 }]);
  await running.pop()!.stop();
  rmSync(join(new URL(database.url).searchParams.get('host')!, '../..'), { recursive: true });
});

test.runIf(asRoot)('as root, a data folder that was copied back as root is given to the right account', async () => {
  const first = await start();
  await query(first.url, 'create table t (id integer); insert into t values (4)');
  await first.stop();
  const copied = join(dataDir, 'copied');
  cpSync(join(dataDir, 'postgres'), join(copied, 'postgres'), { recursive: true });
  const database = await start({ dataDir: copied });
  expect(await query(database.url, 'select id from t')).toEqual([{ id: 4 }]);
});

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const result = await startEmbedded({ dataDir, ...options });
  if (!result.ok) throw new Error(result.problem);
  running.push(result.database);
  return result.database;
}

/**
 * Another Node starts the cluster, writes a row and is killed, with or without the postmaster.
 * Answers the postmaster's id.
 */
async function startInChildAndKill(both: boolean): Promise<number> {
  const script = `import { startEmbedded } from '${join(import.meta.dirname, 'embedded.ts')}';
    import { createClient } from '${join(import.meta.dirname, 'postgres.ts')}';
    const result = await startEmbedded({ dataDir: process.argv[1] });
    const client = createClient(result.database.url);
    await client.connect();
    await client.query('create table t (id integer); insert into t values (7)');
    console.log(result.database.pid());`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  });
  const [line] = await once(child.stdout, 'data');
  const postmaster = Number(line);
  child.kill('SIGKILL');
  if (both) process.kill(postmaster, 'SIGKILL');
  await once(child, 'exit');
  return postmaster;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = createClient(url, 'test');
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10);
}

function realData(): string {
  return join(dataDir, 'postgres/cluster');
}

function folderOwner(): { uid: number; gid: number } {
  const text = spawnSync('stat', ['-c', '%u %g', realData()], { encoding: 'utf8' }).stdout.trim().split(' ');
  return { uid: Number(text[0]), gid: Number(text[1]) };
}
