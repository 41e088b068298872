import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 10;

/** Waits for what another thread or a socket brings, without a limit of its own: on a busy machine everything takes longer. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(LOOK_EVERY_MS);
}
