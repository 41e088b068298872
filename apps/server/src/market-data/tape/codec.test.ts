import { minuteOf } from '@glasshouse/rules/tick-hash';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeTicks, encodeTicks, journalSpan, type TapeTick } from './codec.ts';
import { orderedTicks, packMinute, unpackMinute } from './minute-block.ts';
import { MinuteBuffer } from './minute-columns.ts';

const BASE = minuteOf(1_790_000_000_000);
const CODES = ['BTCUSDT', 'EURUSD', 'GC'];
const INSTRUMENTS = { codes: CODES, precisions: [2, 5, 1] };

/** Ticks of a minute: sequences without holes per code, times that never fall per code. */
const minuteTicks = fc
  .array(
    fc.record({
      code: fc.constantFrom(...CODES),
      mid: fc.integer({ min: 1_000, max: 2 ** 45 }),
      below: fc.nat({ max: 999 }),
      above: fc.nat({ max: 10_000 }),
      offset: fc.nat({ max: 59_999 }),
      volume: fc.oneof(fc.constant(0), fc.double({ min: 1e-8, max: 1e12, noNaN: true })),
    }),
    { maxLength: 80 },
  )
  .map((rows) => {
    const next = new Map<string, number>(CODES.map((code, index) => [code, 10 ** index]));
    return rows
      .sort((left, right) => left.offset - right.offset)
      .map(({ code, mid, below, above, offset, volume }): TapeTick => {
        const seq = next.get(code)!;
        next.set(code, seq + 1);
        return { code, seq, bid: mid - below, ask: mid + above, mid, at: BASE + offset, volume };
      });
  });

describe('journal rows', () => {
  it('read back as they were written', () => {
    fc.assert(
      fc.property(minuteTicks, (ticks) => {
        expect(decodeTicks(encodeTicks(ticks))).toEqual(ticks);
      }),
    );
  });

  it('never read as something else when they are cut', () => {
    fc.assert(
      fc.property(minuteTicks, fc.nat(), (ticks, cut) => {
        const bytes = encodeTicks(ticks);
        expect(() => decodeTicks(bytes.subarray(0, cut % bytes.length))).toThrow(RangeError);
        expect(() => decodeTicks(Buffer.concat([bytes, Buffer.from([0])]))).toThrow(RangeError);
      }),
    );
  });

  it('span from the smallest to the largest time', () => {
    const tick = (at: number) => ({ code: 'A', seq: 1, bid: 1, ask: 1, mid: 1, at });
    expect(journalSpan([tick(5), tick(3), tick(9), tick(4)])).toEqual({ firstAt: 3, lastAt: 9 });
  });
});

describe('minute blocks', () => {
  it('hold every tick of the minute in the order of its leaves', () => {
    fc.assert(
      fc.property(minuteTicks, (ticks) => {
        const buffer = new MinuteBuffer();
        for (const tick of ticks) buffer.push(CODES.indexOf(tick.code), tick);
        const ordered = orderedTicks(buffer.take(), INSTRUMENTS);
        const { minuteAt, ticks: read } = unpackMinute(packMinute(BASE, ordered));
        expect(minuteAt).toBe(BASE);
        expect(read).toEqual(ordered);
        expect(ordered.map(({ precision: _, ...tick }) => tick)).toEqual(
          CODES.flatMap((code) => ticks.filter((tick) => tick.code === code)).map(({ volume: _, ...tick }) => tick),
        );
      }),
    );
  });

  it('grow beyond their first size', () => {
    const buffer = new MinuteBuffer();
    for (let seq = 1; seq <= 5_000; seq += 1) {
      buffer.push(0, { code: 'BTCUSDT', seq, bid: seq, ask: seq, mid: seq, at: BASE + seq });
    }
    const ordered = orderedTicks(buffer.take(), INSTRUMENTS);
    expect(unpackMinute(packMinute(BASE, ordered)).ticks).toEqual(ordered);
  });

  it('refuse a hole in a sequence and a tick of another minute', () => {
    const tick = { code: 'GC', precision: 1, seq: 1, bid: 1, ask: 1, mid: 1, at: BASE };
    expect(() => packMinute(BASE, [tick, { ...tick, seq: 3 }])).toThrow('misses a tick');
    expect(() => packMinute(BASE, [{ ...tick, at: BASE + 60_000 }])).toThrow('after its minute');
    expect(() => packMinute(BASE, [{ ...tick, at: BASE - 1 }])).toThrow(RangeError);
  });
});
