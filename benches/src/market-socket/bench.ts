import type { Bench, BenchOptions } from '../harness/bench.ts';
import { type Program, sleep, startProgram } from '../harness/program.ts';
import { type Figure, median, quantile, type Report, ratio, readable, targetAtMost } from '../harness/report.ts';
import { type ClientCalls, FRAMES_PER_SECOND, INSTRUMENTS, type Published, type SocketServerCalls } from './calls.ts';

interface Side {
  readonly name: string;
  readonly server: Program<SocketServerCalls>;
  readonly clients: Program<ClientCalls>;
  readonly bytesPerClient: number;
  readonly cpu: number[];
  readonly handover: number[];
  readonly p50: number[];
  readonly p99: number[];
  readonly turn: number[];
  readonly arrived: number[];
}

const SECONDS = 15;
const CLIENTS = 5_000;
const SETTLE_MS = 1_500;

/** One fan-out bench: its servers, clients and target. */
export interface SocketBench {
  readonly title: string;
  /** Content of the frames, for the report. */
  readonly frames: string;
  /** Folder of `ours.ts` and `bare.ts`. */
  readonly folder: string;
  readonly clients: number;
  /** First message of each client. */
  readonly hello: string;
  readonly cpuRatioMax: number;
}

export const marketSocket: Bench = {
  name: 'market-socket',
  about: `${CLIENTS} clients, ${INSTRUMENTS} instruments, ${FRAMES_PER_SECOND} frames/s, compared with bare ws sending one shared buffer`,
  run: (options) =>
    runSockets(
      {
        title: 'Market socket',
        frames: `${INSTRUMENTS} instruments, all with a new price in each of ${FRAMES_PER_SECOND} frames/s`,
        folder: import.meta.url,
        clients: CLIENTS,
        hello: '',
        cpuRatioMax: 1.2,
      },
      options,
    ),
};

