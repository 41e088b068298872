import { EPOCH_MS, type MarketClock } from './clock.ts';
import { PAGE } from './factor.ts';

const DAY_MS = 86_400_000;
/** So long before the anchor every index has a tick. */
const FINE_BEFORE_MS = 8 * DAY_MS;
/** Indices from one tick to the next before that; fewer where an index lasts several seconds. */
const GRID = 16;
const SLOW_GRID = 4;

/**
 * At which indices there are ticks. From some days before the installation began, at all of them:
 * one each second of an open market. Earlier nobody was there, and fewer make its bars.
 */
export class Grid {
  readonly coarse: { readonly fineFrom: number; readonly grid: number };
  readonly #clock: MarketClock;

  constructor(clock: MarketClock, anchor: number) {
    this.#clock = clock;
    const fineFrom = clock.toIndex(Math.max(0, Math.floor((anchor - FINE_BEFORE_MS - EPOCH_MS) / 1000)));
    this.coarse = { fineFrom: fineFrom - (fineFrom % PAGE), grid: clock.name === 'exchange' ? SLOW_GRID : GRID };
  }

  stepAt(index: number): number {
    return index < this.coarse.fineFrom ? this.coarse.grid : 1;
  }

  hasTickAt(second: number): boolean {
    const index = this.#clock.toIndex(second);
    if (this.coarse.fineFrom <= index) return true;
    return index % this.coarse.grid === 0 && this.#clock.toSecond(index) === second;
  }

  /** The first index with a tick at this second or later. */
  firstFrom(second: number): number {
    return this.#clock.toIndex(this.firstTickFrom(second));
  }

  /** The last index with a tick at this second or before. */
  lastUntil(second: number): number {
    const index = this.#clock.toIndex(second);
    return index - (index % this.stepAt(index));
  }

  firstTickFrom(second: number): number {
    const index = this.#clock.toIndex(second);
    if (this.coarse.fineFrom <= index) return second;
    const from = this.#clock.toSecond(index) < second ? index + 1 : index;
    return this.#clock.toSecond(Math.ceil(from / this.coarse.grid) * this.coarse.grid);
  }

  nextTickAfter(second: number): number {
    return this.firstTickFrom(second + 1);
  }
}
