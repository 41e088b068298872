import type { Bench, BenchOptions } from '../frame/bench.ts';
import { startGlasshouse } from '../frame/glasshouse.ts';
import { type Figure, median, quantile, type Report, reachAtMost, readable } from '../frame/report.ts';
import { HttpConnection, requestText } from './connection.ts';
import { OPEN_CODES } from './market.ts';

const BARS = 1_000;
const QUERIES = 300;
const YEAR_MS = 365 * 86_400_000;
const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h'] as const;

export const candles: Bench = {
  name: 'candles',
  about: `${BARS} bars at any moment of the last year, over HTTP`,
  run,
};

async function run({ rounds, isSmoke, say }: BenchOptions): Promise<Report> {
  const queries = isSmoke ? 60 : QUERIES;
  const server = await startGlasshouse();
  const connection = await HttpConnection.open(server.port);
  const figures = new Map<string, number[]>(INTERVALS.map((interval) => [interval, []]));
  const all: number[] = [];
  const empty: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const delays: number[] = [];
    const byInterval = new Map<string, number[]>(INTERVALS.map((interval) => [interval, []]));
    for (let query = 0; query < queries; query += 1) {
      const interval = INTERVALS[query % INTERVALS.length] as string;
      const delay = await ask(interval, query + round * queries);
      delays.push(delay);
      byInterval.get(interval)?.push(delay);
    }
    for (const [interval, values] of byInterval) figures.get(interval)?.push(quantile(values, 0.99));
    all.push(quantile(delays, 0.99));
    empty.push(await emptyAnswer());
    say(`round ${round + 1}: p99 ${readable(all.at(-1) ?? 0)} ms`);
  }
  connection.close();
  await server.stop();
  const figure = (label: string, values: readonly number[]): Figure => ({ label, unit: 'ms', values });
  return {
    title: 'Candles of a year',
    setting: `\`getKValueByCodeAndDate\` with ${BARS} bars that end at a random moment of the last year, a random instrument each, so that nothing is asked twice; one query at a time over HTTP, ${queries} a round, ${rounds} rounds, feed sim.`,
    figures: [
      figure('all intervals, p99', all),
      ...INTERVALS.map((interval) => figure(`${interval}, p99`, figures.get(interval) ?? [])),
      figure('limit: an answer without bars, p99', empty),
    ],
    reaches: [reachAtMost('p99', median(all), 10, ' ms')],
  };

  async function ask(interval: string, number: number): Promise<number> {
    // Multiples of the golden ratio are spread evenly and are the same in every run.
    const spread = (number * 0.618_033_988_75) % 1;
    const to = Math.floor(Date.now() - 60_000 - spread * YEAR_MS);
    const code = OPEN_CODES[Math.floor(((number * 0.754_877_666) % 1) * OPEN_CODES.length)];
    const path = `/swx/customer/index/getKValueByCodeAndDate?code=${code}&interval=${interval}&to=${to}&limit=${BARS}`;
    const startedAt = performance.now();
    const { body } = await connection.ask(requestText('GET', path));
    const delay = performance.now() - startedAt;
    const { result } = JSON.parse(body.toString()) as { result?: unknown[] };
    if (result?.length !== BARS) throw new Error(`${path}: ${body.toString().slice(0, 200)}`);
    return delay;
  }

  async function emptyAnswer(): Promise<number> {
    const delays: number[] = [];
    for (let query = 0; query < 100; query += 1) {
      const startedAt = performance.now();
      await connection.ask(requestText('GET', '/swx/customer/index/listPublicKeys'));
      delays.push(performance.now() - startedAt);
    }
    return quantile(delays, 0.99);
  }
}
