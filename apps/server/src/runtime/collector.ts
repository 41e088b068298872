import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/**
 * Three semi-spaces of 16 MB. Every order in flight survives a collection of the young, so it takes 4 ms however small the
 * space is; the 64 MB a semi-space that the runtime would grow to hold the core up for 10 to 18 ms at a time.
 */
export const CORE_YOUNG_MB = 48;
/** Below so many processors, threads that mark at the same time take the one on which the database is writing. */
const SPARE_PROCESSORS = 4;

/**
 * On a small machine one thread marks old objects beside the core, not one for each processor: for a tenth of a second, every few
 * seconds, they held the database up (p99 of durable orders 32 to 34 ms in each five seconds with such a collection, now 22 to
 * 29). None at all is no better: marking then stops the core for 40 to 110 ms, and for longer the more it holds.
 * For the whole process; to be called before it has grown.
 */
export function keepCollectorQuiet(): void {
  for (const flag of collectorFlags()) setFlagsFromString(flag);
}

/** What `keepCollectorQuiet` sets, for a process that is started with it. */
export const collectorFlags = (processors = availableParallelism()): string[] =>
  processors < SPARE_PROCESSORS ? ['--concurrent-marking-max-worker-num=1'] : [];
