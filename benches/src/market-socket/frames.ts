import type { SnapshotRow } from '@glasshouse/api/schemas/market-row';
import { aSnapshotRow } from '@glasshouse/server/market-data/snapshot/testing/rows';

/**
 * A market where every instrument has a new price in every frame: the heaviest load for the
 * sockets.
 */
export class MovingMarket {
  readonly #mids: number[];
  #state = 12_345;
  #seq = 0;

  constructor(instruments: number) {
    this.#mids = Array.from({ length: instruments }, (_, index) => 10_000 + index * 977);
  }

  next(): SnapshotRow[] {
    this.#seq += 1;
    const at = Date.now();
    return this.#mids.map((old, index) => {
      const mid = Math.max(100, old + this.#step());
      this.#mids[index] = mid;
      const code = `${String.fromCharCode(65 + (index % 26))}${String.fromCharCode(65 + (index % 23))}${index}USDT`;
      const quote = { mid, bid: mid - 2, ask: mid + 2, reference24: 10_000 + index * 970, volume24: 1_000 };
      return aSnapshotRow(code, { seq: this.#seq, at, ...quote });
    });
  }

  /**
   * Between −20 and 20, never 0, from a linear congruential generator: every run has the same
   * prices.
   */
  #step(): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) & 0x7fffffff;
    const step = (this.#state >> 8) % 20;
    return (this.#state & 0x4000) === 0 ? step + 1 : -step - 1;
  }
}
