import { barStart, INTERVAL_MS } from '../candles/intervals.ts';
import { DAY_BARS_MAX, RECENT_MINUTES_MAX } from '../candles/recent-bars.ts';
import type { Feed } from '../feeds/types.ts';
import type { Instrument } from '../instruments/instrument.ts';
import type { SnapshotBuilder } from './snapshot-builder.ts';

/** In one step, so that the core is held for some ten milliseconds at most. */
const INSTRUMENTS_PER_STEP = 32;

export interface UnwatchedBarsOptions {
  readonly feeds: readonly Feed[];
  readonly instruments: readonly Instrument[];
  readonly snapshot: Pick<SnapshotBuilder, 'fill'>;
}

/**
 * Bars of the time in which no price was taken, from the sources, so that day figures and
 * sparklines have no hole: a few instruments a step.
 */
export class UnwatchedBars {
  readonly #options: UnwatchedBarsOptions;
  /** Everything before it was filled. */
  #filledTo = 0;
  #pass: { readonly from: number; readonly to: number; next: number } | undefined;

  constructor(options: UnwatchedBarsOptions) {
    this.#options = options;
  }

  /** Nothing is taken from now on. */
  begin(at: number): void {
    this.#filledTo = barStart('5m', at);
    this.#pass = undefined;
  }

  /** Fills what ended since the last pass; one that is under way is replaced by a longer one. */
  fillTo(at: number): void {
    this.#pass = { from: this.#filledTo, to: at, next: 0 };
  }

  /** Begins a pass with each five minutes. */
  follow(at: number): void {
    if (this.#pass === undefined && this.#filledTo + INTERVAL_MS['5m'] <= at) this.fillTo(at);
    this.step();
  }

  step(): void {
    const pass = this.#pass;
    if (pass === undefined) return;
    const { feeds, instruments, snapshot } = this.#options;
    const { from, to } = pass;
    for (const { code } of instruments.slice(pass.next, pass.next + INSTRUMENTS_PER_STEP)) {
      const feed = feeds.find(({ codes }) => codes.has(code));
      if (feed === undefined) continue;
      const fives = feed.bars(code, '5m', { from, to: barStart('5m', to), limit: DAY_BARS_MAX });
      const minutes = feed.bars(code, '1m', { from, to: barStart('1m', to), limit: RECENT_MINUTES_MAX });
      if (0 < fives.length + minutes.length) snapshot.fill(code, { fives, minutes });
    }
    pass.next += INSTRUMENTS_PER_STEP;
    if (pass.next < instruments.length) return;
    this.#filledTo = barStart('5m', to);
    this.#pass = undefined;
  }
}
