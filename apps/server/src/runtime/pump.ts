import type { MarketFrame } from '../kernel/bus.ts';
import type { Sequencer } from '../kernel/sequencer.ts';
import { CATCH_UP_MAX_MS, type Feed, type FeedTick } from '../market-data/feeds/types.ts';
import type { SnapshotBuilder } from '../market-data/snapshot/snapshot-builder.ts';
import type { ClosedMinute } from '../market-data/tape/open-minute.ts';
import type { Tape } from '../market-data/tape/tape.ts';

/** Twice as often as frames may be sent, so that none is late by more than half its interval. */
export const PUMP_MS = 125;
/** Tick batches that may wait for the database before the feeds are no longer asked for more. */
const OUTSTANDING_MAX = 40;

export interface PumpOptions {
  readonly feeds: readonly Feed[];
  readonly tape: Tape;
  readonly snapshot: SnapshotBuilder;
  readonly sequencer: Pick<Sequencer, 'ticks' | 'time'>;
  readonly now: () => number;
  readonly onFrame: (frame: MarketFrame) => void;
  readonly onMinute: (minute: ClosedMinute) => void;
}

/**
 * Moves prices: feeds → tape → sequencer, and does what follows from time alone. One `turn` does
 * all of it once.
 */
export class Pump {
  readonly #options: PumpOptions;
  #upTo: number;
  #outstanding = 0;

  constructor(options: PumpOptions) {
    this.#options = options;
    this.#upTo = options.now();
  }

  turn(): void {
    const { tape, snapshot, now, onFrame, onMinute } = this.#options;
    const at = now();
    if (this.#outstanding < OUTSTANDING_MAX) this.#takeTicks(at);
    this.time();
    const frame = snapshot.frame(at);
    if (frame !== undefined) onFrame(frame);
    for (const minute of tape.closeMinutes(at)) {
      snapshot.closeMinute(minute.bars);
      onMinute(minute);
    }
  }

  /**
   * Time passes as far as prices were taken. Beyond that (between two turns, or while the database
   * is away) an order would be given up although the tick that it waits for is about to come.
   */
  time(): void {
    const { sequencer, now } = this.#options;
    sequencer.time(Math.min(this.#upTo, now()));
  }

  #takeTicks(at: number): void {
    const { feeds, tape, sequencer } = this.#options;
    // A clock that was set back gives no ticks until it has caught up; a long sleep leaves a gap.
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
