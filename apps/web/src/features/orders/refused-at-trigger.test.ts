import { expect, test } from 'vitest';
import { refusedAtTrigger } from './refused-at-trigger.ts';

const entry = (type: string, body: object, result: object | null) => ({
  type,
  text: JSON.stringify({ seq: 9, type, body, result }),
});

test('an order that its trigger ended says why, and no other does', () => {
  const placed = entry('spot.submit', { code: 'BTCUSDT' }, { order: { id: 4 } });
  const own = entry('spot.trigger', { orders: [4] }, { order: { id: 4 }, refused: 11033 });
  const otherEntry = entry('spot.trigger', { orders: [5] }, { order: { id: 5 }, refused: 11030 });
  expect(refusedAtTrigger([placed, otherEntry, own], 4)).toBe(11033);
  expect(refusedAtTrigger([placed, otherEntry], 4)).toBeUndefined();
  expect(refusedAtTrigger([entry('spot.trigger', { orders: [4] }, { order: {}, refused: null })], 4)).toBeUndefined();
  expect(refusedAtTrigger([{ type: 'spot.trigger', text: null }], 4)).toBeUndefined();
});
