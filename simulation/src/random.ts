/**
 * A small seeded generator (sfc32): equal seeds give equal sequences on every machine. The only
 * source of randomness in a simulation.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed >>> 0;
    this.#b = Math.floor(seed / 2 ** 32) >>> 0;
    this.#c = 0x9e3779b9;
    for (let warmUp = 0; warmUp < 16; warmUp += 1) this.#bits();
  }

  #bits(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** In [0, 1). */
  next(): number {
    return this.#bits() / 2 ** 32;
  }

  /** An integer from `low` to `high`, inclusive. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('nothing to pick from');
    return items[this.int(0, items.length - 1)] as Item;
  }

  /** Picks by weight; weights need not sum to 1. */
  weighted<Item>(choices: readonly (readonly [weight: number, item: Item])[]): Item {
    let rest = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of choices) {
      rest -= weight;
      if (rest < 0) return item;
    }
    return (choices.at(-1) as readonly [number, Item])[1];
  }

  /** The same with the weights as a record, so that a type can require each key. */
  weightedKey<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
    return this.weighted((Object.keys(weights) as Key[]).map((key) => [weights[key], key] as const));
  }

  shuffle<Item>(items: Item[]): Item[] {
    for (let last = items.length - 1; 0 < last; last -= 1) {
      const index = this.int(0, last);
      [items[last], items[index]] = [items[index] as Item, items[last] as Item];
    }
    return items;
  }

  /** An independent generator, so that drawing more in one part does not change another. */
  fork(): Random {
    return new Random(this.#bits() + this.#bits() * 2 ** 20);
  }
}
