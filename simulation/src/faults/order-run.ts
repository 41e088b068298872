import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runningEmbeddedUrl } from '@glasshouse/server/platform/embedded';
import { createPool } from '@glasshouse/server/platform/postgres';
import { commandLineOf, isAlive } from '@glasshouse/server/platform/process-identity';
import { scratchPort } from '@glasshouse/server/platform/scratch-port';
import { auditSubmissions } from './audit.ts';
import { type Guest, isAccepted, placeOrders, registerGuest, resolveUnknown, type Submission } from './load.ts';
import { KINDS, type OrderKind, readMarkets } from './orders.ts';
import { askAgain, auditReversals, openPlainPositions, prepareReversals, reverseAll } from './reversals.ts';
import { ServerProcess } from './server-process.ts';

const TARGETS = ['node', 'database', 'both'] as const;
type Target = (typeof TARGETS)[number];
const ORDER_KINDS = Object.keys(KINDS) as OrderKind[];

/**
 * Twelve users with up to eight orders per run and periods of 30 s stay below the open order limit.
 */
const GUESTS = 12;
const ORDERS_PER_GUEST = 8;
const LOAD_MIN_MS = 100;
const LOAD_SPREAD_MS = 500;
/** About what taking a reversal lasts. */
const TAKEN_SPREAD_MS = 60;
/** One restart in four is itself interrupted, within this time. */
const START_INTERRUPTED = 0.25;
const START_SPREAD_MS = 800;
/**
 * More kills of Node where none of the planned ones met a reversal between acceptance and tick:
 * the slower the machine, the later the answer that a kill waits for.
 */
const EXTRA_KILLS_MAX = 24;
/** Far more than any machine needs; a helper that never notices stays for good. */
const HELPERS_GONE_MAX_MS = 600_000;
const DATABASE_BACK_MAX_MS = 600_000;

export interface OrderFaults {
  /** Kills of each target. */
  readonly runs: number;
  readonly random: () => number;
  readonly print: (line: string) => void;
  /** Keeps the data folder even where nothing failed. */
  readonly keep: boolean;
}

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Told again at the end, where a cut log still has them. */
  readonly failures: readonly string[];
}

/** Kills a server under the orders of twelve people; gives passed and failed kills. */
export async function runOrderFaults(options: OrderFaults): Promise<Tally> {
  const dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-faults-'));
  chmodSync(dataDir, 0o755);
  const server = new ServerProcess(dataDir, await scratchPort());
  try {
    return await new OrderRun(options, server).run();
  } finally {
    // Whatever went wrong: this process waits for its children.
    await server.stop();
  }
}

class OrderRun {
  readonly #options: OrderFaults;
  readonly #server: ServerProcess;
  readonly #submissions: Submission[] = [];
  readonly #recoveryMs: number[] = [];
  readonly #guests: Guest[] = [];
  readonly #failures: string[] = [];
  /** Reversals that kills found taken, and not carried out yet. */
  #between = 0;
  #kills = 0;
  #failed = 0;

  constructor(options: OrderFaults, server: ServerProcess) {
    this.#options = options;
    this.#server = server;
  }

  async run(): Promise<Tally> {
    const { runs, print, keep } = this.#options;
    const server = this.#server;
    server.spawn();
    print(`first start ${Math.round(await server.ready())} ms, ${server.dataDir}`);
    for (let count = 0; count < GUESTS; count += 1) this.#guests.push(await registerGuest(server.url));
    const plan = Array.from({ length: runs * TARGETS.length }, (_, index) => TARGETS[index % TARGETS.length]!);
    for (const target of plan) {
      await this.#killAndAudit(target);
      if (!server.isRunning()) break;
    }
    while (server.isRunning() && 0 < this.#lacks().length && this.#kills < plan.length + EXTRA_KILLS_MAX) {
      await this.#killAndAudit('node');
    }
    const stopCode = await server.stop();
    if (stopCode !== 0) this.#fail('stop', [`the server exited with ${stopCode} on SIGTERM\n${server.logTail()}`]);
    this.#expectMeaning();
    if (this.#failed === 0 && !keep) rmSync(server.dataDir, { recursive: true, force: true });
    else print(`The data is in ${server.dataDir}`);
    const sorted = this.#recoveryMs.toSorted((left, right) => left - right);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    print(`recovery: median ${Math.round(median)} ms, longest ${Math.round(sorted.at(-1) ?? 0)} ms`);
    const planned = Math.max(plan.length, this.#kills);
    return { passed: planned + 2 - this.#failed, failed: this.#failed, failures: this.#failures };
  }

  async #killAndAudit(target: Target): Promise<void> {
    this.#kills += 1;
    const findings = await this.#killOnce(target).catch((error: unknown) => [String(error)]);
    if (0 < findings.length) this.#fail(`kill ${this.#kills} (${target})`, findings);
    const unanswered = this.#submissions.filter(({ retried }) => retried).length;
    this.#options.print(
      `${String(this.#kills).padStart(3)} ${target.padEnd(8)} ${findings.length === 0 ? 'ok' : 'FAILED'}, recovered in ${Math.round(this.#recoveryMs.at(-1) ?? 0)} ms, ${this.#submissions.length} orders so far, ${unanswered} retried`,
    );
  }

  #fail(what: string, findings: readonly string[]): void {
    this.#failed += 1;
    this.#failures.push(`${what}:`, ...findings.map((finding) => `  ${finding}`));
    for (const finding of findings) this.#options.print(`  ${finding}`);
  }

