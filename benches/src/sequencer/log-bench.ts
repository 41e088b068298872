import type { Bench, BenchOptions } from '../harness/bench.ts';
import { type Program, startProgram } from '../harness/program.ts';
import type { Figure, Report } from '../harness/report.ts';
import { startEmbeddedCluster } from './databases.ts';
import type { LogCalls } from './log-runs.ts';

const LENGTHS = [100_000, 1_000_000, 10_000_000] as const;
const LENGTHS_SMOKE = [45_000] as const;
const MIB = 2 ** 20;

/** How a start and a verification grow with the log. */
export const logLength: Bench = {
  name: 'log-length',
  about: 'Start, signing and verification beside the mere reading of the log, by the length of the log',
  run,
};

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const cluster = await startEmbeddedCluster();
  const figures: Figure[] = [];
  for (const length of isSmoke ? LENGTHS_SMOKE : LENGTHS) {
    const url = await cluster.database(`log_${length}`);
    await alone((program) => program.call('fill', { url, entries: length }));
    await cluster.settle();
    const name = `${length.toLocaleString('en')} entries`;
    print(`${name} are written`);
    const all: { [label: string]: { unit: string; values: number[] } } = {};
    const add = (label: string, unit: string, value: number): void => {
      all[label] ??= { unit, values: [] };
      all[label].values.push(value);
      print(`${name}, ${label}: ${Math.round(value)} ${unit}`);
    };
    const signed = await alone((program) => program.call('sign', { url }));
    add('signing the state', 'ms', signed.ms);
    for (let round = 0; round < rounds; round += 1) {
      const started = await alone((program) => program.call('recover', { url }));
      add('what a start reads', 'ms', started.ms);
      add('peak memory of it', 'MiB', started.peakBytes / MIB);
      const read = await alone((program) => program.call('readChain', { url }));
      add('reading and hashing alone', 'entries/s', (length * 1_000) / read.ms);
      const whole = await alone((program) => program.call('verify', { url }));
      add('verify', 'entries/s', (whole.entries * 1_000) / whole.ms);
      add('peak memory of verify', 'MiB', whole.peakBytes / MIB);
      const trades = await alone((program) => program.call('trades', { url }));
      add('checking trades', 'ms', trades.ms);
      add('peak memory of checking trades', 'MiB', trades.peakBytes / MIB);
      const latest = await alone((program) => program.call('verify', { url, from: 'latest' }));
      add('verify from the signed state', 'ms', latest.ms);
    }
    for (const [label, { unit, values }] of Object.entries(all))
      figures.push({ label: `${name}: ${label}`, unit, values });
  }
  await cluster.stop();
  return {
    title: 'Length of the log',
    setting:
      'Spot orders of 10,000 users, every second of which fills the one before it, until the log has so many entries; each measurement in a process of its own, against the embedded PostgreSQL. A start reads what is live, not the log. Verification derives every answer, posting, account and row again; reading and hashing alone is what no verification can save.',
    figures,
    targets: [],
  };
}

/** In a process of its own, so that peak memory is that of one measurement. */
async function alone<Result>(work: (program: Program<LogCalls>) => Promise<Result>): Promise<Result> {
  const program = await startProgram<LogCalls>(new URL('./log-runs.ts', import.meta.url));
  try {
    return await work(program);
  } finally {
    await program.stop();
  }
}