/** Runs both servers with the same number of clients each; only one sends at a time. */
export async function runSockets(bench: SocketBench, { rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const clients = isSmoke ? 300 : bench.clients;
  const seconds = isSmoke ? 3 : SECONDS;
  const sides = [await open(bench, 'ours', clients, print), await open(bench, 'bare', clients, print)] as const;
  let frameBytes = 0;
  // Both stay connected and send alternately, so that other load on the machine affects both.
  for (let round = 0; round < rounds; round += 1) {
    for (const side of sides) frameBytes = await measure(side, { clients, seconds, round }, print);
  }
  for (const side of sides) {
    await side.clients.stop();
    await side.server.stop();
  }
  return report(bench, sides, { clients, seconds, rounds, frameBytes });
}

async function open(
  bench: SocketBench,
  name: 'ours' | 'bare',
  clients: number,
  print: (line: string) => void,
): Promise<Side> {
  const server = await startProgram<SocketServerCalls>(new URL(`./${name}.ts`, bench.folder));
  const program = await startProgram<ClientCalls>(new URL('./clients.ts', import.meta.url));
  const { port } = await server.call('start', undefined);
  await server.call('publish', { seconds: 1 });
  const before = await server.call('memory', undefined);
  await program.call('connect', { port, clients, hello: bench.hello });
  // Sending allocates the buffers a socket keeps after its first write.
  await server.call('publish', { seconds: 2 });
  await sleep(SETTLE_MS);
  const after = await server.call('memory', undefined);
  const bytesPerClient = (after.rssBytes - before.rssBytes) / clients;
  print(`${name}: ${clients} clients connected, ${readable(bytesPerClient / 1024)} kB each`);
  return {
    name,
    server,
    clients: program,
    bytesPerClient,
    cpu: [],
    handover: [],
    p50: [],
    p99: [],
    turn: [],
    arrived: [],
  };
}

async function measure(
  side: Side,
  { clients, seconds, round }: { clients: number; seconds: number; round: number },
  print: (line: string) => void,
): Promise<number> {
  await side.clients.call('begin', undefined);
  const published = await side.server.call('publish', { seconds });
  await sleep(SETTLE_MS);
  const { frames, bytes } = await side.clients.call('arrived', undefined);
  const delays = delaysOf(frames, published);
  const expected = published.frames * clients;
  if (delays.length < expected * 0.8) {
    throw new Error(
      `${side.name}: ${delays.length} of ${expected} frames arrived (${published.framesSkipped} skipped)`,
    );
  }
  // An overloaded machine merges frames, so CPU is scaled to the frames actually written.
  const arrivedShare = delays.length / expected;
  side.cpu.push(((published.cpuMs / seconds) * 0.1) / arrivedShare);
  side.arrived.push(arrivedShare * 100);
  side.handover.push((published.handoverCpuMs / seconds) * 0.1);
  side.p50.push(quantile(delays, 0.5));
  side.p99.push(quantile(delays, 0.99));
  side.turn.push(published.longestTurnMs);
  print(
    `round ${round + 1} ${side.name}: ${readable(side.cpu.at(-1) ?? 0)} % of a core, p99 ${readable(side.p99.at(-1) ?? 0)} ms`,
  );
  return bytes / delays.length;
}

function delaysOf(
  frames: readonly { seq: number; at: number; times: Float64Array }[],
  { sentAt }: Published,
): Float64Array {
  const delays: number[] = [];
  for (const { seq, at, times } of frames) {
    const from = at === 0 ? sentAt.get(seq) : at;
    if (from !== undefined) for (const time of times) delays.push(time - from);
  }
  return Float64Array.from(delays);
}

function report(
  bench: SocketBench,
  [ours, bare]: readonly [Side, Side],
  { clients, seconds, rounds, frameBytes }: { clients: number; seconds: number; rounds: number; frameBytes: number },
): Report {
  const figure = (label: string, unit: string, values: readonly number[]): Figure => ({ label, unit, values });
  const cpu = figure('Glasshouse: sockets process', '% of a core', ours.cpu);
  const bareCpu = figure('bare ws: its process', '% of a core', bare.cpu);
  const p99 = figure('Glasshouse: delivery, p99', 'ms', ours.p99);
  const perWrite = bare.cpu.map((percent) => (percent * 10_000) / (clients * FRAMES_PER_SECOND));
  return {
    title: `${bench.title}, ${clients.toLocaleString('en-US')} clients`,
    setting:
      `${clients} clients with \`permessage-deflate\` in a separate process; ${bench.frames}; ` +
      `${rounds} rounds of ${seconds} s per side, alternating. A frame is ${readable(frameBytes / 1024)} kB on the wire. The peer writes buffers prepared before the run; ` +
      'Glasshouse also receives the frame from the main process, builds and compresses it, watches for slow clients and yields every millisecond. The limit is one socket write per client and frame.',
    figures: [
      cpu,
      bareCpu,
      figure('Glasshouse: frame handover in the main process', '% of a core', ours.handover),
      figure('limit: one socket write (bare ws, all included)', 'µs', perWrite),
      figure('Glasshouse: delivery, median', 'ms', ours.p50),
      p99,
      figure('bare ws: delivery, median', 'ms', bare.p50),
      figure('bare ws: delivery, p99', 'ms', bare.p99),
      figure('Glasshouse: longest event loop turn', 'ms', ours.turn),
      figure('bare ws: longest event loop turn', 'ms', bare.turn),
      figure('Glasshouse: frames not merged with the next', '%', ours.arrived),
      figure('Glasshouse: memory per client', 'kB', [ours.bytesPerClient / 1024]),
      figure('bare ws: memory per client', 'kB', [bare.bytesPerClient / 1024]),
    ],
    targets: [
      targetAtMost('CPU compared with bare ws', ratio(cpu, bareCpu), bench.cpuRatioMax, ' ×'),
      targetAtMost('delivery, p99', median(ours.p99), 150, ' ms'),
    ],
  };
}
