import type { DepthUpdate } from '@glasshouse/server/kernel/core/bus';

const LEVELS = 25;
export const WATCHED = { book: 'demo', code: 'BTCUSDT' } as const;

/** An order book where every level changes in every frame: the heaviest load for a watcher. */
export class MovingBook {
  #state = 12_345;
  #middle = 10_000_000;

  next(seq: number, at: number): DepthUpdate {
    this.#middle += (this.#random() % 401) - 200;
    const side = (sign: 1 | -1): [string, string][] =>
      Array.from({ length: LEVELS }, (_, index) => {
        const points = this.#middle + sign * (index * 37 + 1 + (this.#random() % 30));
        return [(points / 100).toFixed(2), (this.#random() / 1_000_000).toFixed(6)];
      });
    const message = { type: 'depth', ...WATCHED, seq, at, bids: side(-1), asks: side(1) };
    return { ...WATCHED, seq, at, depth: JSON.stringify(message), isFirst: seq === 1, trades: [] };
  }

  /** A linear congruential generator: every run has the same book. */
  #random(): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return this.#state >> 8;
  }
}
