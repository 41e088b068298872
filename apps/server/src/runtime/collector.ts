import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Three semi-spaces of 16 MB. Every order in flight survives a minor GC, which therefore takes 4 ms
 * however small the space is; the 64 MB semi-spaces that the runtime would grow to pause the core
 * for 10 to 18 ms.
 */
export const CORE_YOUNG_MB = 48;
/** With fewer processors, concurrent marking threads take the one that the database writes on. */
const SPARE_PROCESSORS = 4;

/**
 * On a small machine one thread marks concurrently, not one per processor: marking held the
 * database up for a tenth of a second every few seconds (p99 of durable orders 32 to 34 ms in each
 * five seconds with a major GC, now 22 to 29). No concurrent marking is worse: the core then pauses
 * for 40 to 110 ms, and longer as the heap grows. Applies to the whole process; to be called before
 * the heap has grown.
 */
export function keepCollectorQuiet(): void {
  for (const flag of collectorFlags()) setFlagsFromString(flag);
}

/**
 * Collects what this thread has left behind, for the moment when nothing follows that would: a
 * start leaves a hundred megabytes, which would stay as long as nobody comes.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  if (typeof collect === 'function') collect();
}

/** The flags that `keepCollectorQuiet` sets, for a child process. */
export const collectorFlags = (processors = availableParallelism()): string[] =>
  processors < SPARE_PROCESSORS ? ['--concurrent-marking-max-worker-num=1'] : [];
