import { expect, test } from 'vitest';
import { neighbour, type Placed, settle } from './settle.ts';

interface Row {
  readonly id: number;
  readonly text: string;
}
const row = (id: number, text = ''): Row => ({ id, text });
const idOf = ({ id }: Row) => id;
const seen = (places: readonly Placed<Row>[]) => places.map(({ id, isGone }) => (isGone ? `${id} gone` : String(id)));

test('known rows keep their places, decided ones too, and new ones follow at the end', () => {
  const first = settle([], [row(1), row(2), row(3)], idOf);
  const next = settle(first, [row(4), row(3, 'changed'), row(1)], idOf);
  expect(seen(next)).toEqual(['1', '2 gone', '3', '4']);
  expect(next[2]?.row.text).toBe('changed');
});

test('a row that comes back waits again', () => {
  const gone = settle(settle([], [row(1), row(2)], idOf), [row(2)], idOf);
  expect(seen(settle(gone, [row(2), row(1)], idOf))).toEqual(['1', '2']);
});

test('next and previous pass over what is gone', () => {
  const places = settle(settle([], [row(1), row(2), row(3)], idOf), [row(1), row(3)], idOf);
  expect(neighbour(places, 1, 1)?.id).toBe(3);
  expect(neighbour(places, 3, -1)?.id).toBe(1);
  expect(neighbour(places, undefined, 1)?.id).toBe(1);
  expect(neighbour(places, 3, 1)).toBe(undefined);
  expect(neighbour(places, undefined, -1)).toBe(undefined);
});
