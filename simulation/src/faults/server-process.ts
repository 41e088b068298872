import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '@glasshouse/server/platform/process-identity';

const ROOT = join(import.meta.dirname, '../../..');
const MAIN = join(ROOT, 'apps/server/src/main.ts');
/** A hang guard only: how fast a start is, is measured by the benches. */
const READY_TIMEOUT_MS = 600_000;

/**
 * The real server in a separate process with its own data folder and port, so that it can be
 * killed.
 */
export class ServerProcess {
  readonly dataDir: string;
  readonly url: string;
  readonly logFile: string;
  readonly #port: number;
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;

  constructor(dataDir: string, port: number, env: Readonly<Record<string, string>> = {}) {
    this.dataDir = dataDir;
    this.#env = env;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.logFile = join(dataDir, 'server.log');
    // Whatever ends this process early: nothing of the server outlives it.
    process.once('exit', () => {
      if (this.isRunning()) this.#child?.kill('SIGKILL');
      this.killDatabase();
    });
  }

  /** Starts the server without waiting for it. */
  spawn(): void {
    const log = openSync(this.logFile, 'a');
    this.#child = spawn(process.execPath, [MAIN], {
      cwd: ROOT,
      env: {
        ...process.env,
        PORT: String(this.#port),
        HOST: '127.0.0.1',
        DATA_DIR: this.dataDir,
        DATABASE_URL: '',
        FEED: 'sim',
        LOG_LEVEL: 'info',
        NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compile'),
        ...this.#env,
      },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
  }

  /**
   * Waits until the server accepts orders and returns the milliseconds taken. Throws with the end
   * of the log if it exits.
   */
  async ready(): Promise<number> {
    const startedAt = performance.now();
    const child = this.#child;
    while (performance.now() - startedAt < READY_TIMEOUT_MS) {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) break;
      const answer = await fetch(`${this.url}/readyz`).catch(() => undefined);
      if (answer?.ok === true) return performance.now() - startedAt;
      await sleep(25);
    }
    const what = this.isRunning() ? 'is not ready' : `ended with ${child?.exitCode ?? child?.signalCode}`;
    const waited = Math.round(performance.now() - startedAt);
    throw new Error(`The server ${what} after ${waited} ms:\n${this.logTail()}`);
  }

  isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** kill -9 of the main process; its database is orphaned. */
  async killNode(): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.isRunning()) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** kill -9 of the postmaster; false when none was running. */
  killDatabase(): boolean {
    const pid = this.postmasterPid();
    if (pid === undefined) return false;
    try {
      process.kill(pid, 'SIGKILL');
      return true;
    } catch {
      return false;
    }
  }

  /** SIGTERM, as an operator would; returns the exit code. */
  async stop(): Promise<number | null> {
    const child = this.#child;
    if (child === undefined || !this.isRunning()) return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const [exitCode] = (await exited) as [number | null];
    return exitCode;
  }

  postmasterPid(): number | undefined {
    try {
      const pid = Number(readFileSync(join(this.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
      // Briefly holds the parent's pid while a stale file is replaced.
      return 0 < pid && pid !== this.#child?.pid && isAlive(pid) ? pid : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Children of the main process other than the database; they must exit with it. Empty without
   * /proc.
   */
  helperPids(): readonly number[] {
    const pid = this.#child?.pid;
    if (pid === undefined) return [];
    try {
      const own = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
        readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(/\s+/),
      );
      return own.map(Number).filter((child) => 0 < child && child !== this.postmasterPid());
    } catch {
      return [];
    }
  }

  logTail(): string {
    return readFileSync(this.logFile, 'utf8').slice(-4_000);
  }
}
