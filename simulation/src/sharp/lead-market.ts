import type { Instrument } from '@glasshouse/server/market-data/instruments/instrument';
import type { Random } from '../random.ts';

/** Between two prices of the source. */
export const SOURCE_MS = 100;
/** What the source shows is a tick of the house so much later. */
const LATE_STEPS = 3;
/** The house ticks with every so many prices of the source. */
export const TICK_STEPS = 5;
const START_PRICE = 4_000;
const JUMP = 0.008;
/** Every ten seconds or so. */
const JUMP_CHANCE = 0.01;
const CALM = 0.0002;

export interface Quotes {
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
}

/**
 * A source that goes up and down by equal parts, whatever it did before, with jumps. The house sees
 * it late, as live sources are: its ticks have the time at which they came.
 */
export class LeadMarket {
  readonly instrument: Instrument;
  readonly #random: Random;
  readonly #prices: number[] = [];

  constructor(instrument: Instrument, random: Random) {
    this.instrument = instrument;
    this.#random = random;
    for (let step = 0; step <= LATE_STEPS; step += 1) this.step();
  }

  step(): void {
    const last = this.#prices.at(-1) ?? START_PRICE;
    const size = this.#random.chance(JUMP_CHANCE) ? JUMP : CALM;
    // The mean of both is the last price, so that a mean result is a gain or a cost.
    this.#prices.push(last * (1 + (this.#random.chance(0.5) ? size : -size)));
    if (LATE_STEPS + 1 < this.#prices.length) this.#prices.shift();
  }

  /** What the source shows now, in whole units of the quote asset. */
  get source(): number {
    return this.#prices.at(-1) as number;
  }

  /** What the house shows now, in points: the trader knows it before it is a tick. */
  get coming(): Quotes {
    const { precision, spreadPoints } = this.instrument;
    const mid = Math.round((this.#prices[0] as number) * 10 ** precision);
    const half = Math.max(1, Math.floor(spreadPoints / 2));
    return { mid, bid: mid - half, ask: mid + half };
  }

  priceOf(points: number): number {
    return points / 10 ** this.instrument.precision;
  }

  textOf(points: number): string {
    return this.priceOf(points).toFixed(this.instrument.precision);
  }
}
