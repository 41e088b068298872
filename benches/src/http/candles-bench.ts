import { minutesOf } from '@glasshouse/server/market-data/candles/candles';
import type { Interval } from '@glasshouse/server/market-data/candles/intervals';
import { INTERVAL_MS } from '@glasshouse/server/market-data/candles/intervals';
import { secretOfSeed } from '@glasshouse/server/market-data/feeds/secret';
import { SimFeed } from '@glasshouse/server/market-data/feeds/sim/sim-feed';
import { CATALOGUE } from '@glasshouse/server/market-data/instruments/catalogue/index';
import { runningEmbeddedUrl } from '@glasshouse/server/platform/embedded';
import { createPool } from '@glasshouse/server/platform/postgres';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startGlasshouse } from '../harness/glasshouse.ts';
import { type Figure, median, quantile, type Report, readable, targetAtMost } from '../harness/report.ts';
import { HttpConnection, requestText } from './connection.ts';
import { OPEN_CODES } from './market.ts';

const BARS = 1_000;
const QUERIES = 300;
const YEAR_MS = 365 * 86_400_000;
const INTERVALS: readonly Interval[] = ['1m', '5m', '15m', '30m', '1h', '4h'];
/** The instrument with a stored year of candles. */
const STORED_CODE = 'BTCUSDT';
const ROWS_PER_INSERT = 10_000;

export const candles: Bench = {
  name: 'candles',
  about: `${BARS} bars ending at a random moment of the last year, over HTTP`,
  run,
};

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const queries = isSmoke ? 60 : QUERIES;
  const server = await startGlasshouse();
  const now = Date.now();
  print(`${await storeYear(server.dataDir, now)} bars of a year stored`);
  const connection = await HttpConnection.open(server.port);
  const byInterval = new Map<Interval, number[]>(INTERVALS.map((interval) => [interval, []]));
  const all: number[] = [];
  const modelled: number[] = [];
  const empty: number[] = [];
  // Warm-up: the first queries pay for JIT compilation.
  for (let query = 0; query < queries; query += 1) {
    await request(STORED_CODE, INTERVALS[query % INTERVALS.length] as Interval, query + rounds * queries);
  }
  for (let round = 0; round < rounds; round += 1) {
    const delays = new Map<Interval, number[]>(INTERVALS.map((interval) => [interval, []]));
    for (let query = 0; query < queries; query += 1) {
      const interval = INTERVALS[query % INTERVALS.length] as Interval;
      delays.get(interval)?.push(await request(STORED_CODE, interval, query + round * queries));
    }
    for (const [interval, values] of delays) byInterval.get(interval)?.push(quantile(values, 0.99));
    all.push(quantile([...delays.values()].flat(), 0.99));
    const cold: number[] = [];
    for (let query = 0; query < queries / 10; query += 1) {
      const number = query + round * queries;
      const code = OPEN_CODES[1 + Math.floor(((number * 0.754_877_666) % 1) * (OPEN_CODES.length - 1))] as string;
      cold.push(await request(code, INTERVALS[query % INTERVALS.length] as Interval, number));
    }
    modelled.push(median(cold));
    empty.push(await emptyAnswer());
    print(`round ${round + 1}: p99 ${readable(all.at(-1) ?? 0)} ms`);
  }
  connection.close();
  await server.stop();
  const figure = (label: string, values: readonly number[]): Figure => ({ label, unit: 'ms', values });
  return {
    title: 'Candles of a year',
    setting: `\`listCandles\` with ${BARS} bars of ${STORED_CODE}, ending at a random moment of a stored year; one query at a time over HTTP, ${queries} per round, ${rounds} rounds. The feed \`sim\` computes candles that were never stored: shown for comparison, not part of the target.`,
    figures: [
      figure('stored, all intervals, p99', all),
      ...INTERVALS.map((interval) => figure(`stored, ${interval}, p99`, byInterval.get(interval) ?? [])),
      figure('first computed by the simulated feed, median', modelled),
      figure('limit: a response without bars, p99', empty),
    ],
    targets: [targetAtMost('p99', median(all), 10, ' ms')],
  };

  async function request(code: string, interval: Interval, number: number): Promise<number> {
    // Multiples of the golden ratio spread evenly, and equally in every run.
    const spread = (number * 0.618_033_988_75) % 1;
    const slackMs = YEAR_MS - (BARS + 520) * INTERVAL_MS[interval];
    const to = Math.floor(now - 2 * INTERVAL_MS['4h'] - spread * slackMs);
    const path = `/swx/customer/index/getKValueByCodeAndDate?code=${code}&interval=${interval}&to=${to}&limit=${BARS}`;
    const startedAt = performance.now();
    const { body } = await connection.request(requestText('GET', path));
    const delay = performance.now() - startedAt;
    const { result } = JSON.parse(body.toString()) as { result?: unknown[] };
    if (result?.length !== BARS) throw new Error(`${path}: ${body.toString().slice(0, 200)}`);
    return delay;
  }

  async function emptyAnswer(): Promise<number> {
    const delays: number[] = [];
    for (let query = 0; query < 100; query += 1) {
      const startedAt = performance.now();
      await connection.request(requestText('GET', '/swx/customer/index/listPublicKeys'));
      delays.push(performance.now() - startedAt);
    }
    return quantile(delays, 0.99);
  }
}

/**
 * Stores the year as the tape would have: every closed bar of every interval. Returns their number.
 */
async function storeYear(dataDir: string, now: number): Promise<number> {
  const url = runningEmbeddedUrl(dataDir);
  if (url === undefined) throw new Error("the server's database is not running");
  const feed = new SimFeed({
    catalogue: CATALOGUE.filter(({ code }) => code === STORED_CODE),
    secret: secretOfSeed('bench'),
  });
  const pool = createPool(url, { max: 1, name: 'bench' });
  let count = 0;
  for (const interval of INTERVALS) {
    const length = INTERVAL_MS[interval];
    const first = Math.floor((now - YEAR_MS) / length) * length;
    const last = Math.floor(now / length) * length;
    for (let from = first; from < last; from += ROWS_PER_INSERT * length) {
      const bars = feed.bars(STORED_CODE, interval, {
        from,
        to: Math.min(last, from + ROWS_PER_INSERT * length),
        limit: ROWS_PER_INSERT,
      });
      await pool.query(
        `insert into candles (code, minutes, at, open, high, low, close, volume)
         select $1, $2, * from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::numeric[])
         on conflict do nothing`,
        [
          STORED_CODE,
          minutesOf(interval),
          ...(['at', 'open', 'high', 'low', 'close', 'volume'] as const).map((key) => bars.map((bar) => bar[key])),
        ],
      );
      count += bars.length;
    }
  }
  await pool.end();
  return count;
}
