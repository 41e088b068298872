/** Where panels open: inside the window whatever the anchor, on the side with room, along the line of reading. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hueOf, initials } from '../lib/identity.ts';
import { rovingTarget, typeaheadTarget } from '../lib/roving.ts';
import { place } from './place.ts';

const VIEW = { width: 1000, height: 800 };
const OPTIONS = { align: 'start', rtl: false, gap: 6, margin: 8 } as const;

test('below its anchor and flush with its start', () => {
  const anchor = { left: 100, top: 100, width: 80, height: 40 };
  expect(place(anchor, { width: 200, height: 150 }, VIEW, OPTIONS)).toMatchObject({ left: 100, top: 146, below: true });
  expect(place(anchor, { width: 200, height: 150 }, VIEW, { ...OPTIONS, rtl: true })).toMatchObject({ left: 8 });
  expect(place({ ...anchor, left: 500 }, { width: 200, height: 150 }, VIEW, { ...OPTIONS, rtl: true })).toMatchObject({
    left: 380,
  });
});

test('above when there is no room below', () => {
  const anchor = { left: 100, top: 740, width: 80, height: 40 };
  expect(place(anchor, { width: 200, height: 150 }, VIEW, OPTIONS)).toMatchObject({ top: 584, below: false });
});

test('never outside the window, when it can fit at all', () => {
  const coordinate = fc.integer({ min: 0, max: 760 });
  fc.assert(
    fc.property(
      coordinate,
      coordinate,
      fc.integer({ min: 40, max: 900 }),
      fc.integer({ min: 40, max: 2000 }),
      (left, top, width, height) => {
        const spot = place({ left, top, width: 40, height: 40 }, { width, height }, VIEW, {
          ...OPTIONS,
          align: 'center',
        });
        const shown = Math.min(height, spot.maxHeight);
        expect(8 <= spot.left && spot.left + width <= 992).toBe(true);
        expect(8 <= spot.top && spot.top + shown <= 792).toBe(true);
      },
    ),
  );
});

test.each([
  ['ArrowRight', 'horizontal', false, 0, 1],
  ['ArrowRight', 'horizontal', true, 0, 2],
  ['ArrowLeft', 'horizontal', false, 0, 2],
  ['ArrowDown', 'vertical', true, 2, 0],
  ['ArrowDown', 'horizontal', false, 0, undefined],
  ['Home', 'vertical', false, 2, 0],
  ['End', 'horizontal', true, 0, 2],
  ['a', 'vertical', false, 0, undefined],
] as const)('%s in a %s list (rtl %s) moves from %i to %s', (key, axis, rtl, index, expected) => {
  expect(rovingTarget(key, { index, count: 3, axis, rtl })).toBe(expected);
});

test('a letter jumps to the next name that starts with it, going round', () => {
  const names = ['Bitcoin', 'Ether', 'Solana', 'Basic'];
  expect([
    typeaheadTarget('b', names, 0),
    typeaheadTarget('b', names, 3),
    typeaheadTarget('x', names, 0),
    typeaheadTarget(' ', names, 0),
  ]).toEqual([3, 0, undefined, undefined]);
});

test.each([
  ['BTCUSDT', 'BTC'],
  ['EUR/USD', 'EUR'],
  ['Grace Hopper', 'GH'],
  ['AAPL', 'AAP'],
  ['USDT', 'USD'],
  ['', ''],
])('%s is marked %s', (name, expected) => {
  expect(initials(name)).toBe(expected);
});

test('a name always has the same hue, and names are spread over the wheel', () => {
  expect(hueOf('BTCUSDT')).toBe(hueOf('BTCUSDT'));
  const sextants = new Set(Array.from({ length: 200 }, (_, index) => Math.floor(hueOf(`code${index}`) / 60)));
  expect(sextants.size).toBe(6);
});
