/**
 * Kills the server, its database or both with SIGKILL at random moments under load, sometimes again
 * during the restart: `npm run faults -- --runs 20 --seed 1`. Afterwards every acknowledged order
 * exists exactly once, every unacknowledged one is applied once by a retry, and the database
 * verifies. The last line is `N passed, N failed`, one test per kill.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runningEmbeddedUrl } from '@glasshouse/server/platform/embedded';
import { createPool } from '@glasshouse/server/platform/postgres';
import { isAlive } from '@glasshouse/server/platform/process-identity';
import { auditSubmissions } from './faults/audit.ts';
import { type Guest, placeOrders, registerGuest, resolveUnknown, type Submission } from './faults/load.ts';
import { KINDS, type OrderKind, readMarkets } from './faults/orders.ts';
import { freePort, ServerProcess } from './faults/server-process.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean' },
  },
});

const TARGETS = ['node', 'database', 'both'] as const;
type Target = (typeof TARGETS)[number];

/**
 * Twelve users with up to eight orders per run and periods of 30 s stay below the open order limit.
 */
const GUESTS = 12;
const ORDERS_PER_GUEST = 8;
const LOAD_MIN_MS = 100;
const LOAD_SPREAD_MS = 500;
/** One restart in four is itself interrupted, within this time. */
const START_INTERRUPTED = 0.25;
const START_SPREAD_MS = 800;

const runs = Number(values.runs);
const random = randomFrom(Number(values.seed));
const dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-faults-'));
chmodSync(dataDir, 0o755);
const server = new ServerProcess(dataDir, await freePort());
const submissions: Submission[] = [];
const recoveryMs: number[] = [];
let failed = 0;

server.spawn();
console.log(`first start: ${Math.round(await server.ready())} ms, ${dataDir}`);
const guests: Guest[] = [];
for (let count = 0; count < GUESTS; count += 1) guests.push(await registerGuest(server.url));

const plan = Array.from({ length: runs * TARGETS.length }, (_, index) => TARGETS[index % TARGETS.length]!);
for (const [index, target] of plan.entries()) {
  const findings = await killOnce(target).catch((error: unknown) => [String(error)]);
  if (0 < findings.length) failed += 1;
  for (const finding of findings) console.error(`  ${finding}`);
  const unanswered = submissions.filter(({ retried }) => retried).length;
  console.log(
    `${String(index + 1).padStart(3)} ${target.padEnd(8)} ${findings.length === 0 ? 'ok' : 'FAILED'}, recovered in ${Math.round(recoveryMs.at(-1) ?? 0)} ms, ${submissions.length} orders so far, ${unanswered} retried`,
  );
  if (!server.isRunning()) break;
}

const stopCode = await server.stop();
if (stopCode !== 0) console.error(`the server exited with ${stopCode} on SIGTERM\n${server.logTail()}`);
const accepted = submissions.filter(({ answer }) => answer?.code === 200).length;
// A load that is refused, or always answered in time, proves nothing.
const acceptedOf = (kind: OrderKind): number =>
  submissions.filter((one) => one.kind === kind && one.answer?.code === 200).length;
const kinds = Object.keys(KINDS) as OrderKind[];
console.log(`accepted: ${kinds.map((kind) => `${acceptedOf(kind)} ${kind}`).join(', ')}`);
const isMeaningful =
  submissions.length / 2 < accepted &&
  submissions.some(({ retried }) => retried) &&
  kinds.every((kind) => 0 < acceptedOf(kind));
if (!isMeaningful)
  console.error(
    `only ${accepted} of ${submissions.length} orders were accepted, a kind was never accepted, or none was interrupted`,
  );
failed += (stopCode === 0 ? 0 : 1) + (isMeaningful ? 0 : 1);
if (failed === 0 && values.keep !== true) rmSync(dataDir, { recursive: true, force: true });
else console.log(`The data is in ${dataDir}`);

const sorted = recoveryMs.toSorted((left, right) => left - right);
const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
console.log(`recovery: median ${Math.round(median)} ms, longest ${Math.round(sorted.at(-1) ?? 0)} ms`);
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${plan.length + 2 - failed} passed, ${failed} failed`);

/** One kill under load; returns what is wrong afterwards. */
async function killOnce(target: Target): Promise<readonly string[]> {
  const stop = new AbortController();
  const markets = await readMarkets(server.url);
  const options = { url: server.url, submissions, markets, max: ORDERS_PER_GUEST };
  const load = Promise.all(guests.map((guest) => placeOrders({ ...options, guest }, stop.signal)));
  await sleep(LOAD_MIN_MS + random() * LOAD_SPREAD_MS);
  const helpers = server.helperPids();
  await kill(target);
  stop.abort();
  const restartedAt = performance.now();
  await waitForRecovery(target);
  recoveryMs.push(performance.now() - restartedAt);
  await load;
  await resolveUnknown(server.url, submissions);

  const findings =
    target === 'database' ? [] : helpers.filter(isAlive).map((pid) => `process ${pid} outlived its parent`);
  const url = runningEmbeddedUrl(dataDir);
  if (url === undefined) return [...findings, 'the database is not running'];
  const pool = createPool(url, { max: 2, name: 'fault audit' });
  try {
    return [...findings, ...(await auditSubmissions(pool, submissions))];
  } finally {
    await pool.end();
  }
}

async function kill(target: Target): Promise<void> {
  // In random order.
  const databaseFirst = random() < 0.5;
  if (target !== 'node' && databaseFirst) server.killDatabase();
  if (target !== 'database') await server.killNode();
  if (target !== 'node' && !databaseFirst) server.killDatabase();
}

async function waitForRecovery(target: Target): Promise<void> {
  if (target === 'database') {
    // Its supervisor restarts it; `ready` also waits for the core, which has to reload its state.
    await sleep(50);
    await server.ready();
    return;
  }
  server.spawn();
  if (random() < START_INTERRUPTED) {
    await sleep(random() * START_SPREAD_MS);
    await kill(random() < 0.5 ? 'node' : 'both');
    server.spawn();
  }
  await server.ready();
}

/** mulberry32: the same seed repeats the timing of a run, as far as the machine allows. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
