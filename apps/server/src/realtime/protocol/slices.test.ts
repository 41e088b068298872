import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { visitInSlices } from './slices.ts';

const workFor = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    // Something that takes as long as many writes.
  }
};

test('everything is visited once, in order, and the loop goes round meanwhile', async () => {
  const items = Array.from({ length: 403 }, (_, index) => index);
  const visited: number[] = [];
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const longestMs = await visitInSlices(items, (item) => {
    visited.push(item);
    workFor(0.2);
  });
  isOver = true;
  expect(visited).toEqual(items);
  // 80 ms of work in turns of 5 ms; a machine with much else to do makes them longer, but not the
  // whole of it.
  expect(turns).toBeGreaterThan(3);
  expect(longestMs).toBeGreaterThan(0);
});

test('the processor is given away every millisecond', async () => {
  let workedMs = 0;
  const startedAt = performance.now();
  await visitInSlices(Array.from({ length: 800 }), () => {
    const visitedAt = performance.now();
    workFor(0.1);
    workedMs += performance.now() - visitedAt;
  });
  // Not a limit of time but its opposite: fifty naps of 0.1 ms are waited out.
  expect(performance.now() - startedAt - workedMs).toBeGreaterThan(4);
});
