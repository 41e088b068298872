import { expect, test } from 'vitest';
import { draftOf, type Shape, valueFrom } from './value-field-shape.ts';

const NAMED: Shape = { as: 'map', columns: ['name', 'value'], numbers: [], names: ['deposit_day', 'deposit_month'] };

test('each name that a map can have gets a line, and an empty one is left out', () => {
  const draft = draftOf(NAMED, { deposit_month: '500' });
  expect(draft).toEqual([
    ['deposit_day', ''],
    ['deposit_month', '500'],
  ]);
  expect(valueFrom(NAMED, draft)).toEqual({ deposit_month: '500' });
  expect(
    valueFrom(NAMED, [
      ['deposit_day', ' 0 '],
      ['deposit_month', ''],
    ]),
  ).toEqual({ deposit_day: '0' });
});

test('a name that this release does not know is kept', () => {
  expect(valueFrom(NAMED, draftOf(NAMED, { week: '7' }))).toEqual({ week: '7' });
});

test('a map of any names keeps a line without a value: the server refuses it by name', () => {
  const open: Shape = { as: 'map', columns: ['name', 'value'], numbers: [] };
  expect(valueFrom(open, [['BTC', '']])).toEqual({ BTC: '' });
});
