import { expect, test } from 'vitest';
import { placeOn } from './signature-picture.ts';

test('strokes of any size and place come to the middle of the paper and fit', () => {
  for (const points of [
    [
      { x: 10, y: 10 },
      { x: 310, y: 90 },
    ],
    [
      { x: 500, y: 0 },
      { x: 502, y: 900 },
    ],
    [{ x: 7, y: 7 }],
  ]) {
    const place = placeOn([{ points }]);
    if (place === undefined) throw new Error('no place');
    const placed = points.map(({ x, y }) => ({ x: x * place.scale + place.x, y: y * place.scale + place.y }));
    for (const { x, y } of placed) {
      expect(x).toBeGreaterThanOrEqual(59.9);
      expect(x).toBeLessThanOrEqual(1140.1);
      expect(y).toBeGreaterThanOrEqual(59.9);
      expect(y).toBeLessThanOrEqual(420.1);
    }
  }
});

test('without a stroke there is no picture', () => {
  expect(placeOn([])).toBeUndefined();
  expect(placeOn([{ points: [] }])).toBeUndefined();
});
