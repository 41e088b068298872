import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startGlasshouse } from '../harness/glasshouse.ts';
import { rssBytesOf } from '../harness/processes.ts';
import { sleep, startProgram } from '../harness/program.ts';
import { type Figure, quantile, type Report, readable, targetAtMost } from '../harness/report.ts';
import type { ClientCalls } from '../market-socket/calls.ts';
import type { LoadCalls } from './load.ts';
import { OPEN_CODES } from './market.ts';
import { perSecond } from './orders-bench.ts';

const ORDERS = 100_000;
const CLIENTS = 5_000;
/** Below the limit of 100 open orders. */
const ORDERS_PER_USER = 80;
const PERIOD_SECONDS = 3_600;
const SETTLE_MS = 5_000;

export const memory: Bench = {
  name: 'memory',
  about: `server memory with the whole catalogue, ${CLIENTS} sockets and ${ORDERS} live orders`,
  run,
};

async function run({ isSmoke, print }: BenchOptions): Promise<Report> {
  const clients = isSmoke ? 300 : CLIENTS;
  const ordersMax = isSmoke ? 2_000 : ORDERS;
  const server = await startGlasshouse();
  const { port, mainPid, socketsPid } = server;
  const load = await startProgram<LoadCalls>(new URL('./load.ts', import.meta.url));
  const watchers = await startProgram<ClientCalls>(new URL('../market-socket/clients.ts', import.meta.url));
  const measure = () => ({ main: rssBytesOf(mainPid) / 2 ** 20, sockets: rssBytesOf(socketsPid) / 2 ** 20 });
  const start = measure();

  const tokens = await load.call('guests', { port, count: Math.ceil(ordersMax / ORDERS_PER_USER) });
  const orders = { port, tokens, codes: OPEN_CODES, periodId: PERIOD_SECONDS, connections: 64, ordersMax };
  const placed = await load.call('orders', { ...orders, seconds: 600 });
  perSecond(placed);
  print(`${placed.good} orders placed`);
  await watchers.call('connect', { port, clients, hello: '' });
  // Long enough for frames, idle settlement runs and at least one full GC.
  const samples: { main: number; sockets: number }[] = [];
  for (let sample = 0; sample < 6; sample += 1) {
    await sleep(SETTLE_MS);
    samples.push(measure());
  }
  await Promise.all([load.stop(), watchers.stop()]);
  await server.stop();

  const figure = (label: string, values: readonly number[]): Figure => ({ label, unit: 'MiB', values });
  const total = samples.map(({ main, sockets }) => main + sockets);
  return {
    title: 'Server memory',
    setting:
      `Resident memory with ${OPEN_CODES.length} crypto instruments and the rest of the catalogue, ${readable(placed.good)} live options of ${tokens.length} users and ${clients} streaming market sockets; ` +
      `six samples ${SETTLE_MS / 1000} s apart. The main process includes HTTP server, core and threads; the database is not counted.`,
    figures: [
      figure('main and sockets process together', total),
      figure(
        'main',
        samples.map(({ main }) => main),
      ),
      figure(
        'sockets process',
        samples.map(({ sockets }) => sockets),
      ),
      figure('main, just started', [start.main]),
      figure('sockets process, just started', [start.sockets]),
    ],
    targets: [targetAtMost('together', quantile(total, 1), 1_024, ' MiB')],
  };
}
