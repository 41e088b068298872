import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN_ROLE } from '@glasshouse/server/platform/cluster';
import { runningEmbeddedUrl } from '@glasshouse/server/platform/embedded';
import { createClient } from '@glasshouse/server/platform/postgres';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startGlasshouse } from '../harness/glasshouse.ts';
import { cpuMsOf, pssBytesOf } from '../harness/processes.ts';
import { sleep } from '../harness/program.ts';
import { type Figure, median, type Report, targetAtMost } from '../harness/report.ts';

/** Start-up reads five years of bars, fills day figures and signs its first minutes. */
const WARM_UP_MS = 150_000;
const MINUTE_MS = 60_000;
const SMOKE = { warmUpMs: 2_000, sampleMs: 3_000 };
/** A Wednesday on which every calendar of the catalogue is open: the dearest hours of a week. */
const EVERYTHING_OPEN = Date.UTC(2026, 11, 2, 15, 30);
const MIB = 2 ** 20;
const DAYS_A_YEAR = 365;
const MINUTES_A_DAY = 1_440;

export const idle: Bench = {
  name: 'idle',
  about: 'what an installation costs while nobody is there: processor, WAL, fsyncs, disk, memory',
  run,
};

/** A round is one minute of an installation with default settings that nobody visits. */
async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  // What is on offer, from the environment of the bench.
  const { INSTRUMENTS = 'all' } = process.env;
  const server = await startGlasshouse({ INSTRUMENTS }, ['--import', clockAt(EVERYTHING_OPEN)]);
  const url = runningEmbeddedUrl(server.dataDir, ADMIN_ROLE) as string;
  const client = createClient(url, 'bench');
  await client.connect();
  await sleep(isSmoke ? SMOKE.warmUpMs : WARM_UP_MS);

  const measure = async () => {
    const { rows } = await client.query<Counts>(COUNTS);
    return {
      at: performance.now(),
      node: cpuMsOf([server.mainPid]) - cpuMsOf([server.databasePid]),
      database: cpuMsOf([server.databasePid]),
      tables: await tableBytes(client),
      ...rows[0]!,
    };
  };
  const samples: { readonly [name: string]: number }[] = [];
  let before = await measure();
  for (let round = 0; round < rounds; round += 1) {
    await sleep(isSmoke ? SMOKE.sampleMs : MINUTE_MS);
    const after = await measure();
    const perMinute = (earlier: number, later: number): number =>
      ((later - earlier) * MINUTE_MS) / (after.at - before.at);
    const sample = {
      node: perMinute(before.node, after.node) / 1_000,
      database: perMinute(before.database, after.database) / 1_000,
      wal: perMinute(Number(before.wal), Number(after.wal)) / MIB,
      images: perMinute(Number(before.images), Number(after.images)),
      fsyncs: perMinute(Number(before.fsyncs), Number(after.fsyncs)),
      growth: perMinute(Number(before.size), Number(after.size)) / MIB,
      nodeMemory: memoryOf(server.mainPid, server.databasePid).node / MIB,
      databaseMemory: memoryOf(server.mainPid, server.databasePid).database / MIB,
    };
    samples.push(sample);
    const grown = [...after.tables]
      .map(([name, bytes]) => [name, bytes - (before.tables.get(name) ?? 0)] as const)
      .filter(([, bytes]) => bytes !== 0)
      .sort((left, right) => right[1] - left[1])
      .slice(0, 4)
      .map(([name, bytes]) => `${name} ${Math.round(bytes / 1024)} kB`);
    print(
      `${Object.entries(sample)
        .map(([name, value]) => `${name} ${value.toFixed(2)}`)
        .join(', ')}; ${grown.join(', ')}`,
    );
    before = after;
  }
  const folder = folderBytes(server.dataDir) / MIB;
  await client.end();
  await server.stop();

  const figure = (
    label: string,
    unit: string,
    value: (sample: { readonly [name: string]: number }) => number,
  ): Figure => ({
    label,
    unit,
    values: samples.map(value),
  });
  const cpu = figure('processor, Node and PostgreSQL', 's a minute', ({ node, database }) => node! + database!);
  const wal = figure('WAL', 'MiB a minute', (sample) => sample.wal!);
  const memory = figure('memory, all processes (PSS)', 'MiB', (sample) => sample.nodeMemory! + sample.databaseMemory!);
  const year = figure(
    'database in a year at this rate',
    'GiB',
    ({ growth }) => (growth! * MINUTES_A_DAY * DAYS_A_YEAR) / 1_024,
  );
  return {
    title: 'An idle installation',
    setting: `The server as \`npm start\` runs it, with default settings and INSTRUMENTS=${INSTRUMENTS}, on its embedded database; nobody visits, on a Wednesday at 15:30 UTC, when all markets are open. ${rounds} minutes, after ${WARM_UP_MS / 1_000} s of warming up. Processor time is that of all processes, not of the clock. Growth of the database includes what retention drops later, so a year is an upper bound.`,
    figures: [
      cpu,
      figure('of that, Node', 's a minute', (sample) => sample.node!),
      figure('of that, PostgreSQL', 's a minute', (sample) => sample.database!),
      wal,
      figure('full-page images in the WAL', 'pages a minute', (sample) => sample.images!),
      figure('fsyncs of the WAL', 'a minute', (sample) => sample.fsyncs!),
      figure('growth of the database', 'MiB a minute', (sample) => sample.growth!),
      year,
      memory,
      figure('of that, Node', 'MiB', (sample) => sample.nodeMemory!),
      figure('of that, PostgreSQL', 'MiB', (sample) => sample.databaseMemory!),
      { label: 'data folder at the end', unit: 'MiB', values: [folder] },
    ],
    targets: [
      targetAtMost('processor', median(cpu.values), 2, ' s a minute'),
      targetAtMost('WAL', median(wal.values), 1, ' MiB a minute'),
      targetAtMost('database in a year', median(year.values), 20, ' GiB'),
      targetAtMost('memory', median(memory.values), 600, ' MiB'),
    ],
  };
}

/** A module that sets the wall clock of a process and its threads to an instant. */
const clockAt = (startAt: number): string =>
  `data:text/javascript,${encodeURIComponent(
    `const now = Date.now.bind(Date); const ahead = ${startAt - Date.now()}; Date.now = () => now() + ahead;`,
  )}`;

interface Counts {
  readonly wal: string;
  readonly images: string;
  readonly fsyncs: string;
  readonly size: string;
}

const COUNTS = `
  select pg_current_wal_lsn() - '0/0' as wal, (select wal_fpi from pg_stat_wal) as images,
         (select sum(fsyncs) from pg_stat_io where object = 'wal') as fsyncs,
         pg_database_size(current_database()) as size`;

async function tableBytes(client: ReturnType<typeof createClient>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** Shared pages are counted once, in parts: the sum over processes is what the machine lacks. */
function memoryOf(mainPid: number, databasePid: number): { readonly node: number; readonly database: number } {
  const database = pssBytesOf(databasePid);
  return { node: pssBytesOf(mainPid) - database, database };
}

function folderBytes(folder: string): number {
  let sum = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    try {
      sum += statSync(join(entry.parentPath, entry.name)).size;
    } catch {
      // PostgreSQL removed it in the meantime.
    }
  }
  return sum;
}
