import { StoredFeed } from '../stored-feed.ts';
import type { FeedTick } from '../types.ts';

/**
 * Ticks that may wait for the pump: half a minute of every instrument at one a second. Of more, the
 * oldest are dropped.
 */
export const WAITING_MAX = 20_000;

/**
 * A live source as the pump sees it: what its thread has received since the last call. Its past is
 * what was stored; its connection lives in the other thread (`live-worker.ts`).
 */
export class LiveFeed extends StoredFeed {
  #waiting: FeedTick[] = [];
  #dropped = 0;

  /** Ticks dropped because nobody took them in time. */
  get dropped(): number {
    return this.#dropped;
  }

  receive(ticks: readonly FeedTick[]): void {
    for (const tick of ticks) this.#waiting.push(tick);
    const excess = this.#waiting.length - WAITING_MAX;
    if (excess <= 0) return;
    this.#waiting.splice(0, excess);
    this.#dropped += excess;
  }

  /**
   * Everything received and not yet taken. Prices arrive with delay, so a tick may be older than
   * `after`; each is returned once.
   */
  override ticksBetween(): FeedTick[] {
    const ticks = this.#waiting.sort((left, right) => left.at - right.at);
    this.#waiting = [];
    return ticks;
  }
}
