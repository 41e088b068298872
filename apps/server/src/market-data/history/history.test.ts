import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedConfig } from '../../config.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { DEFAULT_PLAN } from '../feeds/feed-plan.ts';
import { CATALOGUE } from '../instruments/catalogue/index.ts';
import { type BoardPast, readBoardPast } from '../snapshot/past.ts';
import { History } from './history.ts';

const database = withTestDatabase();
const instruments = CATALOGUE.slice(0, 5);
const config: FeedConfig = {
  feeds: DEFAULT_PLAN,
  replayDir: undefined,
  replaySpeed: 1,
  simSeed: 'test',
  ccxt: undefined,
  http: undefined,
};
const failures: string[] = [];
let history: History;
beforeAll(() => {
  history = new History({
    databaseUrl: database.url,
    config,
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
  it('answers with the candles of the configured source, the same to everybody at the same time', async () => {
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

  it('says that it cannot tell when the database fails, and can again afterwards', async () => {
    await database.pool.query('alter table candles rename to candles_away');
    expect(await history.candles({ ...query, interval: '15m' })).toBeUndefined();
    expect(failures.at(-1)).toContain('candles');
    await database.pool.query('alter table candles_away rename to candles');
    expect(await history.candles({ ...query, interval: '15m' })).toHaveLength(300);
  });
});

describe('the past of the board', () => {
  it('comes for every instrument from a thread that ends by itself', async () => {
    const past = new Map<string, BoardPast>();
    await new Promise<void>((resolve, reject) => {
      const take = (code: string, what: BoardPast) => {
        past.set(code, what);
        if (past.size === instruments.length) resolve();
      };
      readBoardPast({ databaseUrl: database.url, config, instruments }, take, (reason) => reject(new Error(reason)));
    });
    for (const { code } of instruments) {
      expect(past.get(code)!.minutes).toHaveLength(100);
      expect(past.get(code)!.fives).toHaveLength(289);
    }
  });
});
