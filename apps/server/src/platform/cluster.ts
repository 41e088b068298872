import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './postgres-binaries.ts';
import { commandLineOf, isAlive } from './process-identity.ts';
import { accountName, type Owner } from './unprivileged.ts';

/**
 * One PostgreSQL cluster in a folder of ours: `cluster/` (its data), `run/` (its socket) and
 * `postgres.log`. It listens on a Unix socket in a folder that only its owner may enter, so there
 * is neither a port nor a password to leak.
 */
export interface ClusterOptions {
  readonly folder: string;
  readonly binaries: Binaries;
  /** Set when root starts it: PostgreSQL then runs as this account. */
  readonly owner: Owner | undefined;
  /** False only for databases of tests, which may be lost with the machine. */
  readonly durable: boolean;
  readonly maxConnections: number;
}

export interface RunningCluster {
  readonly pid: number;
  readonly socketFolder: string;
  /** Resolves when the postmaster is gone, wanted or not. */
  readonly exited: Promise<void>;
}

/** Made with the cluster; it may do everything, and only creates databases and roles. */
export const ADMIN_ROLE = 'glasshouse';
/** Whom the server connects as: owner of its database and nothing else. */
export const SERVER_ROLE = 'glasshouse_server';
const PORT = 5432;
const SOCKET_FILE = `.s.PGSQL.${PORT}`;
/** The kernel's limit is 108 bytes on Linux and 104 on macOS, with the closing zero. */
const SOCKET_PATH_BYTES_MAX = 100;
const START_TIMEOUT_MS = 60_000;
const LOG_BYTES_MAX = 16 * 1024 * 1024;

/** Between creating and writing its lock file a postmaster does nothing else. */
const EMPTY_LOCK_PATIENCE_MS = 500;
/**
 * After `kill -9` of a postmaster its children need a moment to notice; until they are gone the new
 * one may not touch the data.
 */
const BUSY_SIGNS = ['pre-existing shared memory block', 'lock file "postmaster.pid" already exists', 'is still in use'];

/**
 * Creates the cluster when the folder is new, ends a postmaster that an earlier process left
 * behind, and starts a new one.
 */
export async function startCluster(options: ClusterOptions): Promise<RunningCluster> {
  const data = join(options.folder, 'cluster');
  prepareFolder(options);
  if (!existsSync(data)) await initialise(options, data);
  await stopOrphan(data);
  writeAccess(options, data);
  const socketFolder = chooseSocketFolder(options);
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const started = await trySpawn(options, data, socketFolder, deadline);
    if (started.ok) return { pid: started.child.pid!, socketFolder, exited: started.exited };
    if (deadline < Date.now() || !BUSY_SIGNS.some((sign) => started.log.includes(sign))) {
      throw new Error(`PostgreSQL did not start (${join(options.folder, 'postgres.log')}):\n${started.log.trim()}`);
    }
    await sleep(25);
  }
}

/**
 * Fast shutdown: running statements are rolled back, everything committed is kept. Escalates when
 * that takes too long.
 */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!sendSignal(pid, signal)) return;
    if (await isGoneWithin(pid, patienceMs)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) cannot be stopped`);
}

export function databaseUrl(socketFolder: string, database: string, role = ADMIN_ROLE): string {
  return `postgresql://${role}@localhost:${PORT}/${database}?host=${encodeURIComponent(socketFolder)}`;
}

/** Where a running postmaster of this folder can be reached; undefined when none runs. */
export function runningSocketFolder(folder: string): string | undefined {
  const data = join(folder, 'cluster');
  const left = readPostmasterFile(data);
  return left !== undefined && isOurPostmaster(left.pid, data) ? left.socketFolder : undefined;
}

/** Keeps the log of the postmaster within bounds; called now and then while it runs. */
export function trimLog(folder: string): void {
  const path = join(folder, 'postgres.log');
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (LOG_BYTES_MAX < size) truncateSync(path, 0);
}

