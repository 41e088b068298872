export interface FairQueueLimits {
  /** Items that may wait in all, and of one asker. */
  readonly itemsMax: number;
  readonly perAskerMax: number;
}

/**
 * A queue in which askers take turns, each with its own items in order: whoever asks for much waits
 * for itself, and delays anybody else by one item a turn.
 */
export class FairQueue<Item> {
  readonly #limits: FairQueueLimits;
  /** The one whose turn is next comes first. */
  readonly #items = new Map<string, Item[]>();
  #size = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#size;
  }

  /** False when there is no room. */
  push(asker: string, item: Item): boolean {
    const own = this.#items.get(asker);
    if (this.#limits.itemsMax <= this.#size || this.#limits.perAskerMax <= (own?.length ?? 0)) return false;
    if (own === undefined) this.#items.set(asker, [item]);
    else own.push(item);
    this.#size += 1;
    return true;
  }

  /** Removes the next item. */
  next(): Item | undefined {
    const [turn] = this.#items;
    if (turn === undefined) return undefined;
    const [asker, own] = turn;
    const item = own.shift();
    this.#items.delete(asker);
    if (0 < own.length) this.#items.set(asker, own);
    this.#size -= 1;
    return item;
  }

  clear(): void {
    this.#items.clear();
    this.#size = 0;
  }
}
