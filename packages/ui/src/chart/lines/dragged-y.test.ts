import { expect, test } from 'vitest';
import { draggedY, grabOffset } from './dragged-y.ts';

const height = 400;

test('a line moves as far as the pointer, wherever it was grabbed', () => {
  const offset = grabOffset(105, { y: 100, offscreen: undefined });
  expect(draggedY(105, { offset, height })).toBe(100);
  expect(draggedY(155, { offset, height })).toBe(150);
});

test('a line out of view comes to the pointer', () => {
  const offset = grabOffset(12, { y: -900, offscreen: 'above' });
  expect(draggedY(12, { offset, height })).toBe(12);
  expect(draggedY(80, { offset, height })).toBe(80);
  expect(grabOffset(12, { y: undefined, offscreen: 'above' })).toBe(0);
});

test('beyond the scale it stays at the edge', () => {
  expect(draggedY(-50, { offset: 0, height })).toBe(0);
  expect(draggedY(999, { offset: 10, height })).toBe(height);
});
