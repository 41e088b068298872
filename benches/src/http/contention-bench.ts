import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startGlasshouse } from '../harness/glasshouse.ts';
import { sleep, startProgram } from '../harness/program.ts';
import { type Figure, quantile, type Report, ratio, readable, targetAtMost } from '../harness/report.ts';
import type { ClientCalls } from '../market-socket/calls.ts';
import type { LoadCalls, LoadResult } from './load.ts';
import { OPEN_CODES } from './market.ts';

const ORDERS_PER_SECOND = 200;
const PAGES_PER_SECOND = 200;
const CLIENTS = 5_000;
const SECONDS = 30;
const USERS = 400;
const PERIOD_SECONDS = 30;

export const contention: Bench = {
  name: 'orders-while-streaming',
  about: `order p99 with ${CLIENTS} streaming sockets and list requests, compared with an idle server`,
  run,
};

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const seconds = isSmoke ? 3 : SECONDS;
  const clients = isSmoke ? 300 : CLIENTS;
  const server = await startGlasshouse();
  const { port } = server;
  const orders = await startProgram<LoadCalls>(new URL('./load.ts', import.meta.url));
  const pages = await startProgram<LoadCalls>(new URL('./load.ts', import.meta.url));
  pages.lowerPriority();
  const tokens = await orders.call('guests', { port, count: USERS });
  const pace = {
    port,
    tokens,
    codes: OPEN_CODES,
    periodId: PERIOD_SECONDS,
    connections: 64,
    perSecond: ORDERS_PER_SECOND,
  };
  const place = (): Promise<LoadResult> => orders.call('pacedOrders', { ...pace, seconds });
  await orders.call('pacedOrders', { ...pace, seconds: 2 });

  const idle: number[] = [];
  const busy: number[] = [];
  const frames: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    idle.push(p99Of(await place()));
    const watchers = await startProgram<ClientCalls>(new URL('../market-socket/clients.ts', import.meta.url));
    watchers.lowerPriority();
    await watchers.call('connect', { port, clients, hello: '' });
    await sleep(1_000);
    await watchers.call('begin', undefined);
    const list = { port, path: '/swx/customer/index/listMarketByType', headers: { 'Accept-Encoding': 'br' } };
    const served = pages.call('get', { ...list, connections: 16, seconds, perSecond: PAGES_PER_SECOND });
    busy.push(p99Of(await place()));
    await served;
    const arrived = await watchers.call('arrived', undefined);
    frames.push(arrived.frames.reduce((sum, { times }) => sum + times.length, 0) / clients / seconds);
    await watchers.stop();
    print(`round ${round + 1}: idle ${readable(idle.at(-1) ?? 0)} ms, busy ${readable(busy.at(-1) ?? 0)} ms`);
    await sleep(1_000);
  }
  await Promise.all([orders.stop(), pages.stop(), server.stop()]);

  const figure = (label: string, unit: string, values: readonly number[]): Figure => ({ label, unit, values });
  const alone = figure('order, p99, idle', 'ms', idle);
  const amid = figure(`order, p99, ${clients} sockets and ${PAGES_PER_SECOND} lists/s`, 'ms', busy);
  return {
    title: 'Orders under streaming load',
    setting:
      `${ORDERS_PER_SECOND} orders/s over HTTP in open loop, latency counted from when each was due; idle, and with ${clients} market sockets and ${PAGES_PER_SECOND} market lists/s. ` +
      `${rounds} rounds of ${seconds} s each, alternating. Clients, server and database share the machine; streaming and reading clients run at low priority, as they would be on other machines.`,
    figures: [amid, alone, figure('frames per socket', '1/s', frames)],
    targets: [targetAtMost('p99 compared with idle', ratio(amid, alone), 2, ' ×')],
  };
}

function p99Of({ good, bad, delaysMs }: LoadResult): number {
  if (good === 0 || 0 < Object.keys(bad).length) throw new Error(`failed orders: ${JSON.stringify(bad).slice(0, 500)}`);
  return quantile(delaysMs, 0.99);
}
