import { MINUTE_MS } from '@glasshouse/rules/tick-hash';
import type { MarketFrame } from '../kernel/core/bus.ts';
import type { Sequencer } from '../kernel/core/sequencer.ts';
import { CATCH_UP_MAX_MS, type Feed, type FeedTick } from '../market-data/feeds/types.ts';
import type { SnapshotBuilder } from '../market-data/snapshot/snapshot-builder.ts';
import type { UnwatchedBars } from '../market-data/snapshot/unwatched-bars.ts';
import type { ClosedMinute } from '../market-data/tape/open-minute.ts';
import type { Tape } from '../market-data/tape/tape.ts';
import type { Watch } from '../market-data/tape/watches.ts';
import type { MarketPace } from './market-pace.ts';

/** Twice as often as frames may be sent, so that none is late by more than half its interval. */
export const PUMP_MS = 125;
/** Tick batches that may wait for the database before the feeds are no longer asked for more. */
const OUTSTANDING_MAX = 40;
/** Between two turns while nobody looks: as often as a simulated market has a price. */
const BATCH_MS = 1_000;
/** Between two frames while nobody looks: jobs of the server read prices of some seconds ago. */
const RARE_FRAME_MS = 5_000;
/**
 * Prices that are taken at once when they wake: enough to confirm one that has moved far, and few
 * enough not to hold up who woke them.
 */
const WAKE_BACK_MS = 10_000;

export interface PumpOptions {
  readonly feeds: readonly Feed[];
  readonly tape: Tape;
  readonly snapshot: SnapshotBuilder;
  readonly sequencer: Pick<Sequencer, 'ticks' | 'time'>;
  readonly now: () => number;
  readonly onFrame: (frame: MarketFrame) => void;
  readonly onMinute: (minute: ClosedMinute) => void;
  /** How prices are taken at an instant; as they come when left out. */
  readonly paceAt?: (at: number) => MarketPace;
  /** Fills day figures and sparklines with what is not taken. */
  readonly unwatched?: Pick<UnwatchedBars, 'begin' | 'follow' | 'fillTo' | 'step'>;
  /** Prices are no longer taken; or they are again, and a frame with those of now was sent. */
  readonly onSleep?: (isAsleep: boolean) => void;
  /** The watch that begins when prices wake: for the log. */
  readonly onWatch?: (watch: Watch) => void;
}

/**
 * Moves prices: feeds → tape → sequencer, and does what follows from time alone. One `turn` does
 * all of it once.
 */
export class Pump {
  readonly #options: PumpOptions;
  #upTo: number;
  #outstanding = 0;
  #turnedAt = Number.NEGATIVE_INFINITY;
  #framedAt = Number.NEGATIVE_INFINITY;
  /** The full minute from which on nothing is taken; undefined while prices are awake. */
  #sleepFrom: number | undefined;
  #isAsleep = false;
  /** The next frame is the one with prices of now. */
  #isWaking = false;

  constructor(options: PumpOptions) {
    this.#options = options;
    this.#upTo = options.now();
  }

  turn(): void {
    const at = this.#options.now();
    const pace = this.#options.paceAt?.(at) ?? 'live';
    if (pace !== 'live' && at < this.#turnedAt + BATCH_MS) return;
    this.#turnedAt = at;
    if (pace === 'asleep') this.#sleepFrom ??= Math.ceil(at / MINUTE_MS) * MINUTE_MS;
    else this.#wake(at);
    if (this.#isAsleep) this.#rest(at);
    else this.#move(at, pace);
  }

  /**
   * Time passes as far as prices were taken. Beyond that (between two turns, or while the database
   * is away) an order would be given up although the tick that it waits for is about to come.
   */
  time(): void {
    const { sequencer, now } = this.#options;
    sequencer.time(Math.min(this.#upTo, now()));
  }

  /** Resolves once every price that was taken is durable and published. */
  async settled(): Promise<void> {
    while (0 < this.#outstanding) await new Promise((resolve) => setImmediate(resolve));
  }

  #move(at: number, pace: MarketPace): void {
    const { tape, snapshot, onMinute, unwatched } = this.#options;
    const end = this.#sleepFrom === undefined ? at : Math.min(at, this.#sleepFrom - 1);
    if (this.#outstanding < OUTSTANDING_MAX) void this.#takeTicks(end);
    this.time();
    unwatched?.step();
    const isFrameDue = pace === 'live' || RARE_FRAME_MS <= at - this.#framedAt;
    if (isFrameDue && !this.#isWaking) this.#sendFrame(at);
    for (const minute of tape.closeMinutes(at)) {
      snapshot.closeMinute(minute.bars);
      onMinute(minute);
    }
    this.#fallAsleep();
  }

  /** At a full minute, once all before it is closed: no bar is then half watched. */
  #fallAsleep(): void {
    const { tape, unwatched, onSleep } = this.#options;
    if (this.#sleepFrom === undefined || 0 < this.#outstanding || tape.closedTo < this.#sleepFrom) return;
    tape.pause();
    unwatched?.begin(this.#sleepFrom);
    this.#isAsleep = true;
    onSleep?.(true);
  }

  /** Time goes on, behind the prices that will be taken when they wake. */
  #rest(at: number): void {
    this.#upTo = Math.max(this.#upTo, at - WAKE_BACK_MS);
    this.time();
    this.#options.unwatched?.follow(at);
  }

  #wake(at: number): void {
    this.#sleepFrom = undefined;
    if (!this.#isAsleep) return;
    this.#isAsleep = false;
    this.#isWaking = true;
    const { tape, unwatched, onSleep, onWatch } = this.#options;
    onWatch?.(tape.resume(at));
    unwatched?.fillTo(at);
    void this.#takeTicks(at).then(() => {
      this.#isWaking = false;
      this.#sendFrame(this.#options.now());
      onSleep?.(false);
    });
  }

  #sendFrame(at: number): void {
    const frame = this.#options.snapshot.frame(at);
    if (frame === undefined) return;
    this.#framedAt = at;
    this.#options.onFrame(frame);
  }

  /** Resolves once they are durable and published. */
  async #takeTicks(end: number): Promise<void> {
    const { feeds, tape, sequencer, now } = this.#options;
    // A clock that was set back gives no ticks until it has caught up; a long sleep leaves a gap.
    const after = Math.max(this.#upTo, end - CATCH_UP_MAX_MS);
    if (end <= after) return;
    const updates: FeedTick[] =
      feeds.length === 1 ? (feeds[0] as Feed).ticksBetween(after, end) : merged(feeds, after, end);
    this.#upTo = end;
    const ticks = tape.accept(updates, now());
    if (ticks.length === 0) return;
    this.#outstanding += 1;
    await sequencer.ticks(ticks);
    this.#outstanding -= 1;
  }
}

/** Updates of several feeds in order of time. */
const merged = (feeds: readonly Feed[], after: number, at: number): FeedTick[] =>
  feeds.flatMap((feed) => feed.ticksBetween(after, at)).sort((left, right) => left.at - right.at);
