/** Starts the real server as `npm start` does, on a free port and with its own folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { scratchPort } from '@glasshouse/server/platform/scratch-port';
import { CHILD_ENV } from './child-env.ts';
import { type Steering, steeringOf } from './steering.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** A hang guard: on a machine with a load of 26 a start has taken two minutes. */
const READY_WITHIN_MS = 600_000;
const READY_CHECK_MS = 100;
const OUTPUT_KEPT_CHARS = 16 * 1024;

export interface ServerSettings {
  /** Prices move by themselves, as recorded or simulated; else a test steers them. */
  readonly prices?: { readonly replayDir: string } | 'simulated';
  readonly port?: number;
  /** Outlives the server; else it has a folder of its own, which `stop` removes. */
  readonly folder?: ServerFolder;
  /** Further settings, as `startLocalChain` names them. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A server with prices that move by themselves answers no steering. */
export interface RunningServer extends Steering {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** The one-time link for the first owner of the console, as the start printed it. */
  operatorLink(): string | undefined;
  /** Stops it like Ctrl-C and waits. */
  stop(): Promise<void>;
  /** Kills its main process without warning. */
  kill(): Promise<void>;
}

export async function startServer(settings: ServerSettings = {}): Promise<RunningServer> {
  if (!existsSync(join(ROOT, 'apps/web/dist/index.html'))) {
    throw new Error('apps/web/dist is missing: run "node tools/bootstrap.mjs build" first');
  }
  const port = settings.port ?? (await scratchPort());
  const controlPort = await scratchPort();
  const own = settings.folder === undefined ? makeFolder() : undefined;
  const { dataDir } = own ?? (settings.folder as ServerFolder);
  const child = spawn(process.execPath, [join(ROOT, 'apps/server/src/main.ts')], {
    cwd: dataDir,
    env: {
      ...CHILD_ENV,
      ...pricesEnv(settings.prices, controlPort),
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      // What tests trade, with the crosses of it; the shared server has more coins.
      INSTRUMENTS: 'core',
      // Nobody waits a day in a test; the rows of credentials cannot be made older unnoticed.
      SANDBOX_WITHDRAWAL_WAIT_SECONDS: '0',
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
    stop: async () => {
      await end(child, 'SIGTERM');
      own?.remove();
    },
    kill: () => end(child, 'SIGKILL'),
    ...steeringOf(controlPort),
  };
}

function pricesEnv(prices: ServerSettings['prices'], controlPort: number): Readonly<Record<string, string>> {
  if (prices === undefined) return { PROFILE: 'test', FEED: 'scripted', TEST_CONTROL_PORT: String(controlPort) };
  if (prices === 'simulated') return { FEED: 'sim' };
  return { FEED: 'replay', REPLAY_DIR: prices.replayDir, REPLAY_ORDER: 'recorded' };
}

/** Data of servers that run one after the other. */
export interface ServerFolder {
  readonly dataDir: string;
  /** Beside the data, for what belongs to it. */
  readonly path: string;
  remove(): void;
}

/**
 * The database's account must be able to traverse this folder; otherwise its files would go
 * elsewhere and outlive the test.
 */
export function makeFolder(): ServerFolder {
  const path = mkdtempSync(join(tmpdir(), 'glasshouse-e2e-'));
  chmodSync(path, 0o711);
  const dataDir = join(path, 'data');
  mkdirSync(dataDir);
  return { path, dataDir, remove: () => rmSync(path, { recursive: true, force: true }) };
}

async function isReady(child: ChildProcess, url: string): Promise<boolean> {
  const until = performance.now() + READY_WITHIN_MS;
  while (performance.now() < until && child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return true;
    // tidy-allow: nothing else says that a process is ready; it is asked until it is.
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
