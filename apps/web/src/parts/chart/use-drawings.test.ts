/** Drawings of many markets in bounded storage. */
import type { ChartDrawing } from '@glasshouse/ui/chart';
import { expect, test } from 'vitest';
import { keepDrawings } from './use-drawings.ts';

const level: ChartDrawing = { id: 'a', kind: 'horizontal', price: 5 };

test('the market drawn on last is kept last, one without drawings is removed', () => {
  const stored = [
    ['X', [level]],
    ['Y', [level]],
  ] as const;
  expect(keepDrawings(stored, 'X', [level, { ...level, id: 'b' }]).map(([code, { length }]) => [code, length])).toEqual(
    [
      ['Y', 1],
      ['X', 2],
    ],
  );
  expect(keepDrawings(stored, 'X', []).map(([code]) => code)).toEqual(['Y']);
});

test('at most forty markets are kept, the latest', () => {
  let stored: ReturnType<typeof keepDrawings> = [];
  for (let index = 0; index < 50; index += 1) stored = keepDrawings(stored, `M${index}`, [level]);
  expect([stored.length, stored[0]?.[0], stored.at(-1)?.[0]]).toEqual([40, 'M10', 'M49']);
});
