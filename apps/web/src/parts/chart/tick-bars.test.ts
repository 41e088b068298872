import { expect, test } from 'vitest';
import { barsOfTicks, withTick } from './tick-bars.ts';

const tick = (at: number, price: number) => ({ seq: at, at, price });
const T = Date.parse('2026-11-24T10:00:00.000Z');

test('a bar holds the ticks of its seconds, and where no tick fell there is no bar', () => {
  const ticks = [tick(T + 100, 10), tick(T + 600, 12), tick(T + 900, 9), tick(T + 3_200, 11)];
  expect(barsOfTicks(ticks, '1s')).toEqual([
    { time: T, open: 10, high: 12, low: 9, close: 9, volume: 0 },
    { time: T + 3_000, open: 11, high: 11, low: 11, close: 11, volume: 0 },
  ]);
  expect(barsOfTicks(ticks, '5s')).toEqual([{ time: T, open: 10, high: 12, low: 9, close: 11, volume: 0 }]);
});

test('the tick line has a point for each tick at its own time', () => {
  expect(barsOfTicks([tick(T + 100, 10), tick(T + 350, 12)], 'tick').map(({ time, close }) => [time, close])).toEqual([
    [T + 100, 10],
    [T + 350, 12],
  ]);
});

test('a tick that arrives late changes nothing', () => {
  const [bar] = barsOfTicks([tick(T + 5_000, 10)], '1s');
  expect(withTick(bar, tick(T + 1_000, 99), '1s')).toBeUndefined();
});
