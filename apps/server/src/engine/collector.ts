import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/**
 * Three semi-spaces of 16 MB. Every order in flight survives a collection of the young, so it takes 4 ms however small the
 * space is; the 64 MB a semi-space that the engine would grow to hold the core up for 10 to 18 ms at a time.
 */
export const CORE_YOUNG_MB = 48;
/** From so many processors on, marking on threads of its own takes nothing from the database. */
const SPARE_PROCESSORS = 4;

/**
 * On a small machine old objects are marked between commands, not on threads beside them: for a tenth of a second, every
 * few seconds, those took the processor on which the database was writing (p99 of durable orders 38 to 48 ms instead of 29).
 * For the whole process; to be called before it has grown.
 */
export function keepCollectorQuiet(): void {
  for (const flag of collectorFlags()) setFlagsFromString(flag);
}

/** What `keepCollectorQuiet` sets, for a process that is started with it. */
export const collectorFlags = (processors = availableParallelism()): string[] =>
  processors < SPARE_PROCESSORS ? ['--no-concurrent-marking'] : [];
