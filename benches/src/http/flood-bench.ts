import type { Bench, BenchOptions } from '../harness/bench.ts';
import { type Glasshouse, startGlasshouse } from '../harness/glasshouse.ts';
import { sleep, startProgram } from '../harness/program.ts';
import { type Figure, median, quantile, type Report, readable, targetAtMost } from '../harness/report.ts';
import { HttpConnection, requestText } from './connection.ts';
import type { FloodCalls } from './flood.ts';
import { OPEN_CODES } from './market.ts';

const SECONDS = 20;
const CONNECTIONS = 40;
const PER_SECOND = 20;
const TIMES_MAX = 2;
/** Somebody at home, in another network than the flood. */
const HONEST = { 'X-Forwarded-For': '198.51.100.7', 'Accept-Encoding': 'br' };

const candles = (code: string): string =>
  `/swx/customer/index/getKValueByCodeAndDate?code=${code}&interval=1m&limit=300`;

export const flood: Bench = {
  name: 'flood',
  about: 'delay of one person’s charts while another network asks for charts, lists and pictures without end',
  run,
};

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const seconds = isSmoke ? 3 : SECONDS;
  const server = await startGlasshouse({ RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' });
  const attacker = await startProgram<FloodCalls>(new URL('./flood.ts', import.meta.url));
  attacker.lowerPriority();
  const paths = [
    ...OPEN_CODES.slice(0, 30).map(candles),
    '/swx/customer/index/listMarketByType',
    '/sitemap.xml',
    `/social/market/${OPEN_CODES[0]}.png`,
  ];
  await honestDelays(server, seconds);
  const calm: number[] = [];
  const flooded: number[] = [];
  let answers: Readonly<Record<string, number>> = {};
  for (let round = 0; round < rounds; round += 1) {
    calm.push(quantile(await honestDelays(server, seconds), 0.99));
    await attacker.call('start', { port: server.port, paths, connections: CONNECTIONS });
    await sleep(1_000);
    flooded.push(quantile(await honestDelays(server, seconds), 0.99));
    answers = await attacker.call('stop', null);
    print(`round ${round + 1}: p99 ${readable(calm.at(-1)!)} ms, flooded ${readable(flooded.at(-1)!)} ms`);
  }
  await Promise.all([attacker.stop(), server.stop()]);
  const figure = (label: string, values: readonly number[]): Figure => ({ label, unit: 'ms', values });
  const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  return {
    title: 'A flood from one network',
    setting: `One person asks for 300 bars of one chart ${PER_SECOND} times a second; latency counted from when each was due. Flooded: ${CONNECTIONS} connections of another network, behind the same proxy, ask for charts of 30 markets, the list of markets, the site map and a picture, each again as soon as it was answered (${counts.join(', ')}). ${rounds} rounds of ${seconds} s; both share the machine, the flood at low priority.`,
    figures: [figure('charts, p99', calm), figure('charts while flooded, p99', flooded)],
    targets: [targetAtMost('p99 while flooded, against none', median(flooded) / median(calm), TIMES_MAX, ' ×')],
  };
}

async function honestDelays({ port }: Glasshouse, seconds: number): Promise<number[]> {
  const connection = await HttpConnection.open(port);
  const delays: number[] = [];
  const startedAt = performance.now();
  for (let number = 0; number < seconds * PER_SECOND; number += 1) {
    const dueAt = startedAt + (number * 1_000) / PER_SECOND;
    await sleep(Math.max(0, dueAt - performance.now()));
    const path = candles(OPEN_CODES[number % OPEN_CODES.length] as string);
    const { status } = await connection.request(requestText('GET', path, HONEST));
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    delays.push(performance.now() - dueAt);
  }
  connection.close();
  return delays;
}
