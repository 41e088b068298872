import type { Bar } from '../candles/candles.ts';
import { addBar, type RunningBar } from '../candles/candles.ts';
import { barStart, INTERVAL_MS, INTERVALS } from '../candles/intervals.ts';

export interface ClosedBar {
  /** Position of the instrument. */
  readonly instrument: number;
  /** Position in `INTERVALS`. */
  readonly interval: number;
  readonly bar: Bar;
}

/**
 * Gives the source's own bar for a span that the tape did not watch from its beginning; undefined
 * when it knows none.
 */
export type BarRepair = (instrument: number, interval: number, at: number) => Bar | undefined;

/**
 * Candles of one instrument. Only one-minute bars are built from ticks; each longer bar is the sum
 * of the closed bars of the next shorter interval, so all intervals agree by construction, to the
 * last digit of the volume.
 */
export class CandleBuilder {
  readonly #instrument: number;
  /**
   * By position in `INTERVALS`; the first is unused, since minutes are built where their ticks are.
   */
  readonly #running: (RunningBar | undefined)[] = INTERVALS.map(() => undefined);

  constructor(instrument: number) {
    this.#instrument = instrument;
  }

  /** The sum of the closed shorter bars so far. */
  running(interval: number): Bar | undefined {
    return this.#running[interval];
  }

  restore(interval: number, bar: RunningBar): void {
    this.#running[interval] = bar;
  }

  /**
   * Takes the bar of a finished minute (or none, when it had no tick) and closes every longer bar
   * that ends with it or ended before. Bars that opened before `watchedFrom` are replaced by what
   * `repair` knows.
   */
  closeMinute(
    end: number,
    minute: Bar | undefined,
    watch: { readonly from: number; readonly repair: BarRepair },
    closed: ClosedBar[],
  ): void {
    const settle = (interval: number, bar: Bar): Bar => {
      const own = watch.from <= bar.at ? undefined : watch.repair(this.#instrument, interval, bar.at);
      const settled = own ?? bar;
      closed.push({ instrument: this.#instrument, interval, bar: settled });
      return settled;
    };
    let part = minute === undefined ? undefined : settle(0, minute);
    for (let interval = 1; interval < INTERVALS.length; interval += 1) {
      const name = INTERVALS[interval]!;
      let bar = this.#running[interval];
      if (part !== undefined) {
        if (bar === undefined) {
          bar = { ...part, at: barStart(name, part.at) };
          this.#running[interval] = bar;
        } else {
          if (part.at < bar.at || bar.at + INTERVAL_MS[name] <= part.at) {
            throw new RangeError(`a ${name} bar was not closed before the next one began`);
          }
          addBar(bar, part);
        }
      }
      if (bar === undefined || end < bar.at + INTERVAL_MS[name]) {
        // A longer bar may still have ended before, while this one has nothing to add.
        part = undefined;
        continue;
      }
      this.#running[interval] = undefined;
      part = settle(interval, bar);
    }
  }
}
