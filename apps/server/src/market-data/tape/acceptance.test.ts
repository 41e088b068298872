import type { Ratio } from '@glasshouse/rules/corporate-actions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedTick } from '../feeds/types.ts';
import { MARKET_TYPES } from '../instruments/instrument.ts';
import { Acceptance, CONFIRMING_MS, FUTURE_TOLERANCE_MS, UPDATES_PER_CALL_MAX } from './acceptance.ts';
import { NO_CHANGES, type PriceChanges } from './price-changes.ts';
import { anInstrument } from './testing/instruments.ts';

const NOW = 1_790_000_000_000;
const INSTRUMENT = anInstrument('GC', { stalenessMs: 10_000, outlierBps: 200 });
const update = (change: Partial<FeedTick> = {}): FeedTick => {
  const mid = change.mid ?? 10_000;
  return { code: 'GC', bid: mid - 1, ask: mid + 1, mid, volume: 1, at: NOW, ...change };
};

describe('acceptance', () => {
  // Each row: an update after a good one at NOW, and why it is dropped.
  const REFUSALS: [string, Partial<FeedTick>, string][] = [
    ['a code that is not in the catalogue', { code: 'XX' }, 'unknown-code'],
    ['a price that is not an integer', { mid: 10_000.5 }, 'malformed'],
    ['no price', { bid: 0, mid: 0, ask: 0 }, 'malformed'],
    ['a negative price', { mid: -5, bid: -6, ask: -4 }, 'not-positive'],
    ['not a number', { mid: Number.NaN }, 'malformed'],
    ['a negative volume', { volume: -1 }, 'malformed'],
    ['an endless volume', { volume: Number.POSITIVE_INFINITY }, 'malformed'],
    ['a bid above the mid', { bid: 10_001 }, 'crossed'],
    ['an ask below the mid', { ask: 9_999 }, 'crossed'],
    ['a time that has not come', { at: NOW + FUTURE_TOLERANCE_MS + 1 }, 'future'],
    ['a time before the last tick', { at: NOW - 1 }, 'backwards'],
    ['a jump', { mid: 10_201 }, 'outlier'],
  ];
  for (const [what, change, reason] of REFUSALS) {
    it(`drops ${what} as ${reason} and leaves no hole`, () => {
      const acceptance = new Acceptance([INSTRUMENT]);
      expect(acceptance.accept([update()], NOW)).toMatchObject([{ seq: 1 }]);
      expect(acceptance.accept([update(change)], NOW)).toEqual([]);
      expect(acceptance.dropped).toMatchObject({ [reason]: 1 });
      expect(acceptance.accept([update()], NOW)).toMatchObject([{ seq: 2 }]);
    });
  }

  it('drops what is older than the staleness limit, or of a closed minute', () => {
    const acceptance = new Acceptance([INSTRUMENT]);
    expect(acceptance.accept([update()], NOW + 10_001)).toEqual([]);
    expect(acceptance.dropped.stale).toBe(1);
    acceptance.closeBefore(NOW + 1);
    expect(acceptance.accept([update()], NOW)).toEqual([]);
    expect(acceptance.dropped.late).toBe(1);
    expect(acceptance.accept([update({ at: NOW + 1 })], NOW + 1)).toMatchObject([{ seq: 1 }]);
  });

  it('gives our time to what is ahead of our clock, and never goes back', () => {
    const acceptance = new Acceptance([INSTRUMENT]);
    const ahead = update({ at: NOW + FUTURE_TOLERANCE_MS });
    expect(acceptance.accept([ahead], NOW)).toMatchObject([{ seq: 1, at: NOW }]);
    expect(acceptance.accept([update({ at: NOW + 300 })], NOW + 200)).toMatchObject([{ seq: 2, at: NOW + 200 }]);
    expect(acceptance.accept([update({ at: NOW + 300 })], NOW + 100)).toMatchObject([{ seq: 3, at: NOW + 200 }]);
    expect(acceptance.accept([update({ at: NOW + 250 })], NOW + 400)).toMatchObject([{ seq: 4, at: NOW + 250 }]);
  });

  it('keeps the newest updates of an overfull call', () => {
    const acceptance = new Acceptance([INSTRUMENT]);
    const many = Array.from({ length: UPDATES_PER_CALL_MAX + 5 }, (_, index) => update({ mid: 10_000 + (index % 7) }));
    const ticks = acceptance.accept(many, NOW);
    expect(ticks).toHaveLength(UPDATES_PER_CALL_MAX);
    expect(acceptance.dropped.overflow).toBe(5);
    expect(ticks.at(-1)).toMatchObject({ seq: UPDATES_PER_CALL_MAX, mid: many.at(-1)!.mid });
  });

  it('forgets a spike, and believes a level that later updates confirm', () => {
    const acceptance = new Acceptance([INSTRUMENT]);
    const feed = (mid: number, at: number) => acceptance.accept([update({ mid, at: NOW + at })], NOW + at);
    expect(feed(10_000, 0)).toHaveLength(1);
    expect(feed(20_000, 1_000)).toHaveLength(0);
    expect(feed(10_010, 2_000)).toHaveLength(1);
    // Three that agree, but too fast; then late enough.
    expect(feed(12_000, 3_000)).toHaveLength(0);
    expect(feed(12_001, 3_100)).toHaveLength(0);
    expect(feed(12_002, 3_200)).toHaveLength(0);
    expect(feed(12_003, 3_000 + CONFIRMING_MS)).toMatchObject([{ seq: 3, mid: 12_003 }]);
    // Wild prices that do not agree with each other never pass.
    for (let index = 0; index < 50; index += 1) {
      expect(feed(index % 2 === 0 ? 30_000 : 60_000, 10_000 + index * 1_000)).toHaveLength(0);
    }
  });

  it('lets a second source accept or reject a jump', () => {
    const acceptance = new Acceptance([INSTRUMENT]);
    const feed = (mid: number, at: number, confirmed?: boolean) =>
      acceptance.accept(
        [{ ...update({ mid, at: NOW + at }), ...(confirmed === undefined ? {} : { confirmed }) }],
        NOW + at,
      );
    expect(feed(10_000, 0, true)).toHaveLength(1);
    expect(feed(12_000, 1_000, true)).toMatchObject([{ seq: 2, mid: 12_000 }]);
    for (let second = 2; second < 20; second += 1) expect(feed(10_000, second * 1_000, false)).toHaveLength(0);
    // Earlier contradicted updates do not count once the second source is silent.
    expect(feed(10_000, 20_000)).toHaveLength(0);
    expect(feed(12_010, 21_000, true)).toMatchObject([{ seq: 3 }]);
  });

  it('says while a price is held, and why', () => {
    const acceptance = new Acceptance([INSTRUMENT]);
    const feed = (mid: number, at: number, confirmed?: boolean) => {
      acceptance.accept(
        [{ ...update({ mid, at: NOW + at }), ...(confirmed === undefined ? {} : { confirmed }) }],
        NOW + at,
      );
      return acceptance.heldBy('GC');
    };
    expect(feed(10_000, 0)).toBeUndefined();
    expect(feed(12_000, 1_000)).toBe('jump');
    expect(feed(12_001, 2_000)).toBe('jump');
    expect(feed(10_001, 3_000), 'it came back').toBeUndefined();
    expect(feed(12_000, 4_000)).toBe('jump');
    expect(feed(12_000, 5_500)).toBe('jump');
    expect(feed(12_000, 4_000 + CONFIRMING_MS), 'it was confirmed').toBeUndefined();
    // Contradicted by a second source, however little it moved.
    expect(feed(12_001, 8_000, false)).toBe('sources');
    expect(feed(12_001, 9_000, true)).toBeUndefined();
  });

  it('numbers without gaps and never goes back in time, whatever arrives', () => {
    const anything = fc.record({
      code: fc.constantFrom('GC', 'SI', 'XX'),
      bid: fc.integer({ min: -5, max: 30_000 }),
      ask: fc.integer({ min: -5, max: 30_000 }),
      mid: fc.oneof(fc.integer({ min: -5, max: 30_000 }), fc.double()),
      volume: fc.oneof(fc.constant(1), fc.double()),
      at: fc.integer({ min: NOW - 20_000, max: NOW + 20_000 }),
    });
    const wellFormed = fc
      .record({ code: fc.constantFrom('GC', 'SI'), mid: fc.integer({ min: 9_900, max: 10_100 }), at: fc.nat(20_000) })
      .map(({ code, mid, at }) => update({ code, mid, at: NOW + at - 10_000 }));
    fc.assert(
      fc.property(fc.array(fc.array(fc.oneof(anything, wellFormed))), (calls) => {
        const acceptance = new Acceptance([INSTRUMENT, anInstrument('SI')]);
        let accepted = 0;
        const last = new Map<string, { seq: number; at: number }>();
        for (const tick of calls.flatMap((updates) => acceptance.accept(updates, NOW))) {
          const before = last.get(tick.code) ?? { seq: 0, at: 0 };
          expect(tick.seq).toBe(before.seq + 1);
          expect(tick.at).toBeGreaterThanOrEqual(before.at);
          expect(tick.bid <= tick.mid && tick.mid <= tick.ask && 0 < tick.bid).toBe(true);
          last.set(tick.code, tick);
          accepted += 1;
        }
        const dropped = Object.values(acceptance.dropped).reduce((sum, count) => sum + count, 0);
        expect(accepted + dropped).toBe(calls.flat().length);
      }),
    );
  });
});

