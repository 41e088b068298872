import { expect, test } from 'vitest';
import { addEarlier, seenTicks } from './seen-ticks.ts';

const tick = (seq: number, at: number) => ({ seq, at, price: seq });
const seqs = (code: string) => seenTicks(code).map(({ seq }) => seq);

test('what was published before a page opened comes first, and what it saw is not repeated', () => {
  addEarlier('A', [tick(3, 3_000), tick(4, 4_000)]);
  addEarlier('A', [tick(1, 1_000), tick(2, 2_000), tick(3, 3_000), tick(4, 4_000), tick(5, 5_000)]);
  expect(seqs('A')).toEqual([1, 2, 3, 4]);
});

test('a line joins nothing across a pause', () => {
  addEarlier('B', [tick(1, 0), tick(2, 100_000), tick(3, 101_000)]);
  expect(seqs('B')).toEqual([2, 3]);
  addEarlier('B', [tick(1, 0)]);
  expect(seqs('B')).toEqual([2, 3]);
});
