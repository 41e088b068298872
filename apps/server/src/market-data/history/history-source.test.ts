import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTestDatabase } from '../../platform/test-database.ts';
import type { Bar, BarRange } from '../candles/candles.ts';
import { foldBars, minutesOf } from '../candles/candles.ts';
import { barStart, INTERVAL_MS, INTERVALS, type Interval } from '../candles/intervals.ts';
import type { Feed } from '../feeds/types.ts';
import { encodeTicks } from '../tape/codec.ts';
import { HistorySource } from './history-source.ts';

const database = withTestDatabase();
const NOW = Date.UTC(2026, 2, 4, 12, 34, 56, 789);

/**
 * A market that trades in two minutes of three; each tick is one minute's, so any bar is easy to
 * compute.
 */
const priceAt = (minute: number): number => 1_000 + ((minute * 7_919) % 997);
const trades = (minute: number): boolean => minute % 3 !== 0;

function barsOf(interval: Interval, { from, to, limit, asOf = Number.POSITIVE_INFINITY }: BarRange): Bar[] {
  const bars: Bar[] = [];
  const length = INTERVAL_MS[interval];
  const earliest = Math.max(from, NOW - 40 * 86_400_000);
  for (let at = barStart(interval, Math.min(to, asOf + 1) - 1); earliest <= at && bars.length < limit; at -= length) {
    const minutes: Bar[] = [];
    for (let minute = at; minute < at + length && minute <= asOf; minute += 60_000) {
      if (!trades(minute / 60_000)) continue;
      const price = priceAt(minute / 60_000);
      minutes.push({ at: minute, open: price, high: price, low: price, close: price, volume: 1 });
    }
    const bar = foldBars(at, minutes);
    if (bar !== undefined) bars.unshift(bar);
  }
  return bars;
}

let reads = 0;
const knowing: Feed = {
  name: 'test',
  codes: new Set(['AAA']),
  ticksBetween: () => [],
  bars: (_, interval, range) => {
    reads += 1;
    return barsOf(interval, range);
  },
};
const forgetful: Feed = { ...knowing, codes: new Set(['BBB']), bars: () => [] };

/** BBB is only in the database: three days of every interval, as the tape stores them. */
beforeAll(async () => {
  for (const interval of INTERVALS) {
    const closed = barsOf(interval, { from: NOW - 3 * 86_400_000, to: NOW, limit: 10_000 }).filter(
      ({ at }) => at + INTERVAL_MS[interval] <= NOW,
    );
    await database.pool.query(
      `insert into candles select 'BBB', $1, at, open, high, low, close, volume
         from jsonb_to_recordset($2) as bar(at bigint, open bigint, high bigint, low bigint, close bigint, volume numeric)`,
      [minutesOf(interval), JSON.stringify(closed)],
    );
  }
});

const everything = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 500, asOf: NOW };

