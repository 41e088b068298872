/** Where chips and insets lie in the lane beside the bars. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusters, insetTop, NEAR_PX, stackTops } from './lane-layout.ts';

describe('clusters', () => {
  test('prices nearer than 24 px make one chip, also in a row', () => {
    expect(clusters([100, 20, 123, 146], NEAR_PX.lane)).toEqual([[1], [0, 2, 3]]);
    expect(clusters([100, 124], NEAR_PX.lane)).toEqual([[0], [1]]);
    expect(clusters([], NEAR_PX.lane)).toEqual([]);
  });
  test('the middles of two clusters are never nearer than two prices may be', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 480 }), { maxLength: 24 }), (heights) => {
        const found = clusters(heights, NEAR_PX.lane);
        expect(found.flat().toSorted((left, right) => left - right)).toEqual([...heights.keys()]);
        const middles = found.map(
          (members) => members.reduce((sum, index) => sum + (heights[index] ?? 0), 0) / members.length,
        );
        for (const [index, middle] of middles.entries()) {
          const before = middles[index - 1];
          if (before !== undefined) expect(middle - before).toBeGreaterThanOrEqual(NEAR_PX.lane);
        }
      }),
    );
  });
});

describe('an inset', () => {
  const within = { top: 26, bottom: 440 };
  const frame = { within, height: 84, before: undefined };
  test('lies at the start of the largest gap between the chips', () => {
    const occupied = [
      { top: 100, bottom: 122 },
      { top: 300, bottom: 322 },
    ];
    expect(insetTop({ ...frame, occupied })).toBe(126);
    expect(insetTop({ ...frame, occupied: [] })).toBe(30);
  });
  test('stays where it is while that is free, and moves when a chip comes', () => {
    expect(insetTop({ ...frame, occupied: [{ top: 40, bottom: 62 }], before: 200 })).toBe(200);
    expect(insetTop({ ...frame, occupied: [{ top: 240, bottom: 262 }], before: 200 })).toBe(30);
  });
  test('has no place where every gap is too small', () => {
    const occupied = [90, 170, 250, 330, 410].map((top) => ({ top, bottom: top + 22 }));
    expect(insetTop({ ...frame, occupied })).toBeUndefined();
  });
});

test('the members of a cluster lie around it, within the lane and without overlaps', () => {
  const within = { top: 0, bottom: 400 };
  expect(stackTops(3, { middle: 200, within })).toEqual([165, 189, 213]);
  expect(stackTops(2, { middle: 5, within })).toEqual([0, 24]);
  expect(stackTops(2, { middle: 399, within })).toEqual([354, 378]);
});
