/** One resting order in its queue. `quantity` is what is open, in whole steps. */
export interface BookOrder {
  readonly id: number;
  /** The log entry that entered it into the book; a lower one comes first at a price. */
  readonly since: number;
  readonly userId: number;
  readonly level: PriceLevel;
  quantity: number;
  previous: BookOrder | undefined;
  next: BookOrder | undefined;
}

/** All orders of one side at one price, oldest first. */
export interface PriceLevel {
  /** In points. */
  readonly price: number;
  /** Sum of its orders' open quantities. */
  quantity: number;
  orders: number;
  first: BookOrder | undefined;
  last: BookOrder | undefined;
}

/**
 * The price levels of one side, worst first and best last: nearly everything happens near the best
 * price, so a new level moves few others, and removing the best moves none. Ranks are compared, not
 * prices: a buy ranks by its price, a sell by the negative of it; the higher rank is always better.
 */
export class PriceLevels {
  readonly #sign: 1 | -1;
  /** Parallel arrays: a search touches numbers only. */
  readonly #ranks: number[] = [];
  readonly #levels: PriceLevel[] = [];
  readonly #byPrice = new Map<number, PriceLevel>();

  constructor(side: 'buy' | 'sell') {
    this.#sign = side === 'buy' ? 1 : -1;
  }

  get size(): number {
    return this.#levels.length;
  }

  get best(): PriceLevel | undefined {
    return this.#levels[this.#levels.length - 1];
  }

  /** The level at a distance from the best; 0 is the best itself. */
  at(distance: number): PriceLevel | undefined {
    return this.#levels[this.#levels.length - 1 - distance];
  }

  /** The level at this price, created if there is none. */
  open(price: number): PriceLevel {
    const known = this.#byPrice.get(price);
    if (known !== undefined) return known;
    const level: PriceLevel = { price, quantity: 0, orders: 0, first: undefined, last: undefined };
    const rank = price * this.#sign;
    const place = this.#placeOf(rank);
    if (place === this.#ranks.length) {
      this.#ranks.push(rank);
      this.#levels.push(level);
    } else {
      this.#ranks.splice(place, 0, rank);
      this.#levels.splice(place, 0, level);
    }
    this.#byPrice.set(price, level);
    return level;
  }

  /** Removes an empty level. */
  close(level: PriceLevel): void {
    this.#byPrice.delete(level.price);
    if (this.best === level) {
      this.#ranks.pop();
      this.#levels.pop();
      return;
    }
    const place = this.#placeOf(level.price * this.#sign);
    this.#ranks.splice(place, 1);
    this.#levels.splice(place, 1);
  }

  /** Index of this rank, or where it would be inserted. Gallops from the best end, then bisects. */
  #placeOf(rank: number): number {
    const ranks = this.#ranks;
    let high = ranks.length;
    let stride = 1;
    while (0 < high && rank <= (ranks[Math.max(0, high - stride)] as number)) {
      high = Math.max(0, high - stride);
      stride *= 2;
    }
    let low = Math.max(0, high - stride);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ranks[middle] as number) < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
