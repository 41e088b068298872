/** Starts the real server as `npm start` does, on a free port and with its own folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { scratchPort } from '@glasshouse/server/platform/scratch-port';

const ROOT = resolve(import.meta.dirname, '../../..');
/** A hang guard: on a machine with a load of 26 a start has taken two minutes. */
const READY_WITHIN_MS = 600_000;
const READY_CHECK_MS = 100;
const OUTPUT_KEPT_CHARS = 16 * 1024;

/** Recordings for replay; absent on most machines. */
export const RECORDINGS = resolve(ROOT, '../shared/data');
export const hasRecordings = (): boolean => existsSync(join(RECORDINGS, 'crypto_1m/BTCUSDT.csv.gz'));

export interface ServerSettings {
  /** Undefined: simulated prices only. */
  readonly replayDir?: string;
  readonly port?: number;
  readonly dataDir?: string;
  /** Further settings, as `startLocalChain` names them. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** The one-time link for the first owner of the console, as the start printed it. */
  operatorLink(): string | undefined;
  /** Stops it like Ctrl-C and waits; the folder stays. */
  stop(): Promise<void>;
  /** Kills its main process without warning. */
  kill(): Promise<void>;
}

export async function startServer(settings: ServerSettings = {}): Promise<RunningServer> {
  if (!existsSync(join(ROOT, 'apps/web/dist/index.html'))) {
    throw new Error('apps/web/dist is missing: run "node tools/bootstrap.mjs build" first');
  }
  const port = settings.port ?? (await scratchPort());
  const dataDir = settings.dataDir ?? makeDataDir();
  mkdirSync(dataDir, { recursive: true });
  // Tests compare charts with the files: prices play as they were recorded.
  const feed =
    settings.replayDir === undefined
      ? { FEED: 'sim' }
      : { FEED: 'replay', REPLAY_DIR: settings.replayDir, REPLAY_ORDER: 'recorded' };
  const child = spawn(process.execPath, [join(ROOT, 'apps/server/src/main.ts')], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...feed,
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      // Nobody waits a day in a test; the rows of credentials cannot be made older unnoticed.
      ...(settings.env?.PROFILE === undefined && { SANDBOX_WITHDRAWAL_WAIT_SECONDS: '0' }),
      LOG_LEVEL: 'warn',
      ...settings.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-OUTPUT_KEPT_CHARS);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const url = `http://127.0.0.1:${port}`;
  if (!(await isReady(child, url))) {
    child.kill('SIGKILL');
    throw new Error(`the server did not become ready; its output:\n${output}`);
  }
  return {
    url,
    port,
    dataDir,
    operatorLink: () => /\S+\/operator\/link#\S+/.exec(output)?.[0],
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  };
}

/**
 * The database's account must be able to traverse this folder; otherwise its files would go
 * elsewhere and outlive the test.
 */
export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-e2e-'));
  chmodSync(folder, 0o711);
  return folder;
}
export const removeDataDir = (folder: string): void => rmSync(folder, { recursive: true, force: true });

async function isReady(child: ChildProcess, url: string): Promise<boolean> {
  const until = performance.now() + READY_WITHIN_MS;
  while (performance.now() < until && child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return true;
    await new Promise((done) => setTimeout(done, READY_CHECK_MS));
  }
  return false;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
