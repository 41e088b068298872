import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Bar } from '../../candles/candles.ts';
import { barStart, INTERVAL_MS, INTERVALS, type Interval } from '../../candles/intervals.ts';
import { CATALOGUE } from '../../instruments/catalogue/index.ts';
import { Draws, secretOfSeed } from '../secret.ts';
import { CATCH_UP_MAX_MS, type FeedTick } from '../types.ts';
import { barPath } from './bar-path.ts';
import { parseCandles, type RawBar } from './csv.ts';
import { loadRecordings } from './load.ts';
import { BAR_MS, makeRecording, type Recording } from './recording.ts';
import { ReplayFeed } from './replay-feed.ts';
import { ANCHOR_MS, PAUSE_MS } from './timeline.ts';

const MINUTE = 60_000;
const RULES = { now: Date.UTC(2026, 0, 1), outlierBps: 100_000 };
const secret = secretOfSeed('recordings');
const PLACE = { stream: new Draws(secret, 'replay').stream('BTCUSDT'), place: 7 };
const START = Date.UTC(2025, 4, 30, 16, 39);

/** A walk of `count` minutes with a night of eight hours after every `sessionLength`. */
function rawBars(count: number, sessionLength = Number.POSITIVE_INFINITY): RawBar[] {
  let price = 1000;
  return Array.from({ length: count }, (_, index) => {
    const open = price;
    const close = open + ((index * 7919) % 41) - 20;
    price = close;
    const night = Number.isFinite(sessionLength) ? Math.floor(index / sessionLength) * 8 * 60 * MINUTE : 0;
    return {
      at: START + index * MINUTE + night,
      open: open / 100,
      high: (Math.max(open, close) + (index % 5)) / 100,
      low: (Math.min(open, close) - (index % 3)) / 100,
      close: close / 100,
      volume: (index * 37) % 100,
    };
  });
}

function recordingOf(bars: readonly RawBar[], code = 'BTCUSDT'): Recording {
  const recording = makeRecording({ ...RULES, code, precision: 2, spreadPoints: 3, bars });
  if ('empty' in recording) throw new Error('no bars');
  return recording;
}

const DAY = recordingOf(rawBars(1500));
const SESSIONS = recordingOf(rawBars(900, 300));
const feedOf = (recording: Recording, speed: number): ReplayFeed =>
  new ReplayFeed({ recordings: [recording], catalogue: CATALOGUE, speed, secret, order: 'recorded' });

function ticksOf(feed: ReplayFeed, from: number, to: number): FeedTick[] {
  const ticks: FeedTick[] = [];
  for (let at = from; at < to; at += CATCH_UP_MAX_MS) {
    ticks.push(...feed.ticksBetween(at - 1, Math.min(at + CATCH_UP_MAX_MS, to) - 1));
  }
  return ticks;
}

function barOfTicks(at: number, ticks: readonly FeedTick[]): Bar[] {
  if (ticks.length === 0) return [];
  const mids = ticks.map(({ mid }) => mid);
  const volume = ticks.reduce((sum, tick) => sum + tick.volume, 0);
  return [{ at, open: mids[0]!, high: Math.max(...mids), low: Math.min(...mids), close: mids.at(-1)!, volume }];
}

const NOW = ANCHOR_MS + 40 * 86_400_000 + 12_345;
const instants = fc.integer({ min: ANCHOR_MS, max: NOW });
const speeds = fc.constantFrom(0.5, 1, 1.5, 7, 60, 333.333);
const recordings = fc.constantFrom(DAY, SESSIONS);

describe('a bar becomes ticks', () => {
  test('open first, close last, high and low touched, nothing outside, volume kept', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.nat(5000), fc.nat(5000), fc.nat(500), fc.nat(500)),
        fc.integer({ min: 4, max: 120 }),
        fc.nat({ max: 1e6 }),
        ([open, close, above, below], count, volume) => {
          const high = 1000 + Math.max(open, close) + above;
          const low = 1000 + Math.min(open, close) - below;
          const prices = { open: open + 1000, high, low, close: close + 1000 };
          const bar = { at: START, ...prices, volume: volume / 1024, spreadOpen: 2, spreadClose: 9 };
          const path = barPath(bar, count, PLACE);
          const mids = path.map(({ mid }) => mid);
          expect(path).toHaveLength(count);
          expect(mids[0]).toBe(bar.open);
          expect(mids.at(-1)).toBe(bar.close);
          expect(Math.max(...mids)).toBe(high);
          expect(Math.min(...mids)).toBe(low);
          expect(mids.every(Number.isSafeInteger)).toBe(true);
          expect(path.reduce((sum, point) => sum + point.volume, 0)).toBe(bar.volume);
          expect(path.every((point) => 0 <= point.volume && 2 <= point.spread && point.spread <= 9)).toBe(true);
          expect(barPath(bar, count, PLACE)).toEqual(path);
        },
      ),
    );
  });
});

