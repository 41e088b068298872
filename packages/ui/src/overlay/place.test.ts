/**
 * Panel placement: always inside the window, on the side with room, aligned in reading direction.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { place } from './place.ts';

const VIEW = { width: 1000, height: 800 };
const OPTIONS = { align: 'start', rtl: false, gap: 6, margin: 8 } as const;

test('opens below the anchor, flush with its start', () => {
  const anchor = { left: 100, top: 100, width: 80, height: 40 };
  expect(place(anchor, { width: 200, height: 150 }, VIEW, OPTIONS)).toMatchObject({ left: 100, top: 146 });
  expect(place(anchor, { width: 200, height: 150 }, VIEW, { ...OPTIONS, rtl: true })).toMatchObject({ left: 8 });
  expect(place({ ...anchor, left: 500 }, { width: 200, height: 150 }, VIEW, { ...OPTIONS, rtl: true })).toMatchObject({
    left: 380,
  });
});

test('opens above when there is no room below', () => {
  const anchor = { left: 100, top: 740, width: 80, height: 40 };
  expect(place(anchor, { width: 200, height: 150 }, VIEW, OPTIONS)).toMatchObject({ top: 584 });
});

test('never leaves the window while it can fit at all', () => {
  const coordinate = fc.integer({ min: 0, max: 760 });
  fc.assert(
    fc.property(
      coordinate,
      coordinate,
      fc.integer({ min: 40, max: 900 }),
      fc.integer({ min: 40, max: 2000 }),
      (left, top, width, height) => {
        const placement = place({ left, top, width: 40, height: 40 }, { width, height }, VIEW, {
          ...OPTIONS,
          align: 'center',
        });
        const shown = Math.min(height, placement.maxHeight);
        expect(8 <= placement.left && placement.left + width <= 992).toBe(true);
        expect(8 <= placement.top && placement.top + shown <= 792).toBe(true);
      },
    ),
  );
});
