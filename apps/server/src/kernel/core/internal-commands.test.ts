/**
 * What is due comes in commands of one book and bounded length, in order, each with the id of its
 * first.
 */
import { expect, test } from 'vitest';
import { IDS_PER_COMMAND, internalCommands } from './internal-commands.ts';
import type { Book } from './types.ts';

const inBooks = (books: readonly Book[]) => new Map(books.map((book, id) => [id, { book }]));
const bodyOf = (orders: readonly number[]) => ({ orders });

test('books never share a command, and ids no longer live are skipped', () => {
  const live = inBooks(['real', 'demo', 'real', 'demo']);
  const commands = internalCommands([2, 3, 99, 1, 0], { type: 't.fire', live, bodyOf });
  expect(commands.map(({ trigger: _trigger, ...command }) => command)).toEqual([
    { id: 't.fire:3', userId: 0, book: 'demo', type: 't.fire', body: { orders: [3, 1] } },
    { id: 't.fire:2', userId: 0, book: 'real', type: 't.fire', body: { orders: [2, 0] } },
  ]);
  expect(internalCommands([], { type: 't.fire', live, bodyOf })).toEqual([]);
});

test('a command has a part for each id, with the same book and an id of its own', () => {
  const live = inBooks(['demo', 'real', 'demo']);
  const [command] = internalCommands([0, 2], { type: 't.fire', live, bodyOf, suffix: ':9' });
  expect(command?.trigger?.parts().map(({ id, book, body }) => ({ id, book, body }))).toEqual([
    { id: 't.fire:0:9', book: 'demo', body: { orders: [0] } },
    { id: 't.fire:2:9', book: 'demo', body: { orders: [2] } },
  ]);
});

test('more ids than one command holds are split, each command with its own id', () => {
  const ids = Array.from({ length: 2 * IDS_PER_COMMAND + 1 }, (_, id) => id);
  const live = inBooks(ids.map(() => 'demo'));
  const commands = internalCommands(ids, { type: 't.charge', live, bodyOf, suffix: ':7' });
  expect(commands.map(({ id }) => id)).toEqual(['t.charge:0:7', 't.charge:250:7', 't.charge:500:7']);
  expect(commands.flatMap(({ body }) => (body as { orders: number[] }).orders)).toEqual(ids);
});