describe('at speed 1', () => {
  test('the minutes of a loop are the recorded minutes, one after the other', () => {
    const feed = feedOf(DAY, 1);
    const loop = 1500 * MINUTE + PAUSE_MS;
    const from = ANCHOR_MS + 3 * loop;
    const bars = feed.bars('BTCUSDT', '1m', { from, to: from + loop, limit: 5000 });
    expect(bars.map(({ open, high, low, close, volume }) => [open, high, low, close, volume])).toEqual(
      DAY.bars.map(({ open, high, low, close, volume }) => [open, high, low, close, volume]),
    );
    expect(bars.map(({ at }) => at)).toEqual(DAY.bars.map((_, index) => from + index * MINUTE));
    expect(feed.recordedBarAt('BTCUSDT', from + 70_000)).toEqual({
      recorded: DAY.bars[1],
      from: from + MINUTE,
      to: from + 2 * MINUTE,
    });
  });

  test.each([500, 1_000, 5_000])(
    'with one price in %d ms, ticks are as far apart, bid and ask around them',
    (tickMs) => {
      const catalogue = CATALOGUE.map((instrument) =>
        instrument.code === DAY.code ? { ...instrument, tickMs } : instrument,
      );
      const feed = new ReplayFeed({ recordings: [DAY], catalogue, speed: 1, secret, order: 'recorded' });
      const ticks = feed.ticksBetween(ANCHOR_MS - 1, ANCHOR_MS + MINUTE - 1);
      expect(ticks.map(({ at }) => at)).toEqual(
        Array.from({ length: MINUTE / tickMs }, (_, tick) => ANCHOR_MS + tick * tickMs),
      );
      expect(ticks.every(({ bid, mid, ask }) => bid === mid - 1 && ask === mid + 2)).toBe(true);
    },
  );
});

