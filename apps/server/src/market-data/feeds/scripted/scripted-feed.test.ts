import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addPrice, type Bar } from '../../candles/candles.ts';
import { INTERVAL_MS } from '../../candles/intervals.ts';
import { CATALOGUE } from '../../instruments/catalogue/index.ts';
import { ScriptedFeed } from './scripted-feed.ts';

const INSTRUMENTS = CATALOGUE.filter(({ code }) => code === 'BTCUSDT' || code === 'EURUSD');
const START = Date.UTC(2026, 0, 5, 12);
const MINUTE = INTERVAL_MS['1m'];
const open = () => new ScriptedFeed(INSTRUMENTS);
const bitcoin = (feed: ScriptedFeed, after: number, upTo: number) =>
  feed.ticksBetween(after, upTo).filter(({ code }) => code === 'BTCUSDT');

test('a price ticks once a second and when it is set, and stays until it is set again', () => {
  const feed = open();
  const [first] = bitcoin(feed, START - 1, START);
  expect(first).toMatchObject({ at: START, confirmed: true });
  expect(feed.set('BTCUSDT', { bid: 10_000_000, ask: 10_000_200 }, START + 1_300)).toBe(true);
  expect(bitcoin(feed, START, START + 3_000).map(({ at, mid }) => [at - START, mid])).toEqual([
    [1_000, first?.mid],
    [1_300, 10_000_100],
    [2_000, 10_000_100],
    [3_000, 10_000_100],
  ]);
});

test('no price, an unknown code and a time before an earlier one are refused', () => {
  const feed = open();
  const quote = { bid: 100, ask: 101 };
  for (const wrong of [
    { bid: 0, ask: 1 },
    { bid: 2, ask: 1 },
    { bid: 1.5, ask: 2 },
    { bid: Number.NaN, ask: 1 },
  ])
    expect(feed.set('BTCUSDT', wrong, START)).toBe(false);
  expect(feed.set('UNHEARD', quote, START)).toBe(false);
  expect(feed.set('BTCUSDT', quote, START)).toBe(true);
  expect(feed.set('BTCUSDT', quote, START - 1)).toBe(false);
});

test('its market is open on a Sunday as well', () => {
  expect(open().sessionEndsAt('EURUSD', Date.UTC(2026, 0, 4))).toBeGreaterThan(Date.UTC(2026, 0, 11));
});

const changes = fc
  .array(fc.record({ after: fc.integer({ min: 1, max: 70_000 }), bid: fc.integer({ min: 1, max: 10 ** 9 }) }), {
    maxLength: 12,
  })
  .map((list) => {
    let at = START;
    return list.map(({ after, bid }) => {
      at += after;
      return { at, bid, ask: bid + 7 };
    });
  });

test('however time is cut, every tick comes once; a bar is what its ticks make it', () => {
  fc.assert(
    fc.property(
      changes,
      fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 4, maxLength: 12 }),
      (set, cuts) => {
        const feed = open();
        for (const { at, bid, ask } of set) feed.set('BTCUSDT', { bid, ask }, at);
        let at = START - 1;
        const parts = cuts.flatMap((length) => {
          const ticks = bitcoin(feed, at, at + length);
          at += length;
          return ticks;
        });
        const bars = new Map<number, Bar>();
        for (const { at: time, mid, volume } of parts) {
          const start = time - (time % MINUTE);
          const bar = bars.get(start) ?? { at: start, open: mid, high: mid, low: mid, close: mid, volume: 0 };
          addPrice(bar, mid, volume);
          bars.set(start, bar);
        }
        expect(feed.bars('BTCUSDT', '1m', { from: START, to: at, limit: 500, asOf: at })).toEqual([...bars.values()]);
      },
    ),
  );
});

test('longer bars agree with minutes, and a limit gives the newest', () => {
  const feed = open();
  feed.set('BTCUSDT', { bid: 9_000_000, ask: 9_000_200 }, START + 90_500);
  feed.set('BTCUSDT', { bid: 9_900_000, ask: 9_900_200 }, START + 4 * MINUTE + 250);
  const range = { from: START, to: START + 5 * MINUTE, limit: 500 };
  const minutes = feed.bars('BTCUSDT', '1m', range);
  const [five] = feed.bars('BTCUSDT', '5m', range);
  expect(five).toMatchObject({
    open: minutes[0]?.open,
    high: Math.max(...minutes.map(({ high }) => high)),
    low: Math.min(...minutes.map(({ low }) => low)),
    close: minutes.at(-1)?.close,
    volume: minutes.reduce((sum, { volume }) => sum + volume, 0),
  });
  expect(feed.bars('BTCUSDT', '1m', { ...range, limit: 2 })).toEqual(minutes.slice(-2));
});