describe('history', () => {
  it('gives any range of a source that knows its past, up to the last tick', async () => {
    const source = new HistorySource(database.pool, [knowing], () => NOW);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...INTERVALS),
        fc.nat(20 * 1_440),
        fc.nat(3_000),
        fc.integer({ min: 1, max: 600 }),
        fc.nat(90_000),
        async (interval, back, length, limit, age) => {
          const step = INTERVAL_MS[interval];
          const to = NOW - back * 60_000 + 86_400_000;
          const from = Math.max(to - length * step, NOW - 35 * 86_400_000);
          const query = { from, to, limit, asOf: NOW - age };
          const expected = barsOf(interval, query);
          expect(await source.candles({ code: 'AAA', interval, ...query })).toEqual(expected);
        },
      ),
    );
  });

  it('gives stored bars where the source has no past, and sums up the open bar', async () => {
    const source = new HistorySource(database.pool, [forgetful], () => NOW);
    // The minute that is open is not stored: the last price known is that of the minute before.
    const asOf = barStart('1m', NOW) - 1;
    for (const interval of INTERVALS) {
      const expected = barsOf(interval, { from: NOW - 3 * 86_400_000, to: NOW, limit: 500, asOf }).filter(
        (bar) => interval !== '1w' || NOW - 3 * 86_400_000 <= bar.at,
      );
      const bars = await source.candles({ code: 'BBB', interval, ...everything });
      expect(bars.map(({ at }) => at)).toEqual(expected.map(({ at }) => at));
      expect(bars).toEqual(expected);
    }
  });

  it('adds the minutes of the journal that are not stored yet, up to the last tick that people have seen', async () => {
    const open = barStart('1m', NOW);
    const code = 'CCC';
    const tick = (seq: number, at: number, mid: number) => ({ code, seq, bid: mid, ask: mid, mid, at, volume: 2 });
    // The last tick is durable, but nobody has been shown it. The first is of a minute that is
    // stored.
    const ticks = [
      tick(1, open - 70_000, 7_000),
      tick(2, open + 1_000, 5_000),
      tick(3, open + 2_000, 6_000),
      tick(4, open + 3_000, 9_000),
    ];
    await database.pool.query(`insert into candles values ('CCC', 1, $1, 8, 8, 8, 8, 1)`, [open - 120_000]);
    const insert = 'insert into tick_journal (id, first_at, last_at, ticks) values ($1, $2, $3, $4)';
    await database.pool.query(insert, [1, ticks[0]!.at, ticks[1]!.at, encodeTicks(ticks.slice(0, 2))]);
    await database.pool.query(insert, [2, ticks[2]!.at, ticks[3]!.at, encodeTicks(ticks.slice(2))]);
    const live: Feed = { ...forgetful, codes: new Set([code]), keepsPast: false };
    const source = new HistorySource(database.pool, [live], () => NOW);
    const asOf = open + 2_500;
    expect(await source.candles({ code, interval: '1m', ...everything, asOf })).toEqual([
      { at: open - 120_000, open: 8, high: 8, low: 8, close: 8, volume: 1 },
      { at: open, open: 5_000, high: 6_000, low: 5_000, close: 6_000, volume: 4 },
    ]);
    const hours = await source.candles({ code, interval: '1h', ...everything, asOf });
    expect(hours).toEqual([{ at: barStart('1h', NOW), open: 8, high: 6_000, low: 8, close: 6_000, volume: 5 }]);
    await database.pool.query('delete from tick_journal');
  });

  it('prefers stored bars to those of the source', async () => {
    const at = barStart('1h', NOW) - 10 * 3_600_000;
    await database.pool.query(`insert into candles values ('AAA', 60, $1, 5, 9, 4, 6, 3)`, [at]);
    const source = new HistorySource(database.pool, [knowing], () => NOW);
    const bars = await source.candles({ code: 'AAA', interval: '1h', ...everything });
    expect(bars.find((bar) => bar.at === at)).toEqual({ at, open: 5, high: 9, low: 4, close: 6, volume: 3 });
    await database.pool.query(`delete from candles where code = 'AAA'`);
  });

  describe('where the tape was there', () => {
    const SPIKE = 99_999;
    const start = barStart('5m', NOW) - 10 * 60_000;
    /** What it refused is in the source's past for ever. */
    const spiky: Feed = {
      ...knowing,
      bars: (code, interval, range) =>
        knowing.bars(code, interval, range).map((bar) => (start - 3_600_000 <= bar.at ? { ...bar, high: SPIKE } : bar)),
    };
    const query = { code: 'AAA', ...everything };
    const highs = (bars: readonly Bar[]): number => Math.max(...bars.map(({ high }) => high));

    beforeAll(async () => {
      await database.pool.query(`insert into tape_keys values ('k', decode(repeat('00', 32), 'hex'))`);
      for (let at = start - 3_600_000; at < barStart('1m', NOW); at += 60_000) {
        await database.pool.query(
          `insert into tape_minutes values ($1, 1, '', sha256($2), sha256($3), sha256($4), decode(repeat('00', 64), 'hex'), 'k')`,
          [at, `root ${at}`, `previous ${at}`, `hash ${at}`],
        );
        // One minute in which the tape accepted nothing of what the source said.
        if (at === start) continue;
        await database.pool.query(`insert into candles values ('AAA', 1, $1, 5, 6, 5, 6, 1)`, [at]);
      }
      const { rows } = await database.pool.query(
        `select at / 300000 * 300000 as at, count(*) from candles where code = 'AAA' and minutes = 1 group by 1 having count(*) > 3`,
      );
      for (const { at } of rows)
        if (at < start + 10 * 60_000)
          await database.pool.query(`insert into candles values ('AAA', 5, $1, 5, 6, 5, 6, 5)`, [at]);
      const at = barStart('1m', NOW) + 1_000;
      const tick = { code: 'AAA', seq: 1, bid: 7, ask: 7, mid: 7, at, volume: 2 };
      await database.pool.query('insert into tick_journal values (1, $1, $1, $2)', [at, encodeTicks([tick])]);
    });
    afterAll(async () => {
      await database.pool.query('alter table tape_minutes disable trigger all');
      await database.pool.query(`truncate tape_minutes, tick_journal`);
      await database.pool.query(`delete from candles where code = 'AAA'`);
    });

    it.each<Interval>(['1m', '5m'])(
      'a %s bar that is still open holds nothing that the tape refused',
      async (interval) => {
        const source = new HistorySource(database.pool, [spiky], () => NOW);
        const bars = await source.candles({ ...query, interval, from: start });
        expect(highs(bars)).toBe(7);
        expect(bars.at(-1)).toMatchObject({ at: barStart(interval, NOW), close: 7 });
      },
    );

    it('a minute in which every price was refused has no bar', async () => {
      const source = new HistorySource(database.pool, [spiky], () => NOW);
      const bars = await source.candles({ ...query, interval: '1m', from: start - 60_000, to: start + 120_000 });
      expect(bars.map(({ at }) => at)).toEqual([start - 60_000, start + 60_000]);
    });

    it('a bar that began before the tape was there is the source’s', async () => {
      const source = new HistorySource(database.pool, [spiky], () => NOW);
      const days = await source.candles({ ...query, interval: '1d' });
      expect(days.at(-1)).toEqual(
        knowing.bars('AAA', '1d', { from: days.at(-1)!.at, to: NOW, limit: 1, asOf: NOW })[0],
      );
    });

    it('before it began there are the source’s bars', async () => {
      const source = new HistorySource(database.pool, [spiky], () => NOW);
      const range = { from: start - 3_900_000, to: start - 3_600_000, limit: 10 };
      expect(await source.candles({ ...query, interval: '1m', ...range })).toEqual(knowing.bars('AAA', '1m', range));
    });
  });

  it('computes a chunk once, also for concurrent requests', async () => {
    const source = new HistorySource(database.pool, [knowing], () => NOW);
    reads = 0;
    const ask = () => source.candles({ code: 'AAA', interval: '1h', ...everything });
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(second).toEqual(first);
    const chunks = reads - 2;
    await ask();
    expect(reads).toBe(chunks + 3);
  });

  it('misses no week between two chunks', async () => {
    // 512 weeks after 512 weeks since the epoch's Monday: one boundary is on Monday, 2019-01-21.
    const boundary = Date.UTC(2019, 0, 21);
    const week = INTERVAL_MS['1w'];
    const weekly: Feed = {
      ...knowing,
      bars: (_, interval, { from, to }) => {
        const bars: Bar[] = [];
        for (let at = barStart(interval, from + week - 1); at < to; at += week) {
          bars.push({ at, open: 1, high: 1, low: 1, close: 1, volume: 1 });
        }
        return bars;
      },
    };
    const source = new HistorySource(database.pool, [weekly], () => NOW);
    for (let day = -15; day <= 15; day += 1) {
      const to = boundary + day * 86_400_000;
      const bars = await source.candles({ ...everything, code: 'AAA', interval: '1w', from: to - 4 * week, to });
      const expected: number[] = [];
      for (let at = barStart('1w', to - 1); to - 4 * week <= at; at -= week) expected.unshift(at);
      expect(bars.map(({ at }) => at)).toEqual(expected);
    }
  });

  it('knows nothing of codes that do not exist', async () => {
    const source = new HistorySource(database.pool, [knowing], () => NOW);
    expect(await source.candles({ code: 'XXX', interval: '1h', ...everything })).toEqual([]);
  });
});
