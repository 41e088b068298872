import { expect, test } from 'vitest';
import { barsOf } from './bars.ts';

test('bars are oldest first, in proportion to the largest; unknown days have none', () => {
  const days = [
    { day: '2026-11-24', net: '5' },
    { day: '2026-11-23', net: null },
    { day: '2026-11-22', net: '-20' },
  ];
  expect(barsOf(days)).toEqual([
    { day: '2026-11-22', net: '-20', share: 1, isGain: false },
    { day: '2026-11-24', net: '5', share: 0.25, isGain: true },
  ]);
  expect(barsOf([{ day: '2026-11-24', net: '0' }])).toEqual([{ day: '2026-11-24', net: '0', share: 0, isGain: true }]);
  expect(barsOf([])).toEqual([]);
});
