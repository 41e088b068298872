import { performance } from 'node:perf_hooks';
import { SLICE_MS } from './limits.ts';

/**
 * Visits all items, handing the loop back every few milliseconds: writing to 10,000 sockets in one turn would block
 * pongs, new sockets and user events for over 100 ms. Gives the longest turn in ms.
 */
export async function visitInSlices<Item>(
  items: readonly Item[],
  visit: (item: Item) => void,
  sliceMs = SLICE_MS,
): Promise<number> {
  let longestMs = 0;
  let startedAt = performance.now();
  for (const item of items) {
    visit(item);
    const elapsedMs = performance.now() - startedAt;
    if (longestMs < elapsedMs) longestMs = elapsedMs;
    if (sliceMs <= elapsedMs) {
      await new Promise((resolve) => setImmediate(resolve));
      startedAt = performance.now();
    }
  }
  return longestMs;
}
