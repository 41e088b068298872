import { expect, test } from 'vitest';
import { VOLUME_QUANTUM } from './feeds/replay/recording.ts';
import { candleOf } from './queries.ts';

const quantized = (volume: number): number => Math.round(volume / VOLUME_QUANTUM) * VOLUME_QUANTUM;
const shown = (volume: number): number => candleOf({ at: 0, open: 1, high: 1, low: 1, close: 1, volume }, 2)[5];

test.each([14_059.2, 0.5, 120.3, 1.000001, 99_999.99, 4_204_112.75, 0])('a volume of %d is shown as such', (volume) => {
  expect(shown(quantized(volume))).toBe(volume);
});

test('sums of a day of bars, and of live trades, have no rest either', () => {
  const bars = Array.from({ length: 1_440 }, (_, minute) => 97_000 + ((minute * 7_919) % 1_000));
  const day = bars.reduce((sum, thousandths) => sum + quantized(thousandths / 1_000), 0);
  expect(shown(day)).toBe(bars.reduce((sum, value) => sum + value, 0) / 1_000);
  expect(shown(0.1 + 0.2)).toBe(0.3);
  expect(shown(0.00012345)).toBe(0.00012345);
});
