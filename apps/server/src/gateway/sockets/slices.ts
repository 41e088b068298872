import { performance } from 'node:perf_hooks';
import { SLICE_MS } from './limits.ts';

/** Visits between two looks at the clock; a write takes about 10 µs. */
const LOOK_EVERY = 8;

/** A wait that gives the processor away, which going round the loop does not. */
const PAUSE_MS = 1;

/**
 * Visits all items, with a pause every few milliseconds: writing to 10,000 sockets in one turn would block pongs, new
 * sockets and user events for over 100 ms. And a process that never waits keeps its processor for a tick of the system,
 * however low its priority: an order that changes threads six times then waited twice as long. Gives the longest turn in ms.
 */
export async function visitInSlices<Item>(
  items: readonly Item[],
  visit: (item: Item) => void,
  sliceMs = SLICE_MS,
): Promise<number> {
  let longestMs = 0;
  let startedAt = performance.now();
  let visited = 0;
  for (const item of items) {
    visit(item);
    visited += 1;
    if (visited % LOOK_EVERY !== 0 && visited !== items.length) continue;
    const elapsedMs = performance.now() - startedAt;
    if (longestMs < elapsedMs) longestMs = elapsedMs;
    if (sliceMs <= elapsedMs) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      startedAt = performance.now();
    }
  }
  return longestMs;
}