  /** A load that is refused, or always answered in time, proves nothing. */
  #lacks(): readonly string[] {
    const all = this.#submissions;
    const accepted = this.#accepted().length;
    return [
      ...(all.length / 2 < accepted ? [] : [`only ${accepted} of ${all.length} orders were accepted`]),
      ...ORDER_KINDS.filter((kind) => this.#accepted(kind).length === 0).map(
        (kind) => `no order of ${kind} was accepted`,
      ),
      ...(0 < this.#cutReversals() ? [] : ['no reversal was killed unanswered']),
      ...(0 < this.#between ? [] : ['no reversal was killed between its acceptance and its tick']),
    ];
  }

  /** Of this kind, or of all. */
  #accepted(kind?: OrderKind): readonly Submission[] {
    return this.#submissions.filter(
      (submission) => isAccepted(submission) && (kind ?? submission.kind) === submission.kind,
    );
  }

  #cutReversals(): number {
    return this.#submissions.filter(({ kind, retried }) => kind === 'reversals' && retried).length;
  }

  #expectMeaning(): void {
    const counts = ORDER_KINDS.map((kind) => `${this.#accepted(kind).length} ${kind}`).join(', ');
    this.#options.print(
      `accepted: ${counts}; of reversals, ${this.#cutReversals()} were killed unanswered and ${this.#between} between acceptance and tick`,
    );
    const lacks = this.#lacks();
    if (0 < lacks.length) this.#fail('load', lacks);
  }

  /** One kill under load; returns what is wrong afterwards. */
  async #killOnce(target: Target): Promise<readonly string[]> {
    const { random } = this.#options;
    const server = this.#server;
    const submissions = this.#submissions;
    const stop = new AbortController();
    const markets = await readMarkets(server.url);
    await openPlainPositions(server.url, this.#guests, submissions);
    const options = { url: server.url, submissions, markets, max: ORDERS_PER_GUEST };
    const load = Promise.all(this.#guests.map((guest) => placeOrders({ ...options, guest }, stop.signal)));
    await sleep(LOAD_MIN_MS + random() * LOAD_SPREAD_MS);
    const helpers = server.helperPids();
    const reversals = await prepareReversals(server.url, this.#guests);
    submissions.push(...reversals);
    const reversing = reverseAll(server.url, reversals);
    // While they are taken, or when they are and wait for their tick.
    if (random() < 0.5) await sleep(random() * TAKEN_SPREAD_MS);
    else await reversing.first;
    const killedAt = Date.now();
    await this.#kill(target);
    stop.abort();
    const restartedAt = performance.now();
    await this.#waitForRecovery(target);
    this.#recoveryMs.push(performance.now() - restartedAt);
    await Promise.all([load, reversing.all]);
    await resolveUnknown(server.url, submissions);

    const findings = [...(target === 'database' ? [] : await this.#survivors(helpers))];
    findings.push(...(await askAgain(server.url, reversals)));
    const url = await this.#databaseUrl();
    if (url === undefined) return [...findings, 'the database is not running'];
    const pool = createPool(url, { max: 2, name: 'fault audit' });
    try {
      const reversed = await auditReversals(pool, { submissions, killedAt });
      this.#between += reversed.between;
      return [...findings, ...reversed.findings, ...(await auditSubmissions(pool, submissions))];
    } finally {
      await pool.end();
    }
  }

  /**
   * Of the helpers of a killed server, told by their command lines. They run below normal priority:
   * amid other servers that start, seconds may pass before one is given the time to notice.
   */
  async #survivors(helpers: readonly number[]): Promise<readonly string[]> {
    const startedAt = performance.now();
    for (;;) {
      const alive = helpers.filter(isAlive);
      if (alive.length === 0) return [];
      if (HELPERS_GONE_MAX_MS < performance.now() - startedAt) {
        return alive.map((pid) => `process ${pid} outlived its parent: ${commandLineOf(pid)}`);
      }
      await sleep(50);
    }
  }

  /** Of the database, which may just be starting again: the server was ready before it noticed. */
  async #databaseUrl(): Promise<string | undefined> {
    const startedAt = performance.now();
    for (;;) {
      const url = runningEmbeddedUrl(this.#server.dataDir);
      if (url !== undefined || DATABASE_BACK_MAX_MS < performance.now() - startedAt) return url;
      await sleep(50);
    }
  }

  async #kill(target: Target): Promise<void> {
    // In random order.
    const databaseFirst = this.#options.random() < 0.5;
    if (target !== 'node' && databaseFirst) this.#server.killDatabase();
    if (target !== 'database') await this.#server.killNode();
    if (target !== 'node' && !databaseFirst) this.#server.killDatabase();
  }

  async #waitForRecovery(target: Target): Promise<void> {
    const { random } = this.#options;
    const server = this.#server;
    if (target === 'database') {
      // Its supervisor restarts it; `ready` also waits for the core, which has to reload its state.
      await sleep(50);
      await server.ready();
      return;
    }
    server.spawn();
    if (random() < START_INTERRUPTED) {
      await sleep(random() * START_SPREAD_MS);
      await this.#kill(random() < 0.5 ? 'node' : 'both');
      server.spawn();
    }
    await server.ready();
  }
}
