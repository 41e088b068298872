import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Bar } from '../../candles/candles.ts';
import { barStart, INTERVAL_MS, INTERVALS, type Interval } from '../../candles/intervals.ts';
import { sessionAt } from '../../instruments/calendar.ts';
import { CATALOGUE } from '../../instruments/catalogue/index.ts';
import { NEWEST_SHAPE, secretOfSeed } from '../secret.ts';
import { CATCH_UP_MAX_MS, type FeedTick } from '../types.ts';
import { ACTIVITIES } from './profiles.ts';
import { SimFeed } from './sim-feed.ts';

const secret = secretOfSeed('a seed', NEWEST_SHAPE);
const NOW = Date.UTC(2025, 10, 20, 15, 0, 0);
const OLDEST = Date.UTC(2020, 0, 1);
const feed = new SimFeed({ catalogue: CATALOGUE, secret });

const single = new Map<string, SimFeed>();
function only(code: string): SimFeed {
  const known = single.get(code);
  if (known !== undefined) return known;
  const instrument = CATALOGUE.find((candidate) => candidate.code === code)!;
  const made = new SimFeed({ catalogue: [instrument], secret });
  single.set(code, made);
  return made;
}

/** All ticks of one instrument, asked for in steps that the feed serves whole. */
function ticksOf(code: string, from: number, to: number): FeedTick[] {
  const ticks: FeedTick[] = [];
  for (let at = from; at < to; at += CATCH_UP_MAX_MS) {
    ticks.push(...only(code).ticksBetween(at - 1, Math.min(at + CATCH_UP_MAX_MS, to) - 1));
  }
  return ticks;
}

function barOfTicks(at: number, ticks: readonly FeedTick[]): Bar | undefined {
  if (ticks.length === 0) return undefined;
  const mids = ticks.map(({ mid }) => mid);
  return {
    at,
    open: mids[0]!,
    high: Math.max(...mids),
    low: Math.min(...mids),
    close: mids.at(-1)!,
    volume: ticks.reduce((sum, { volume }) => sum + volume, 0),
  };
}

function merge(at: number, bars: readonly Bar[]): Bar | undefined {
  if (bars.length === 0) return undefined;
  return {
    at,
    open: bars[0]!.open,
    high: Math.max(...bars.map(({ high }) => high)),
    low: Math.min(...bars.map(({ low }) => low)),
    close: bars.at(-1)!.close,
    volume: bars.reduce((sum, { volume }) => sum + volume, 0),
  };
}

const MIXED = [
  'BTCUSDT',
  'DOGEUSDT',
  'ETHBTC',
  'USDCUSDT',
  'EURUSD',
  'EURJPY',
  'AAPL',
  'SPY',
  'GLD',
  'ES',
  'CL',
  'ZN',
  'ZC',
  'XAUUSD',
];
const codes = fc.constantFrom(...MIXED);
const instants = fc.integer({ min: OLDEST, max: NOW });

