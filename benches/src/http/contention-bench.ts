import type { Bench, BenchOptions } from '../frame/bench.ts';
import { startGlasshouse } from '../frame/glasshouse.ts';
import { sleep, startProgram } from '../frame/program.ts';
import { type Figure, quantile, type Report, ratio, reachAtMost, readable } from '../frame/report.ts';
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
  about: `order p99 while ${CLIENTS} sockets stream and pages are served, beside idle`,
  run,
};

async function run({ rounds, isSmoke, say }: BenchOptions): Promise<Report> {
  const seconds = isSmoke ? 3 : SECONDS;
  const clients = isSmoke ? 300 : CLIENTS;
  const server = await startGlasshouse();
  const { port } = server;
  const orders = await startProgram<LoadCalls>(new URL('./load.ts', import.meta.url));
  const pages = await startProgram<LoadCalls>(new URL('./load.ts', import.meta.url));
  pages.standAside();
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
    watchers.standAside();
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
    say(`round ${round + 1}: idle ${readable(idle.at(-1) ?? 0)} ms, busy ${readable(busy.at(-1) ?? 0)} ms`);
    await sleep(1_000);
  }
  await Promise.all([orders.stop(), pages.stop(), server.stop()]);

  const figure = (label: string, unit: string, values: readonly number[]): Figure => ({ label, unit, values });
  const alone = figure('order, p99, idle', 'ms', idle);
  const amid = figure(`order, p99, ${clients} sockets and ${PAGES_PER_SECOND} lists/s`, 'ms', busy);
  return {
    title: 'Orders while everybody watches',
    setting:
      `${ORDERS_PER_SECOND} orders/s over HTTP, delays counted from when each was due; idle, and with ${clients} market sockets and ${PAGES_PER_SECOND} market lists a second. ` +
      `${rounds} rounds of ${seconds} s each way, in turn. Clients, server and database share the machine; those who watch and read stand behind, as they would be elsewhere.`,
    figures: [amid, alone, figure('frames that each socket got', '1/s', frames)],
    reaches: [reachAtMost('p99 beside idle', ratio(amid, alone), 2, ' ×')],
  };
}

function p99Of({ good, bad, delaysMs }: LoadResult): number {
  if (good === 0 || 0 < Object.keys(bad).length) throw new Error(`wrong answers: ${JSON.stringify(bad).slice(0, 500)}`);
  return quantile(delaysMs, 0.99);
}
