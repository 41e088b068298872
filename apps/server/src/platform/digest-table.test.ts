import { expect, test } from 'vitest';
import { DigestTable } from './digest-table.ts';

test('it answers what was put in, and nothing for the rest, beyond its first size', () => {
  const table = new DigestTable();
  for (let number = 1; number <= 5_000; number += 1) table.set(`text ${number}`, number);
  expect(table.size).toBe(5_000);
  for (let number = 1; number <= 5_000; number += 1) expect(table.get(`text ${number}`)).toBe(number);
  for (let number = 5_001; number <= 10_000; number += 1) expect(table.get(`text ${number}`)).toBe(0);
});

test('the same text again replaces its number', () => {
  const table = new DigestTable();
  table.set('text', 1);
  table.set('text', Number.MAX_SAFE_INTEGER);
  expect(table.size).toBe(1);
  expect(table.get('text')).toBe(Number.MAX_SAFE_INTEGER);
});