function settings(options: ClusterOptions, socketFolder: string): readonly string[] {
  const values: { readonly [name: string]: string } = {
    port: String(PORT),
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: String(options.maxConnections),
    fsync: options.durable ? 'on' : 'off',
    full_page_writes: options.durable ? 'on' : 'off',
    synchronous_commit: options.durable ? 'on' : 'off',
    // Nothing replicates from this database, so the WAL holds only what crash recovery needs.
    wal_level: 'minimal',
    max_wal_senders: '0',
    // Checkpoints are rare enough not to disturb writers, and frequent enough that recovery takes
    // seconds.
    max_wal_size: '1GB',
    // Recycled WAL files: creating a new one holds up a commit for 20 to 60 ms.
    min_wal_size: options.durable ? '512MB' : '80MB',
    checkpoint_timeout: '5min',
    shared_buffers: options.durable ? '128MB' : '64MB',
    io_method: 'sync',
    jit: 'off',
    autovacuum: options.durable ? 'on' : 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
  };
  // `io_method` is new in 18; the installed server that tests use may be older.
  const known = Object.entries(values).filter(
    ([name]) => name !== 'io_method' || 18 <= Number.parseInt(options.binaries.version, 10),
  );
  return known.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * Who may connect: this account and the one that PostgreSQL runs as, known by the socket's peer. An
 * account without a name cannot be known that way; then the folder's mode alone keeps others out.
 */
function writeAccess({ owner }: ClusterOptions, data: string): void {
  const uids = [process.getuid?.(), owner?.uid].filter((uid) => uid !== undefined);
  const names = uids.map(accountName);
  const isNamed = 0 < names.length && names.every((name) => name !== undefined);
  const users = new Set(names);
  const rules = isNamed ? 'local all all peer map=glasshouse' : 'local all all trust';
  const map = isNamed ? [...users].flatMap((user) => [ADMIN_ROLE, SERVER_ROLE].map((role) => ({ user, role }))) : [];
  const files = {
    'pg_hba.conf': `${rules}\n`,
    'pg_ident.conf': map.map(({ user, role }) => `glasshouse "${user}" ${role}\n`).join(''),
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(data, name);
    writeFileSync(path, text, { mode: 0o600 });
    if (owner !== undefined) chownSync(path, owner.uid, owner.gid);
  }
}

function prepareFolder({ folder, owner }: ClusterOptions): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (owner === undefined) {
    const foundUid = statSync(folder).uid;
    if (foundUid !== process.getuid?.()) {
      throw new Error(
        `${folder} belongs to user ${foundUid}. Start Glasshouse as that user, or give the folder to the present one.`,
      );
    }
  } else if (statSync(folder).uid !== owner.uid) {
    chownTree(folder, owner);
    // A copied folder is often readable by everybody, which PostgreSQL refuses.
    if (existsSync(join(folder, 'cluster'))) chmodSync(join(folder, 'cluster'), 0o700);
  }
  trimLog(folder);
}

/**
 * Into a folder beside, then renamed: an interrupted initialisation is simply repeated. The folder
 * has a name of its own each time, since the `initdb` of a process that was killed may still be
 * writing into the one before.
 */
