import { expect, test } from 'vitest';
import { type GridPlace, gridMove } from './grid-move.ts';

const at = (row: number, cell: GridPlace['cell'] = 'market'): GridPlace => ({ row, cell });

test.each([
  ['ArrowDown', at(3), at(4)],
  ['ArrowDown', at(29), at(29)],
  ['ArrowUp', at(3), at(2)],
  ['ArrowUp', at(0), at(0)],
  ['PageDown', at(3), at(13)],
  ['PageDown', at(25), at(29)],
  ['PageUp', at(4), at(0)],
  ['Home', at(17, 'star'), at(0, 'star')],
  ['End', at(17), at(29)],
] as const)('%s moves along the rows and holds at the ends', (key, from, to) => {
  expect(gridMove(key, { from, count: 30, rtl: false })).toEqual(to);
});

test('left and right move between star and market in visual order', () => {
  expect(gridMove('ArrowLeft', { from: at(2), count: 30, rtl: false })).toEqual(at(2, 'star'));
  expect(gridMove('ArrowRight', { from: at(2, 'star'), count: 30, rtl: false })).toEqual(at(2));
  expect(gridMove('ArrowRight', { from: at(2), count: 30, rtl: true })).toEqual(at(2, 'star'));
  expect(gridMove('ArrowLeft', { from: at(2, 'star'), count: 30, rtl: true })).toEqual(at(2));
});

test('other keys are ignored, and so is an empty list', () => {
  expect(gridMove('Enter', { from: at(2), count: 30, rtl: false })).toBeUndefined();
  expect(gridMove('a', { from: at(2), count: 30, rtl: false })).toBeUndefined();
  expect(gridMove('ArrowDown', { from: at(0), count: 0, rtl: false })).toBeUndefined();
});
