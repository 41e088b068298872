import { evenOf, type Stream } from '../secret.ts';
import type { Combination } from './combination.ts';
import { NumberRow } from './pages.ts';

const SECOND_MS = 1000;
/** A spread in calm and in wild markets, in parts of the usual one. */
const QUIET = 0.55;
const FOLLOWING = 0.45;
const NOISE = 0.25;
const WIDEST = 6;

export interface QuoteNoiseOptions {
  readonly path: Combination;
  /** Indices of the path in one second of open market. */
  readonly pace: number;
  readonly spreadPoints: number;
  /** Spreads are whole numbers of these. */
  readonly unit: number;
  readonly times: Stream;
  readonly spreads: Stream;
}

/**
 * When in its second a tick comes, and how wide its quote is: drawn apart from the price. Spreads
 * widen as the market's time runs faster, whichever way the price goes.
 */
export class QuoteNoise {
  readonly #options: QuoteNoiseOptions;
  readonly #times: NumberRow;
  readonly #spreads: NumberRow;

  constructor(options: QuoteNoiseOptions) {
    this.#options = options;
    this.#times = new NumberRow(options.times);
    this.#spreads = new NumberRow(options.spreads);
  }

  /** Ms after the beginning of a second. */
  delayAt(second: number): number {
    return (this.#times.at(second) * SECOND_MS) >> 16;
  }

  /** Points between bid and ask; the index is that of the second. */
  spreadAt(second: number, index: number): number {
    const { path, pace, spreadPoints, unit } = this.#options;
    const drawn = evenOf(this.#spreads.at(second));
    const pulse = QUIET + FOLLOWING * Math.sqrt(path.livelinessAt(index) / pace);
    const units = (spreadPoints / unit) * Math.min(WIDEST, pulse) * (1 + NOISE * drawn);
    // Rounded up or down by the same draw, so that narrow spreads breathe as well.
    return Math.max(1, Math.floor(units + (drawn + 1) / 2)) * unit;
  }
}
