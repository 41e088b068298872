import { get, type IncomingMessage } from 'node:http';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startProgram } from '../harness/program.ts';
import { type Figure, median, type Report, readable, targetAtMost } from '../harness/report.ts';
import { startEmbeddedCluster } from '../sequencer/databases.ts';
import { statementDatabase, timed } from './fill.ts';
import type { ExportCalls, ExportMode } from './serve-exports.ts';

const LINES = 1_000_000;
const SMOKE_LINES = 20_000;
/** About what a line takes; only for what the limit sends. */
const LINE_BYTES = 100;
/** Of an export that warms up: its code is compiled then, and its heap as large as it gets. */
const WARM_SHARE = 0.2;
const MIB = 2 ** 20;

export const statementExport: Bench = {
  name: 'statement-export',
  about: 'the CSV of a statement with 10⁶ lines: memory and rate, compared with collecting the lines first',
  run,
};

interface Download {
  readonly megabytesPerSecond: number;
  readonly growth: number;
}

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const lines = isSmoke ? SMOKE_LINES : LINES;
  const cluster = await startEmbeddedCluster();
  let url = '';
  const filled = await timed(async () => {
    url = await statementDatabase(cluster, lines);
  });
  print(`${readable(lines)} lines after ${readable(filled / 1_000)} s`);

  const downloads: { readonly [way in ExportMode]: Download[] } = { streamed: [], collected: [], bytes: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const mode of ['streamed', 'collected', 'bytes'] as const) {
      // A process for each: memory that one way took does not hide what the next takes.
      const server = await startProgram<ExportCalls>(new URL('./serve-exports.ts', import.meta.url));
      const port = await server.call('open', { url, bytes: lines * LINE_BYTES });
      if (mode === 'streamed') await download({ port, mode, linesMax: lines * WARM_SHARE });
      const before = await server.call('rest', undefined);
      const startedAt = performance.now();
      const got = await download({ port, mode, linesMax: Number.POSITIVE_INFINITY });
      const seconds = (performance.now() - startedAt) / 1_000;
      const growth = ((await server.call('peak', undefined)) - before) / MIB;
      await server.stop();
      // The heading is a line of its own.
      if (mode === 'streamed' && got.lines !== lines + 1) throw new Error(`the file has ${got.lines} lines`);
      if (mode === 'collected' && got.lines !== lines) throw new Error(`the collected file has ${got.lines} lines`);
      downloads[mode].push({ megabytesPerSecond: got.bytes / 1e6 / seconds, growth });
    }
    const { growth, megabytesPerSecond } = downloads.streamed.at(-1)!;
    print(`round ${round + 1}: ${readable(growth)} MiB more, ${readable(megabytesPerSecond)} MB/s`);
  }
  await cluster.stop();

  const rate = (label: string, mode: ExportMode): Figure => ({
    label,
    unit: 'MB/s',
    values: downloads[mode].map(({ megabytesPerSecond }) => megabytesPerSecond),
  });
  const memory = (label: string, mode: ExportMode): Figure => ({
    label,
    unit: 'MiB',
    values: downloads[mode].map(({ growth }) => growth),
  });
  const growth = memory('Glasshouse: growth of resident memory, peak', 'streamed');
  return {
    title: 'Export of a long statement',
    setting: `The CSV of ${lines.toLocaleString('en-US')} lines over HTTP, each time from a new process on the embedded database; the highest resident memory while it is sent, less that before. Ours has sent ${WARM_SHARE * 100} % of such a file before. The peer reads all lines with one query and sends them together. The limit is the same server with as many bytes that need no making. Client, server and database share the machine. ${rounds} rounds.`,
    figures: [
      growth,
      memory('all lines collected: growth of resident memory, peak', 'collected'),
      rate('Glasshouse', 'streamed'),
      rate('all lines collected', 'collected'),
      rate('limit: as many bytes', 'bytes'),
    ],
    targets: [targetAtMost('growth over the whole file', median(growth.values), 32, ' MiB')],
  };
}

interface DownloadOptions {
  readonly port: number;
  readonly mode: ExportMode;
  /** Where the client breaks off. */
  readonly linesMax: number;
}

/** Takes the file as fast as it comes, and keeps none of it. */
async function download({
  port,
  mode,
  linesMax,
}: DownloadOptions): Promise<{ readonly bytes: number; readonly lines: number }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: `/${mode}` }, resolve).on('error', reject);
  });
  let bytes = 0;
  let lines = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
    if (linesMax < lines) break;
  }
  return { bytes, lines };
}
