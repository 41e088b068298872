/**
 * Kills the server, its database or both with SIGKILL at random moments under load, sometimes again
 * during the restart: `npm run faults -- --runs 20 --seed 1`. Afterwards every acknowledged order
 * exists exactly once, every unacknowledged one is applied once by a retry, reversals of contracts
 * are done whole or not at all, and the database verifies. The kills are shared by two servers.
 * Beside them the same while money comes in and goes out (`--funding 30` kills), between the steps
 * of people, operators and a chain, and amid daily posting of plans and loans. The last line is `N
 * passed, N failed`, one test per kill.
 */
import { parseArgs } from 'node:util';
import { runFundingFaults } from './faults/funding/run.ts';
import { runOrderFaults, type Tally } from './faults/order-run.ts';
import { runPostingFaults } from './faults/posting-run.ts';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    runs: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    funding: { type: 'string', default: '30' },
    posting: { type: 'boolean', default: true },
    keep: { type: 'boolean' },
  },
});

/**
 * Servers that are killed side by side: most of the time of a kill is waiting, and what is audited
 * after each is the whole log of its server.
 */
const SERVERS = 2;

const runs = Number(values.runs);
const seed = Number(values.seed);
console.log(`seed ${seed}`);
const printer =
  (who: string) =>
  (line: string): void =>
    console.log(`${who}: ${line}`);
const shares = Array.from({ length: SERVERS }, (_, index) => Math.floor((runs + index) / SERVERS));
const kills = Number(values.funding);
const work: (() => Promise<Tally>)[] = shares
  .filter((share) => 0 < share)
  .map((share, index) => {
    const print = printer(`orders ${index + 1}`);
    return () => runOrderFaults({ runs: share, random: randomFrom(seed + index), print, keep: values.keep === true });
  });
if (0 < kills) {
  work.push(() => runFundingFaults({ kills, random: randomFrom(seed + SERVERS), print: printer('money') }));
}
if (values.posting) work.push(() => runPostingFaults(printer('days')));
const crashed = (error: unknown): Tally => ({
  passed: 0,
  failed: 1,
  failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
});
const tallies = await Promise.all(work.map((start) => start().catch(crashed)));
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
const failures = tallies.flatMap((tally) => tally.failures);
if (0 < failures.length) console.log(`\nwhat failed:\n${failures.join('\n')}\n`);
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);

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