describe('a share at 1,100 that ticks at 110', () => {
  const SHARE = anInstrument('TSLA', { type: MARKET_TYPES.stocks, stalenessMs: 10_000, outlierBps: 500 });
  const share = (mid: number, at: number, change: Partial<FeedTick> = {}): FeedTick => ({
    code: 'TSLA',
    bid: mid - 1,
    ask: mid + 1,
    mid,
    volume: 1,
    at,
    ...change,
  });
  /** The example: 110.10, 110.20, 110.15 within 3.1 s, after 1,100. */
  const JUMP = [
    [11_010, 0],
    [11_020, 1_500],
    [11_015, 3_100],
    [11_015, 60_000],
  ] as const;
  /** A split between the last tick at 1,100 and the first one at 110. */
  const from = (ratio: Ratio) => (_code: string, after: number) => (after === NOW ? ratio : undefined);
  const changes = (known: Partial<PriceChanges>): PriceChanges => ({ ...NO_CHANGES, ...known });
  const acceptedAfter = (acceptance: Acceptance): number[] => {
    acceptance.accept([share(110_000, NOW)], NOW);
    return JUMP.flatMap(([mid, after]) => {
      const at = NOW + 1_000 + after;
      return acceptance.accept([share(mid, at)], at).map((tick) => tick.mid);
    });
  };

  it('is held for as long as it repeats itself, and is no price', () => {
    const acceptance = new Acceptance([SHARE]);
    expect(acceptedAfter(acceptance)).toEqual([]);
    expect(acceptance.heldBy('TSLA')).toBe('jump');
    expect(acceptance.doubtedPrice('TSLA')).toMatchObject({ mid: 11_015 });
    const back = NOW + 62_000;
    expect(acceptance.accept([share(110_100, back)], back)).toMatchObject([{ seq: 2 }]);
    expect(acceptance.heldBy('TSLA')).toBeUndefined();
    expect(acceptance.doubtedPrice('TSLA')).toBeUndefined();
  });

  const KNOWN: [string, Partial<PriceChanges>, number][] = [
    ['a split of 10:1 in the calendar', { ratioBetween: from({ numerator: 10, denominator: 1 }) }, 4],
    ['a split of 2:1 in the calendar, which it is not', { ratioBetween: from({ numerator: 2, denominator: 1 }) }, 0],
    ['two persons who looked at that level', { releasedLevel: () => 11_000 }, 4],
    ['two persons who looked at another one', { releasedLevel: () => 55_000 }, 0],
  ];
  it.each(KNOWN)('by %s', (_, known, ticks) => {
    expect(acceptedAfter(new Acceptance([SHARE], { changes: changes(known) }))).toHaveLength(ticks);
  });

  it('is taken at once when a second source agrees', () => {
    const acceptance = new Acceptance([SHARE]);
    acceptance.accept([share(110_000, NOW)], NOW);
    expect(acceptance.accept([share(11_010, NOW + 1, { confirmed: true })], NOW + 1)).toHaveLength(1);
  });

  it('confirms itself where prices are simulated or recorded, and on futures', () => {
    expect(acceptedAfter(new Acceptance([SHARE], { confirmsItself: () => true }))).toEqual([11_015, 11_015]);
  });

  it('has no price once trading has ended', () => {
    const acceptance = new Acceptance([SHARE], { changes: changes({ hasEnded: (_, at) => NOW < at }) });
    expect(acceptance.accept([share(110_000, NOW)], NOW)).toHaveLength(1);
    expect(acceptance.accept([share(110_000, NOW + 1)], NOW + 1)).toEqual([]);
    expect(acceptance.dropped.ended).toBe(1);
  });
});

it('holds an instrument whose price falls below zero, until one above it comes', () => {
  const acceptance = new Acceptance([INSTRUMENT]);
  acceptance.accept([update()], NOW);
  expect(acceptance.accept([update({ mid: -3_763, bid: -3_764, ask: -3_762 })], NOW)).toEqual([]);
  expect(acceptance.heldBy('GC')).toBe('notPositive');
  expect(acceptance.accept([update({ mid: 10_010, at: NOW + 1 })], NOW + 1)).toHaveLength(1);
  expect(acceptance.heldBy('GC')).toBeUndefined();
});