async function initialise(options: ClusterOptions, data: string): Promise<void> {
  const draft = `${data}.new.${randomUUID()}`;
  const flags = ['--encoding=UTF8', '--locale=C', '--auth-local=peer', '--auth-host=reject', '--data-checksums'];
  if (!options.durable) flags.push('--no-sync');
  const child = spawn(options.binaries.initdb, ['-D', draft, `--username=${ADMIN_ROLE}`, ...flags], {
    ...childOptions(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    output += String(chunk);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`initdb failed with ${code}:\n${output.trim()}`);
  renameSync(draft, data);
  for (const name of readdirSync(dirname(data))) {
    if (name.startsWith(`${basename(data)}.new.`))
      rmSync(join(dirname(data), name), { recursive: true, force: true, maxRetries: 20 });
  }
}

type SpawnResult =
  | { readonly ok: true; readonly child: ChildProcess; readonly exited: Promise<void> }
  | { readonly ok: false; readonly log: string };

async function trySpawn(
  options: ClusterOptions,
  data: string,
  socketFolder: string,
  deadline: number,
): Promise<SpawnResult> {
  const logPath = join(options.folder, 'postgres.log');
  const logStart = statSync(logPath, { throwIfNoEntry: false })?.size ?? 0;
  const logFile = openSync(logPath, 'a', 0o600);
  const child = spawn(options.binaries.postgres, ['-D', data, ...settings(options, socketFolder)], {
    ...childOptions(options),
    // Its own process group: Ctrl-C in the terminal must not reach it before the server has
    // flushed.
    detached: true,
    // A file, not a pipe: it outlives us when we are killed.
    stdio: ['ignore', logFile, logFile],
  });
  closeSync(logFile);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  let gone = false;
  void exited.then(() => {
    gone = true;
  });
  while (!gone && Date.now() <= deadline) {
    if (isReady(data, child.pid)) {
      return { ok: true, child, exited };
    }
    await sleep(10);
  }
  if (!gone) child.kill('SIGKILL');
  return { ok: false, log: readFileSync(logPath).subarray(logStart).toString('utf8') };
}

/**
 * PostgreSQL gets none of our environment, so that no PG* variable and no locale of the caller
 * changes what it does.
 */
function childOptions({ owner }: ClusterOptions) {
  return { ...(owner ?? {}), cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' } };
}

interface PostmasterFile {
  readonly pid: number;
  readonly socketFolder: string | undefined;
  readonly status: string | undefined;
}

/**
 * Lines of postmaster.pid: pid, data folder, start time, port, socket folder, listen address,
 * shared memory key, status.
 */
function readPostmasterFile(data: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim());
    const pid = Number(lines[0]);
    return Number.isSafeInteger(pid) && 0 < pid
      ? { pid, socketFolder: lines[4] || undefined, status: lines[7] }
      : undefined;
  } catch {
    return undefined;
  }
}

function isReady(data: string, pid: number | undefined): boolean {
  const file = readPostmasterFile(data);
  return file !== undefined && file.pid === pid && file.status === 'ready';
}

function isOurPostmaster(pid: number, data: string): boolean {
  return commandLineOf(pid)?.includes(`-D ${data} `) === true && isAlive(pid);
}

/**
 * What an earlier Glasshouse left when it was killed. A running postmaster is stopped rather than
 * adopted: otherwise a transaction of the dead process could commit after the new process has read
 * the state.
 */
async function stopOrphan(data: string): Promise<void> {
  await removeEmptyLockFile(data);
  const left = readPostmasterFile(data);
  if (left === undefined) return;
  if (isOurPostmaster(left.pid, data)) {
    await stopPostmaster(left.pid);
  } else {
    disownLockFile(data);
    // The socket lock does not protect the data, and the folder belongs to this cluster alone.
    rmSync(join(dirname(data), 'run'), { recursive: true, force: true });
  }
  removeShortSocketFolder(left.socketFolder);
}

/**
 * A postmaster that is killed between creating its lock file and writing it leaves an empty one, by
 * which the next would refuse to start. It has left nothing behind: it attaches shared memory and
 * forks later. A slow one gets time to write.
 */
async function removeEmptyLockFile(data: string): Promise<void> {
  const path = join(data, 'postmaster.pid');
  const isEmpty = (): boolean => statSync(path, { throwIfNoEntry: false })?.size === 0;
  const deadline = Date.now() + EMPTY_LOCK_PATIENCE_MS;
  while (isEmpty()) {
    if (deadline < Date.now()) return rmSync(path, { force: true });
    await sleep(20);
  }
}

/**
 * The process id in a stale lock file may belong to an unrelated process by now, or to a zombie
 * that nobody collects (containers without an init); PostgreSQL would refuse to start. The file is
 * not deleted, because PostgreSQL finds in it the shared memory by which it recognises backends
 * that are still alive; but it ignores the id of its own parent, so that is what we put in.
 */
function disownLockFile(data: string): void {
  const path = join(data, 'postmaster.pid');
  const rest = readFileSync(path, 'utf8').split('\n').slice(1);
  writeFileSync(path, [String(process.pid), ...rest].join('\n'));
}

function chooseSocketFolder({ folder, owner }: ClusterOptions): string {
  const beside = join(folder, 'run');
  const fits = Buffer.byteLength(join(beside, SOCKET_FILE)) <= SOCKET_PATH_BYTES_MAX && !beside.includes(',');
  const chosen = fits ? beside : mkdtempSync(join(tmpdir().length < 60 ? tmpdir() : '/tmp', SHORT_PREFIX));
  mkdirSync(chosen, { recursive: true });
  chmodSync(chosen, 0o700);
  if (owner !== undefined) chownSync(chosen, owner.uid, owner.gid);
  return chosen;
}

const SHORT_PREFIX = 'glasshouse-run-';

export function removeShortSocketFolder(socketFolder: string | undefined): void {
  if (socketFolder?.startsWith(join(dirname(socketFolder), SHORT_PREFIX))) {
    rmSync(socketFolder, { recursive: true, force: true });
  }
}

function chownTree(path: string, owner: Owner): void {
  lchownSync(path, owner.uid, owner.gid);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const name of readdirSync(path)) chownTree(join(path, name), owner);
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

async function isGoneWithin(pid: number, patienceMs: number): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    if (!isAlive(pid)) return true;
    await sleep(10);
  }
  return !isAlive(pid);
}
