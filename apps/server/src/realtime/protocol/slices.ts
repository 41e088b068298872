import { performance } from 'node:perf_hooks';
import { NAP_EVERY_MS, SLICE_MS } from './limits.ts';

/** Visits between two looks at the clock; a write takes about 10 µs. */
const LOOK_EVERY = 8;
/** Asked for; the system makes it 0.15 ms. */
const NAP_MS = 0.1;
const nobodyWakes = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Gives the processor away for a moment. A process that never waits keeps it for a tick of the
 * system (4 ms), however low its priority, and an order changes threads six times: with naps it
 * waits a millisecond each time at most. Blocks the loop, because going round it costs eight times
 * as much.
 */
const nap = (): unknown => Atomics.wait(nobodyWakes, 0, 0, NAP_MS);

/**
 * Visits all items, with a nap each millisecond and a turn of the loop every few: writing to 10,000
 * sockets in one turn would block pongs, new sockets and user events for over 100 ms. Gives the
 * longest turn in ms.
 */
export async function visitInSlices<Item>(items: readonly Item[], visit: (item: Item) => void): Promise<number> {
  let longestMs = 0;
  let turnAt = performance.now();
  let napAt = turnAt;
  let visited = 0;
  for (const item of items) {
    visit(item);
    visited += 1;
    if (visited % LOOK_EVERY !== 0 && visited !== items.length) continue;
    const now = performance.now();
    if (longestMs < now - turnAt) longestMs = now - turnAt;
    if (now - napAt < NAP_EVERY_MS) continue;
    nap();
    if (SLICE_MS <= now - turnAt) {
      await new Promise((resolve) => setImmediate(resolve));
      turnAt = performance.now();
    }
    napAt = performance.now();
  }
  return longestMs;
}
