import type { RecordedBar } from './recording.ts';

/** Bars per precomputed summary: long intervals add up summaries and not single bars. */
const BLOCK = 64;

/** High, low and volume of some ticks with their first and last price. */
export interface Summary {
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** The bars of one loop, with sums over blocks of them. */
export class Summaries {
  readonly #bars: readonly RecordedBar[];
  readonly #blocks: Summary[] = [];

  constructor(bars: readonly RecordedBar[]) {
    this.#bars = bars;
    for (let first = 0; first < bars.length; first += BLOCK) {
      this.#blocks.push(summaryOf(bars.slice(first, first + BLOCK))!);
    }
  }

  /** The bars first..last as one. */
  over(first: number, last: number): Summary {
    const { open, high, low, close, volume } = this.#bars[first]!;
    const sum: Summary = { open, high, low, close, volume };
    let index = first + 1;
    while (index <= last) {
      const isBlock = index % BLOCK === 0 && index + BLOCK - 1 <= last;
      extend(sum, isBlock ? this.#blocks[index / BLOCK]! : this.#bars[index]!);
      index += isBlock ? BLOCK : 1;
    }
    return sum;
  }
}

export function extend(sum: Summary, part: Summary | RecordedBar): void {
  sum.high = Math.max(sum.high, part.high);
  sum.low = Math.min(sum.low, part.low);
  sum.close = part.close;
  sum.volume += part.volume;
}

export function summaryOf(parts: readonly (Summary | RecordedBar)[]): Summary | undefined {
  const [first, ...rest] = parts;
  if (first === undefined) return undefined;
  const { open, high, low, close, volume } = first;
  const sum: Summary = { open, high, low, close, volume };
  for (const part of rest) extend(sum, part);
  return sum;
}