describe('at any speed', () => {
  test('bars are made of exactly their ticks', () => {
    fc.assert(
      fc.property(
        recordings,
        speeds,
        fc.constantFrom<Interval>('1m', '5m', '15m'),
        instants,
        (recording, speed, interval, instant) => {
          const feed = feedOf(recording, speed);
          const at = barStart(interval, instant);
          expect(feed.bars('BTCUSDT', interval, { from: at, to: at + 1, limit: 1 })).toEqual(
            barOfTicks(at, ticksOf(feed, at, at + INTERVAL_MS[interval])),
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  test('intervals agree with the next longer one', () => {
    const pairs = INTERVALS.slice(1).map((interval, index) => [INTERVALS[index]!, interval] as const);
    fc.assert(
      fc.property(
        recordings,
        speeds,
        fc.constantFrom(...pairs),
        instants,
        (recording, speed, [short, long], instant) => {
          const feed = feedOf(recording, speed);
          const at = barStart(long, instant);
          const range = { from: Math.max(at, ANCHOR_MS), to: at + INTERVAL_MS[long], limit: 100_000 };
          const parts = feed.bars('BTCUSDT', short, range);
          const [whole] = feed.bars('BTCUSDT', long, { from: at, to: at + 1, limit: 1 });
          if (at < ANCHOR_MS) return;
          expect(whole?.open).toBe(parts[0]?.open);
          expect(whole?.close).toBe(parts.at(-1)?.close);
          expect(whole?.high ?? Number.NEGATIVE_INFINITY).toBe(Math.max(...parts.map(({ high }) => high)));
          expect(whole?.low ?? Number.POSITIVE_INFINITY).toBe(Math.min(...parts.map(({ low }) => low)));
          expect(whole?.volume ?? 0).toBe(parts.reduce((sum, { volume }) => sum + volume, 0));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('ticks come once each and in order however time is cut, and again after a restart', () => {
    fc.assert(
      fc.property(
        recordings,
        speeds,
        instants,
        fc.array(fc.nat(2000), { minLength: 1, maxLength: 15 }),
        (recording, speed, from, steps) => {
          const feed = feedOf(recording, speed);
          let at = from;
          const pieces: FeedTick[] = [];
          for (const step of steps) {
            pieces.push(...feed.ticksBetween(at, at + step));
            at += step;
          }
          expect(pieces).toEqual(feedOf(recording, speed).ticksBetween(from, at));
          // A cut at the very time of a tick: it belongs to the part that ends there.
          for (const { at: cut } of pieces.slice(0, 5)) {
            expect([...feed.ticksBetween(from, cut), ...feed.ticksBetween(cut, at)]).toEqual(pieces);
          }
          expect(pieces.every((tick, index) => index === 0 || pieces[index - 1]!.at <= tick.at)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('the market is open exactly where ticks are, and never across the seam of two loops', () => {
    fc.assert(
      fc.property(recordings, speeds, instants, (recording, speed, at) => {
        const feed = feedOf(recording, speed);
        const endsAt = feed.sessionEndsAt('BTCUSDT', at);
        const played = feed.recordedBarAt('BTCUSDT', at);
        expect(endsAt === undefined).toBe(played === undefined);
        if (endsAt === undefined || played === undefined) return;
        expect(played.from <= at && at < played.to && played.to <= endsAt).toBe(true);
        expect(feed.sessionEndsAt('BTCUSDT', endsAt - 1)).toBe(endsAt);
        expect(ticksOf(feed, endsAt + 1, endsAt + Math.min(PAUSE_MS, (8 * 60 * MINUTE) / speed) - 2)).toEqual([]);
      }),
    );
  });

  test('forming: with `asOf` the last bar holds the ticks so far', () => {
    fc.assert(
      fc.property(recordings, speeds, instants, (recording, speed, asOf) => {
        const feed = feedOf(recording, speed);
        const at = barStart('5m', asOf);
        const bars = feed.bars('BTCUSDT', '5m', { from: at, to: asOf + 1_000_000, limit: 10, asOf });
        expect(bars).toEqual(barOfTicks(at, ticksOf(feed, at, asOf + 1)));
      }),
    );
  });

  test('history continues into earlier loops, over nights and pauses, up to the limit', () => {
    const bars = feedOf(SESSIONS, 1).bars('BTCUSDT', '1m', { from: 0, to: NOW, limit: 2000 });
    expect(bars).toHaveLength(2000);
    expect(bars.every(({ at }, index) => index === 0 || bars[index - 1]!.at < at)).toBe(true);
    expect(feedOf(DAY, 1).bars('BTCUSDT', '1d', { from: 0, to: NOW, limit: 5000 })).toHaveLength(41);
  });
});

test('a few missing minutes are an outage, more are closed hours', () => {
  const bars = rawBars(40);
  const outage = recordingOf([...bars.slice(0, 10), ...bars.slice(20)]);
  expect(outage.runs).toEqual([{ first: 0, last: 29 }]);
  const feed = feedOf(outage, 1);
  const inside = ANCHOR_MS + 15 * MINUTE;
  expect(feed.sessionEndsAt('BTCUSDT', inside)).toBe(ANCHOR_MS + 40 * MINUTE);
  expect(feed.recordedBarAt('BTCUSDT', inside)).toBeUndefined();
  expect(feed.ticksBetween(inside - 30_000, inside + 30_000)).toEqual([]);
  expect(recordingOf([...bars.slice(0, 10), ...bars.slice(21)]).runs).toHaveLength(2);
});

describe('dirty recordings', () => {
  const good = { at: START, open: 10, high: 12, low: 9, close: 11, volume: 1 };
  test.each<[string, Partial<RawBar>]>([
    ['unreadable', { open: Number.NaN }],
    ['unreadable', { at: Number.NaN }],
    ['unreadable', { volume: -1 }],
    ['off the minute', { at: START + MINUTE + 5000 }],
    ['not positive', { low: 0 }],
    ['not positive', { close: -37.63 }],
    ['impossible range', { high: 10.5 }],
    ['impossible range', { low: 10.5 }],
    ['duplicate time', { at: START }],
    ['out of order', { at: START - MINUTE }],
  ])('%s: kept out and counted', (reason, change) => {
    const recording = recordingOf([
      good,
      { ...good, at: START + MINUTE, ...change },
      { ...good, at: START + 2 * MINUTE },
    ]);
    expect(recording.bars).toHaveLength(2);
    expect(Object.entries(recording.quarantined).map(([name, { count }]) => [name, count])).toEqual([[reason, 1]]);
  });

  test('bid and ask come out exactly again; crossed or one-sided bars are rejected', () => {
    const bids = [91.715, 91.716, 91.717].map((price, index) => ({
      at: START + index * MINUTE,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: 0,
    }));
    const asks = [
      { ...bids[0]!, open: 91.718, high: 91.718, close: 91.72 },
      { ...bids[1]!, open: 91.7, low: 91.7 },
    ];
    asks[0] = { ...asks[0]!, high: 91.72 };
    const recording = makeRecording({ ...RULES, code: 'USDJPY', precision: 3, spreadPoints: 7, bars: bids, asks });
    if ('empty' in recording) throw new Error('no bars');
    expect(recording.quarantined).toMatchObject({ 'bid above ask': { count: 1 }, 'bid without ask': { count: 1 } });
    const feed = new ReplayFeed({ recordings: [recording], catalogue: CATALOGUE, speed: 1, secret, order: 'recorded' });
    const ticks = feed.ticksBetween(ANCHOR_MS - 1, ANCHOR_MS + MINUTE - 1);
    expect([ticks[0]!.bid, ticks[0]!.ask]).toEqual([91_715, 91_718]);
    expect([ticks.at(-1)!.bid, ticks.at(-1)!.ask]).toEqual([91_715, 91_720]);
  });

  test('columns are found by their header', () => {
    const parsed = parseCandles('Datetime,Close,High,Low,Open,Volume\n2026-03-12 13:30:00+00:00,3,4,1,2,5\nnonsense\n');
    expect(parsed).toEqual({
      ok: true,
      bars: [
        { at: Date.UTC(2026, 2, 12, 13, 30), open: 2, high: 4, low: 1, close: 3, volume: 5, row: 2 },
        {
          row: 3,
          at: Number.NaN,
          open: Number.NaN,
          high: Number.NaN,
          low: Number.NaN,
          close: Number.NaN,
          volume: Number.NaN,
        },
      ],
    });
    expect(parseCandles('a,b\n1,2')).toEqual({
      ok: false,
      reason: 'no columns for time, open, high, low and close in "a,b"',
    });
  });
});

const DATA = new URL('../../../../../../../shared/data/', import.meta.url).pathname;

describe.skipIf(!existsSync(DATA))(`real recordings${existsSync(DATA) ? '' : ` (skipped: ${DATA} is missing)`}`, () => {
  test('every one-minute recording is read, and its minutes come out as recorded', () => {
    const { recordings: loaded, ignored } = loadRecordings(DATA, CATALOGUE, Date.now());
    expect(loaded.map(({ code }) => code).sort()).toEqual([
      '6E',
      'AAPL',
      'BNBUSDT',
      'BTCUSDT',
      'ETHUSDT',
      'EURUSD',
      'NVDA',
      'QQQ',
      'SOLUSDT',
      'SPY',
      'TSLA',
      'USDJPY',
      'XAUUSD',
    ]);
    expect(ignored).toEqual([]);
    const lengths = Object.fromEntries(loaded.map(({ code, bars }) => [code, bars.length]));
    expect(lengths).toMatchObject({ BTCUSDT: 43_200, BNBUSDT: 14_398, AAPL: 2730, '6E': 29_996, USDJPY: 27_417 });
    expect(loaded.find(({ code }) => code === 'USDJPY')!.quarantined).toMatchObject({
      'bid above ask': { count: 1344 },
    });
    expect(loaded.find(({ code }) => code === 'AAPL')!.runs).toHaveLength(7);
    const feed = new ReplayFeed({ recordings: loaded, catalogue: CATALOGUE, speed: 1, secret, order: 'recorded' });
    const btc = loaded.find(({ code }) => code === 'BTCUSDT')!;
    expect([btc.bars[0]!.open, btc.bars[0]!.close, btc.rounded]).toEqual([10_421_750, 10_433_780, 0]);
    for (const recording of loaded) {
      const loop = ANCHOR_MS + (recording.bars.at(-1)!.at + BAR_MS - recording.bars[0]!.at + PAUSE_MS) * 5;
      const bars = feed.bars(recording.code, '1m', { from: loop, to: loop + 600 * MINUTE, limit: 1000 });
      const recorded = recording.bars.filter(({ at }) => at < recording.bars[0]!.at + 600 * MINUTE);
      expect(bars.map(({ open, high, low, close }) => [open, high, low, close])).toEqual(
        recorded.map(({ open, high, low, close }) => [open, high, low, close]),
      );
    }
  });
});
