import type { MarketFrame } from '../kernel/bus.ts';
import type { Sequencer } from '../kernel/sequencer.ts';
import { CATCH_UP_MAX_MS, type Feed, type FeedTick } from '../market-data/feeds/types.ts';
import type { ClosedMinute } from '../market-data/tape/open-minute.ts';
import type { Tape } from '../market-data/tape/tape.ts';

/** Twice as often as frames may be sent, so that none is late by more than half its time. An idle server hardly touches its disk. */
export const PUMP_MS = 125;
/** Tick batches that may wait for the database before the feeds are left alone for a while. */
const OUTSTANDING_MAX = 40;

export interface PumpOptions {
  readonly feeds: readonly Feed[];
  readonly tape: Tape;
  readonly sequencer: Pick<Sequencer, 'ticks' | 'time'>;
  readonly now: () => number;
  readonly onFrame: (frame: MarketFrame) => void;
  readonly onMinutes: (minutes: readonly ClosedMinute[]) => void;
}

/** Moves prices: feeds → tape → sequencer, and what follows from time alone. One `turn` does it all once. */
export class Pump {
  readonly #options: PumpOptions;
  #upTo: number;
  #outstanding = 0;

  constructor(options: PumpOptions) {
    this.#options = options;
    this.#upTo = options.now();
  }

  turn(): void {
    const { tape, sequencer, now, onFrame, onMinutes } = this.#options;
    const at = now();
    if (this.#outstanding < OUTSTANDING_MAX) this.#feed(at);
    sequencer.time();
    const frame = tape.frame(at);
    if (frame !== undefined) onFrame(frame);
    const minutes = tape.closeMinutes(at);
    if (0 < minutes.length) onMinutes(minutes);
  }

  #feed(at: number): void {
    const { feeds, tape, sequencer } = this.#options;
    // A clock that was set back gives no ticks until it has caught up; after a long sleep the past stays a gap.
    const after = Math.max(this.#upTo, at - CATCH_UP_MAX_MS);
    if (at <= after) return;
    const updates: FeedTick[] =
      feeds.length === 1 ? (feeds[0] as Feed).ticksBetween(after, at) : merged(feeds, after, at);
    this.#upTo = at;
    const ticks = tape.accept(updates, at);
    if (ticks.length === 0) return;
    this.#outstanding += 1;
    void sequencer.ticks(ticks).then(() => {
      this.#outstanding -= 1;
    });
  }
}

/** Updates of several feeds in order of time. */
const merged = (feeds: readonly Feed[], after: number, at: number): FeedTick[] =>
  feeds.flatMap((feed) => feed.ticksBetween(after, at)).sort((left, right) => left.at - right.at);
