import type { Answer } from './envelope.ts';
import { isUncertain } from './failure.ts';

/** Before each repetition. Together longer than a restart of the server's database takes. */
const PAUSES_MS = [500, 1_500, 4_000] as const;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends a command until its outcome is known, a few times at most. Every repetition must carry the
 * same key and content, so that the command takes effect once at most.
 */
export async function untilKnown<Result>(send: () => Promise<Answer<Result>>): Promise<Answer<Result>> {
  let answer = await send();
  for (const ms of PAUSES_MS) {
    if (answer.ok || !isUncertain(answer.failure)) break;
    await pause(ms);
    answer = await send();
  }
  return answer;
}
