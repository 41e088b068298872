import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADMIN_ROLE } from '@glasshouse/server/platform/cluster';
import { runningEmbeddedUrl } from '@glasshouse/server/platform/embedded';
import { createClient } from '@glasshouse/server/platform/postgres';
import { registerCleanup } from './cleanup.ts';
import { makeDataFolder, removeDataFolder } from './data-folder.ts';
import { childOf } from './processes.ts';
import { sleep } from './program.ts';
import { warmUpWal } from './warm-wal.ts';

/** The whole server as `npm start` runs it, on a throw-away database. */
export interface Glasshouse {
  readonly port: number;
  readonly dataDir: string;
  readonly mainPid: number;
  readonly socketsPid: number;
  /** Of the postmaster. */
  readonly databasePid: number;
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));
/** What `npm start` and the files of `deploy/` set. */
const START_ENV = { MALLOC_ARENA_MAX: '2' };
const START_MS_MAX = 180_000;

export async function startGlasshouse(
  settings: Readonly<Record<string, string>> = {},
  nodeFlags: readonly string[] = [],
): Promise<Glasshouse> {
  const dataDir = makeDataFolder();
  const child = spawn(process.execPath, [...nodeFlags, MAIN], {
    env: {
      PATH: process.env.PATH,
      ...START_ENV,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = registerCleanup(async () => {
    child.kill('SIGTERM');
    await exited;
    removeDataFolder(dataDir);
  });
  const deadline = Date.now() + START_MS_MAX;
  let port: number | undefined;
  while (port === undefined) {
    if (child.exitCode !== null || deadline < Date.now()) throw new Error(`the server did not start: ${printed}`);
    await sleep(50);
    const match = /Web\s+http:\/\/[^:]+:(\d+)/.exec(printed);
    if (match !== null) port = Number(match[1]);
  }
  const adminUrl = runningEmbeddedUrl(dataDir, ADMIN_ROLE) as string;
  await warmUpWal(adminUrl);
  const mainPid = child.pid as number;
  return {
    port,
    dataDir,
    mainPid,
    socketsPid: childOf(mainPid, 'fanout/process.ts'),
    databasePid: await postmasterOf(adminUrl),
    stop,
  };
}

/** The process of the server that this address leads to. */
async function postmasterOf(url: string): Promise<number> {
  const client = createClient(url, 'bench');
  await client.connect();
  const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  await client.end();
  return Number.parseInt(readFileSync(join(rows[0]!.folder, 'postmaster.pid'), 'utf8'), 10);
}
