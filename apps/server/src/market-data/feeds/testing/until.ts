import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 10;

/**
 * Waits for another thread or a socket, without a timeout of its own: on a busy machine everything
 * takes longer.
 */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(LOOK_EVERY_MS);
}