describe('bars', () => {
  test('are made of exactly their ticks: brute force over short intervals', () => {
    fc.assert(
      fc.property(codes, fc.constantFrom<Interval>('1m', '5m', '15m', '1h'), instants, (code, interval, instant) => {
        const at = barStart(interval, instant);
        const [bar] = feed.bars(code, interval, { from: at, to: at + 1, limit: 5 });
        expect(bar).toEqual(barOfTicks(at, ticksOf(code, at, at + INTERVAL_MS[interval])));
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    // Night of index futures with the evening break, a weekend's end, a stock's open, the change of
    // clocks.
    ['ES', '2025-11-18T20:00Z'],
    ['ES', '2025-11-16T20:00Z'],
    ['EURJPY', '2026-03-08T20:00Z'],
    ['AAPL', '2025-11-18T12:00Z'],
    ['BTCUSDT', '2025-11-18T12:00Z'],
  ])('%s: four hours from %s against every tick', (code, from) => {
    const at = Date.parse(from);
    const bars = feed.bars(code, '4h', { from: at, to: at + 1, limit: 1 });
    expect(bars).toEqual([barOfTicks(at, ticksOf(code, at, at + INTERVAL_MS['4h']))]);
  });

  test('agree between intervals, each with the next longer one, up to weeks', () => {
    const pairs = INTERVALS.slice(1).map((interval, index) => [INTERVALS[index]!, interval] as const);
    fc.assert(
      fc.property(codes, fc.constantFrom(...pairs), instants, (code, [short, long], instant) => {
        const at = barStart(long, instant);
        const range = { from: at, to: at + INTERVAL_MS[long], limit: 1000 };
        const parts = feed.bars(code, short, range);
        expect(feed.bars(code, long, { from: at, to: at + 1, limit: 1 })).toEqual(
          [merge(at, parts)].filter((bar) => bar !== undefined),
        );
      }),
      { numRuns: 300 },
    );
  });

  test('come out the same from another feed of the same seed, in any order, and differently from another seed', () => {
    const again = new SimFeed({ catalogue: [...CATALOGUE].reverse(), secret });
    const otherFeed = new SimFeed({ catalogue: CATALOGUE, secret: secretOfSeed('another') });
    fc.assert(
      fc.property(codes, fc.constantFrom(...INTERVALS), instants, (code, interval, to) => {
        const range = { from: 0, to, limit: 3 };
        const bars = feed.bars(code, interval, range);
        expect(bars).toHaveLength(3);
        expect(again.bars(code, interval, range)).toEqual(bars);
        expect(otherFeed.bars(code, interval, range)).not.toEqual(bars);
      }),
    );
  });

  test('forming: with `asOf` the last bar holds the ticks so far and nothing of the future', () => {
    fc.assert(
      fc.property(codes, instants, (code, asOf) => {
        const at = barStart('15m', asOf);
        const bars = feed.bars(code, '15m', { from: at, to: asOf + 1_000_000, limit: 10, asOf });
        const expected = barOfTicks(at, ticksOf(code, at, asOf + 1));
        expect(bars).toEqual(expected === undefined ? [] : [expected]);
      }),
      { numRuns: 60 },
    );
  });

  test('are the newest within the limit, oldest first, over weekends', () => {
    const bars = feed.bars('AAPL', '1h', { from: 0, to: NOW, limit: 100 });
    expect(bars).toHaveLength(100);
    expect(bars.every(({ at }, index) => index === 0 || bars[index - 1]!.at < at)).toBe(true);
    expect(bars.at(-1)!.at).toBe(barStart('1h', NOW - 1));
    expect(bars.every(({ at }) => feed.bars('AAPL', '1h', { from: at, to: at + 1, limit: 1 }).length === 1)).toBe(true);
  });

  test('reach back five years and end at the epoch', () => {
    expect(
      feed.bars('EURUSD', '1d', { from: NOW - 5 * 366 * 86_400_000, to: NOW, limit: 5000 }).length,
    ).toBeGreaterThan(1280);
    const all = feed.bars('BTCUSDT', '1w', { from: 0, to: NOW, limit: 5000 });
    expect(all[0]!.at).toBe(Date.UTC(2018, 11, 31));
    expect(feed.bars('NOSUCH', '1d', { from: 0, to: NOW, limit: 5 })).toEqual([]);
  });
});

describe('ticks', () => {
  test('come in order of time, once each, however the time is cut', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(instants, cuts, (from, steps) => {
        let at = from;
        const pieces: FeedTick[] = [];
        for (const step of steps) {
          pieces.push(...feed.ticksBetween(at, at + step));
          at += step;
        }
        expect(pieces).toEqual(feed.ticksBetween(from, at));
        // A cut at the very time of a tick: it belongs to the part that ends there.
        for (const { at: cut } of pieces.slice(0, 5)) {
          expect([...feed.ticksBetween(from, cut), ...feed.ticksBetween(cut, at)]).toEqual(pieces);
        }
        expect(pieces.every((tick, index) => index === 0 || pieces[index - 1]!.at <= tick.at)).toBe(true);
        expect(pieces.every((tick) => from < tick.at && tick.at <= at)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test('are spread over the second, positive, around their mid, whole points and only in trading hours', () => {
    for (const at of [NOW, Date.UTC(2025, 10, 22, 12), Date.UTC(2024, 6, 4, 14)]) {
      const ticks = feed.ticksBetween(at - 1, at + 999);
      const open = CATALOGUE.filter(({ calendar }) => sessionAt(calendar, at) !== undefined).map(({ code }) => code);
      // Long before the installation began, some of them rest for some seconds.
      if (secret.anchor <= at) expect(ticks.map(({ code }) => code).sort()).toEqual(open.sort());
      else expect(open).toEqual(expect.arrayContaining(ticks.map(({ code }) => code)));
      expect(new Set(ticks.map((tick) => tick.at)).size).toBeGreaterThan(ticks.length / 2);
      for (const { code, bid, mid, ask, volume } of ticks) {
        expect(
          [bid, mid, ask].every((points) => Number.isSafeInteger(points) && 0 < points),
          code,
        ).toBe(true);
        expect(bid, code).toBeLessThan(ask);
        expect(bid <= mid && mid <= ask, code).toBe(true);
        expect(volume, code).toBeGreaterThanOrEqual(0);
      }
    }
  });

  test('are never more than the instrument allows', () => {
    const only = (tickMs: number) => CATALOGUE.slice(0, 1).map((instrument) => ({ ...instrument, tickMs }));
    expect(() => new SimFeed({ catalogue: only(2_000), secret })).toThrow('at most in 2000 ms');
    const ticks = new SimFeed({ catalogue: only(500), secret }).ticksBetween(NOW - 1, NOW + 59_999);
    expect(ticks).toHaveLength(60);
  });

  test('after a long absence only the newest minute comes', () => {
    const ticks = only('BTCUSDT').ticksBetween(NOW - 3_600_000, NOW);
    expect(ticks).toHaveLength(CATCH_UP_MAX_MS / 1000);
  });

  test('crosses of currencies and coins agree with their parts within their last digits', () => {
    const triangles: [string, string, string, 1 | -1][] = [
      ['EURJPY', 'EURUSD', 'USDJPY', 1],
      ['EURGBP', 'EURUSD', 'GBPUSD', -1],
      ['AUDNZD', 'AUDUSD', 'NZDUSD', -1],
      ['ETHBTC', 'ETHUSDT', 'BTCUSDT', -1],
      ['SOLETH', 'SOLUSDT', 'ETHUSDT', -1],
    ];
    const at = Date.UTC(2025, 10, 19, 10);
    const ticks = new Map(feed.ticksBetween(at - 1, at + 999).map((tick) => [tick.code, tick]));
    for (const [cross, left, right, power] of triangles) {
      const price = (code: string): number =>
        ticks.get(code)!.mid / 10 ** CATALOGUE.find((candidate) => candidate.code === code)!.precision;
      const rounding = (code: string): number => 0.5 / ticks.get(code)!.mid;
      const relative = price(cross) / (price(left) * price(right) ** power) - 1;
      expect(Math.abs(relative)).toBeLessThanOrEqual(1.01 * (rounding(cross) + rounding(left) + rounding(right)));
    }
  });
});

describe('the market is believable', () => {
  const moves = (code: string, interval: Interval, count: number): number[] => {
    const bars = feed.bars(code, interval, { from: 0, to: NOW, limit: count });
    return bars.slice(1).map((bar, index) => Math.log(bar.close / bars[index]!.close));
  };
  const deviation = (values: readonly number[]): number =>
    Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
  const kurtosis = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value ** 4, 0) / values.length / deviation(values) ** 4;
  const correlation = (left: readonly number[], right: readonly number[]): number =>
    left.reduce((sum, value, index) => sum + value * right[index]!, 0) /
    left.length /
    (deviation(left) * deviation(right));

  test.each([
    ['BTCUSDT', 0.014, 0.028],
    ['ADAUSDT', 0.025, 0.045],
    ['PEPEUSDT', 0.045, 0.075],
    ['USDCUSDT', 0.0001, 0.0004],
    ['EURUSD', 0.003, 0.006],
    ['USDHKD', 0.0001, 0.0005],
    ['AAPL', 0.01, 0.02],
    ['SPY', 0.006, 0.013],
    ['XAUUSD', 0.008, 0.015],
    ['CL', 0.015, 0.028],
  ])('%s moves between %d and %d a day, with heavy tails', (code, least, most) => {
    const days = moves(code, '1d', 1200);
    expect(deviation(days)).toBeGreaterThan(least);
    expect(deviation(days)).toBeLessThan(most);
    // A sample of 1,200 days of a normal walk would lie between 2.7 and 3.3.
    expect(kurtosis(days)).toBeGreaterThan(2.8);
    const hours = moves(code, '1h', 2000).filter((move) => Math.abs(move) < 4 * deviation(days));
    expect(kurtosis(hours)).toBeGreaterThan(3.3);
    const minutes = moves(code, '1m', 5000).filter((move) => Math.abs(move) < 0.005);
    expect(kurtosis(minutes)).toBeGreaterThan(3.2);
  });

  test('coins follow the market, funds their index, and a leveraged fund turned round', () => {
    const days = (code: string): number[] => moves(code, '1d', 600);
    expect(correlation(days('ADAUSDT'), days('BTCUSDT'))).toBeGreaterThan(0.5);
    expect(correlation(days('SPY'), days('VOO'))).toBeGreaterThan(0.95);
    expect(correlation(days('QQQ'), days('SQQQ'))).toBeLessThan(-0.95);
    expect(Math.abs(correlation(days('EURUSD').slice(0, 400), days('BTCUSDT').slice(0, 400)))).toBeLessThan(0.2);
  });

  test('no tick of an open market jumps as far as the outlier limit', () => {
    for (const instrument of CATALOGUE) {
      const ticks = feed.bars(instrument.code, '1m', { from: 0, to: NOW, limit: 60 });
      for (const { high, low } of ticks) {
        expect((high - low) / low, instrument.code).toBeLessThan(instrument.outlierBps / 10_000);
      }
    }
  });

  test('activities name every hour', () => {
    for (const hours of Object.values(ACTIVITIES)) expect(hours).toHaveLength(24);
  });
});
