import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecentBars } from '../../market-data/candles/recent-bars.ts';
import { readFeedSettings } from '../../market-data/feeds/settings.ts';
import { CATALOGUE } from '../../market-data/instruments/catalogue/index.ts';
import { readRecentBars } from '../../market-data/snapshot/recent-bars-reader.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { EnvReader } from '../../platform/env-reader.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { History } from './history.ts';

const database = withTestDatabase();
const instruments = CATALOGUE.slice(0, 5);
const feeds = readFeedSettings(new EnvReader({ SIM_SEED: 'test' }));
const failures: string[] = [];
let history: History;
beforeAll(() => {
  history = new History({
    databaseUrl: database.url,
    feeds,
    instruments,
    onFailure: (reason) => failures.push(reason),
  });
});
afterAll(() => history.stop());

const query = {
  code: instruments[0]!.code,
  interval: '5m',
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
  limit: 300,
  asOf: 1_790_000_000_000,
} as const;

describe('the history thread', () => {
  it('answers with the candles of the configured source, and shares concurrent answers', async () => {
    const [first, second] = await Promise.all([history.candles(query), history.candles(query)]);
    expect(first).toHaveLength(300);
    expect(second).toEqual(first);
    expect(first!.at(-1)!.at).toBeLessThanOrEqual(query.asOf);
    for (const bar of first!) expect(bar.low <= bar.open && bar.open <= bar.high && 0 <= bar.volume).toBe(true);
    expect(failures).toEqual([]);
  });

  it('finds no tick that never was', async () => {
    expect(await history.tick({ code: instruments[0]!.code, seq: 1 })).toMatchObject({ tick: undefined });
  });

  it('finds ticks of instruments that are no longer on offer', async () => {
    const { code } = CATALOGUE.at(-1)!;
    const at = Date.now() - 1_000;
    const ticks = encodeTicks([{ code, seq: 1, bid: 99, ask: 101, mid: 100, at, volume: 1 }]);
    await database.pool.query('insert into tick_journal values (1, $1, $1, $2)', [at, ticks]);
    expect(await history.tick({ code, seq: 1 })).toMatchObject({ tick: { tick: { code, mid: 100 } } });
  });

  it('is unavailable while the database fails, and works again afterwards', async () => {
    await database.pool.query('alter table candles rename to candles_away');
    expect(await history.candles({ ...query, interval: '15m' })).toBeUndefined();
    expect(failures.at(-1)).toContain('candles');
    await database.pool.query('alter table candles_away rename to candles');
    expect(await history.candles({ ...query, interval: '15m' })).toHaveLength(300);
  });
});

describe('the recent bars', () => {
  it('come for every instrument from a thread that ends by itself', async () => {
    const read = new Map<string, RecentBars>();
    await new Promise<void>((resolve, reject) => {
      const keep = (code: string, bars: RecentBars) => {
        // Of closed markets the last price alone comes before.
        if (0 < bars.minutes.length) read.set(code, bars);
        if (read.size === instruments.length) resolve();
      };
      readRecentBars({ databaseUrl: database.url, feeds, instruments }, keep, (reason) => reject(new Error(reason)));
    });
    for (const { code } of instruments) {
      expect(read.get(code)!.minutes).toHaveLength(100);
      expect(read.get(code)!.fives).toHaveLength(289);
    }
  });
});
