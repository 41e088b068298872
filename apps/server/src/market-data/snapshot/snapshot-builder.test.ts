import { describe, expect, it } from 'vitest';
import type { Bar } from '../candles/candles.ts';
import { DAY_BARS_MAX, RECENT_MINUTES_MAX } from '../candles/recent-bars.ts';
import { anInstrument } from '../tape/testing/instruments.ts';
import { DayWindow } from './day-window.ts';
import { FRAME_MS, SnapshotBuilder } from './snapshot-builder.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const BASE = Date.UTC(2026, 2, 4, 12);
const instruments = [anInstrument('AAA'), anInstrument('BBB', { stalenessMs: 5_000 })];

const bar = (at: number, price: number, spread = 0, volume = 1): Bar => ({
  at,
  open: price,
  high: price + spread,
  low: price - spread,
  close: price,
  volume,
});
const tickAt = (code: string, at: number, mid: number, seq = 1) => ({
  code,
  seq,
  bid: mid - 1,
  ask: mid + 1,
  mid,
  at,
  volume: 2,
});

const aBuilder = (isOpen: (code: string, at: number) => boolean = () => true): SnapshotBuilder =>
  new SnapshotBuilder({ instruments, isOpen, now: BASE });
const closedMinute = (at: number, price: number) => [{ instrument: 0, interval: 0, bar: bar(at, price) }];

describe('snapshot builder', () => {
  it('starts with a full frame, then sends only what changed, at most four times a second', () => {
    const builder = aBuilder();
    const full = builder.frame(BASE)!;
    expect(full).toMatchObject({ full: true, at: BASE });
    expect(full.rows.map(({ code, recent }) => [code, recent])).toEqual([
      ['AAA', []],
      ['BBB', []],
    ]);
    builder.publish([tickAt('AAA', BASE + 10, 500)]);
    expect(builder.frame(BASE + FRAME_MS - 1)).toBeUndefined();
    const next = builder.frame(BASE + FRAME_MS)!;
    expect(next).toMatchObject({ full: false, rows: [{ code: 'AAA', mid: 500, bid: 499, ask: 501, volume24: 2 }] });
    expect(next.rows[0]).not.toHaveProperty('recent');
    expect(next.seq).toBeGreaterThan(full.seq);
    expect(builder.frame(BASE + 2 * FRAME_MS)).toBeUndefined();
  });

  it('goes stale and closes without a tick', () => {
    let open = true;
    const builder = aBuilder(() => open);
    builder.publish([tickAt('AAA', BASE, 500)]);
    builder.publish([tickAt('BBB', BASE, 500)]);
    expect(builder.frame(BASE)!.rows.map(({ stale }) => stale)).toEqual([false, false]);
    expect(builder.frame(BASE + 5_001)!.rows).toMatchObject([{ code: 'BBB', open: true, stale: true }]);
    builder.publish([tickAt('BBB', BASE + 5_500, 501, 2)]);
    expect(builder.frame(BASE + 5_600)!.rows).toMatchObject([{ code: 'BBB', stale: false }]);
    open = false;
    expect(builder.frame(BASE + 7_000)!.rows).toMatchObject([
      { code: 'AAA', open: false, stale: false },
      { code: 'BBB', open: false, stale: false },
    ]);
  });

  it('sends a hundred closes, each minute, past ones included', () => {
    const builder = aBuilder();
    builder.frame(BASE);
    builder.closeMinute(closedMinute(BASE, 900));
    expect(builder.frame(BASE + 300)!.rows).toMatchObject([{ code: 'AAA', recent: [900] }]);
    // The source's past ends with the minute that the tape has closed itself.
    const minutes = Array.from({ length: RECENT_MINUTES_MAX }, (_, index) =>
      bar(BASE - (99 - index) * MINUTE, index + 1),
    );
    builder.fill('AAA', { fives: [], minutes });
    const filled = builder.frame(BASE + 600)!.rows[0]!.recent!;
    expect(filled).toHaveLength(RECENT_MINUTES_MAX);
    expect(filled.slice(-2)).toEqual([99, 900]);
    for (let index = 1; index <= 5; index += 1) {
      builder.closeMinute(closedMinute(BASE + index * MINUTE, 900 + index));
    }
    // A minute that closes a second time, after the tape was read again, counts once.
    builder.closeMinute(closedMinute(BASE + 5 * MINUTE, 905));
    const later = builder.frame(BASE + 900)!.rows[0]!.recent!;
    expect(later).toHaveLength(RECENT_MINUTES_MAX);
    expect(later.slice(-7)).toEqual([99, 900, 901, 902, 903, 904, 905]);
  });

  it('takes a gap that is filled in later, in order of time and each minute once', () => {
    const builder = aBuilder();
    builder.frame(BASE);
    builder.fill('AAA', {
      fives: [bar(BASE - DAY, 1)],
      minutes: [bar(BASE - 5 * MINUTE, 1), bar(BASE - 4 * MINUTE, 2)],
    });
    builder.closeMinute(closedMinute(BASE, 9));
    const minutes = [1, 2, 3, 4, 5].map((price) => bar(BASE - (6 - price) * MINUTE, price * 10));
    builder.fill('AAA', { fives: [bar(BASE - DAY, 100), bar(BASE - DAY + 5 * MINUTE, 50)], minutes });
    expect(builder.frame(BASE + 300)!.rows[0]).toMatchObject({ recent: [1, 2, 30, 40, 50, 9], reference24: 1 });
  });

  it('shows the last close of the past until the first tick, with no sequence to trade on', () => {
    const builder = aBuilder(() => false);
    builder.fill('AAA', { fives: [bar(BASE - 5 * MINUTE, 777)], minutes: [] });
    expect(builder.frame(BASE)!.rows[0]).toMatchObject({ seq: 0, mid: 777, bid: 0, ask: 0, open: false });
  });

  it('keeps its past and its numbering when the tape is read again', () => {
    const builder = aBuilder();
    builder.fill('AAA', {
      fives: [bar(BASE - DAY, 100), bar(BASE - 5 * MINUTE, 110)],
      minutes: [bar(BASE - MINUTE, 110)],
    });
    builder.publish([tickAt('AAA', BASE + 10, 120)]);
    const first = builder.frame(BASE)!;
    builder.restart([tickAt('AAA', BASE + 10, 120)]);
    const second = builder.frame(BASE)!;
    expect(second).toMatchObject({ full: true, rows: first.rows });
    expect(second.seq).toBe(first.seq + 1);
  });
});

describe('day', () => {
  const fives = (from: number, to: number, price: (index: number) => number): Bar[] => {
    const bars: Bar[] = [];
    for (let at = from; at < to; at += 5 * MINUTE) bars.push(bar(at, price(bars.length), 1));
    return bars;
  };

  it('of a market that never closes is the last 24 hours', () => {
    const day = new DayWindow(false);
    day.fill(fives(BASE - 1.5 * DAY, BASE, (index) => 1_000 + index).slice(-DAY_BARS_MAX));
    day.tick(5_000, 3, BASE + 1_000);
    day.roll();
    // 432 bars in a day and a half; the one that closed a day ago is number 143.
    expect(day.figures()).toEqual({ reference: 1_143, high: 5_000, low: 1_143, volume: 288 + 3 });
  });

  it('of a market with sessions begins after the last night, with the close before it', () => {
    const day = new DayWindow(true);
    const friday = fives(BASE - 3 * DAY, BASE - 3 * DAY + 6 * 60 * MINUTE, () => 200);
    day.fill(friday);
    expect(day.figures()).toMatchObject({ high: 201, low: 199 });
    // Monday opens.
    day.tick(210, 5, BASE + 100);
    expect(day.figures()).toEqual({ reference: 200, high: 210, low: 210, volume: 5 });
    day.push(bar(BASE, 212, 4, 5));
    day.roll();
    expect(day.figures()).toEqual({ reference: 200, high: 216, low: 208, volume: 5 });
    // In the evening, after it closed, the day stays what it was.
    for (const bar of fives(BASE + 5 * MINUTE, BASE + 6 * 60 * MINUTE, () => 220)) day.push(bar);
    day.roll();
    expect(day.figures()).toMatchObject({ reference: 200, high: 221 });
  });

  it('counts a bar once, live or closed', () => {
    const day = new DayWindow(false);
    day.tick(100, 1, BASE);
    day.tick(130, 2, BASE + 4 * MINUTE);
    day.tick(90, 4, BASE + 5 * MINUTE);
    expect(day.figures()).toMatchObject({ high: 130, low: 90, volume: 7 });
    day.push({ at: BASE, open: 100, high: 130, low: 100, close: 130, volume: 3 });
    day.roll();
    expect(day.figures()).toMatchObject({ high: 130, low: 90, volume: 7 });
    day.push({ at: BASE, open: 100, high: 130, low: 100, close: 130, volume: 3 });
    day.roll();
    expect(day.figures()).toMatchObject({ volume: 7 });
  });
});

describe('the day as a line', () => {
  const FIVE = 5 * MINUTE;

  it('begins at the reference, has a point for each half hour, and ends at the last close', () => {
    const day = new DayWindow(false);
    expect(day.points()).toEqual([]);
    day.fill(Array.from({ length: DAY_BARS_MAX }, (_, index) => bar(BASE - DAY + index * FIVE, 1_000 + index)));
    day.roll();
    const points = day.points();
    const { reference } = day.figures();
    expect(points[0]).toBe(reference);
    expect(points.at(-1)).toBe(1_000 + DAY_BARS_MAX - 1);
    expect(points.length).toBeGreaterThan(47);
    expect(points.length).toBeLessThanOrEqual(50);
    expect(points[2]! - points[1]!).toBe(6);
  });

  it('goes out with the recent prices', () => {
    const builder = aBuilder();
    expect(builder.frame(BASE)!.rows[0]).toMatchObject({ recent: [], day: [] });
  });
});
