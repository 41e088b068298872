import { type BookOrder, type PriceLevel, PriceLevels } from './price-levels.ts';

export type Side = 'buy' | 'sell';

/**
 * Price in points and quantity in whole steps: both are safe integers, so nothing in the book is
 * ever rounded.
 */
export interface Resting {
  readonly id: number;
  readonly userId: number;
  readonly side: Side;
  readonly price: number;
  readonly quantity: number;
  /** The log entry that entered it; its id when left out, since an order enters as it is placed. */
  readonly since?: number;
}

export interface DepthLevel {
  readonly price: number;
  readonly quantity: number;
}

/**
 * The resting orders of one pair and book in price-time priority. It only stores: matching walks it
 * unchanged, and what was decided is applied afterwards (`put`, `setOpen`, `remove`). Best price,
 * queueing at a known price, a partial fill and a cancel take constant time; a new price costs a
 * binary search and moves the better ones.
 */
export class OrderBook {
  readonly #bids = new PriceLevels('buy');
  readonly #asks = new PriceLevels('sell');
  /** Grows with every change, so that displays know whether to read again. */
  revision = 0;
  readonly #orders = new Map<number, { readonly order: BookOrder; readonly side: Side }>();

  get size(): number {
    return this.#orders.size;
  }

  levels(side: Side): PriceLevels {
    return side === 'buy' ? this.#bids : this.#asks;
  }

  /** Best price of a side in points. */
  best(side: Side): number | undefined {
    return this.levels(side).best?.price;
  }

  open(id: number): number | undefined {
    return this.#orders.get(id)?.order.quantity;
  }

  /**
   * Queues an order behind all of its price that entered before it: all of them, except at a start,
   * where orders are read by id, and one that was triggered entered later than it was placed.
   */
  put({ id, userId, side, price, quantity, since = id }: Resting): void {
    if (this.#orders.has(id)) throw new Error(`order ${id} is in the book already`);
    if (quantity <= 0) throw new Error(`order ${id} has nothing open`);
    this.revision += 1;
    const level = this.levels(side).open(price);
    let previous = level.last;
    while (previous !== undefined && since < previous.since) previous = previous.previous;
    const next = previous === undefined ? level.first : previous.next;
    const order: BookOrder = { id, since, userId, level, quantity, previous, next };
    if (previous === undefined) level.first = order;
    else previous.next = order;
    if (next === undefined) level.last = order;
    else next.previous = order;
    level.quantity += quantity;
    level.orders += 1;
    this.#orders.set(id, { order, side });
  }

  /** Sets the open quantity after a partial fill; the order keeps its place in the queue. */
  setOpen(id: number, quantity: number): void {
    const known = this.#orders.get(id);
    if (known === undefined || quantity <= 0) throw new Error(`order ${id} cannot have ${quantity} open`);
    this.revision += 1;
    const { order } = known;
    order.level.quantity += quantity - order.quantity;
    order.quantity = quantity;
  }

  /** Takes an order out; false when it is not there. */
  remove(id: number): boolean {
    const known = this.#orders.get(id);
    if (known === undefined) return false;
    this.revision += 1;
    const { order, side } = known;
    const { level, previous, next } = order;
    if (previous === undefined) level.first = next;
    else previous.next = next;
    if (next === undefined) level.last = previous;
    else next.previous = previous;
    level.quantity -= order.quantity;
    level.orders -= 1;
    this.#orders.delete(id);
    if (level.orders === 0) this.levels(side).close(level);
    return true;
  }

  /** The best `max` levels of a side. */
  depth(side: Side, max: number): DepthLevel[] {
    const levels = this.levels(side);
    const depth: DepthLevel[] = [];
    for (let distance = 0; distance < Math.min(max, levels.size); distance += 1) {
      const { price, quantity } = levels.at(distance) as PriceLevel;
      depth.push({ price, quantity });
    }
    return depth;
  }
}

/** Walks the orders of one side in priority. The book must not change meanwhile. */
export class BookCursor {
  readonly #levels: PriceLevels;
  #distance = 0;
  #order: BookOrder | undefined;

  constructor(book: OrderBook, side: Side) {
    this.#levels = book.levels(side);
    this.#order = this.#levels.best?.first;
  }

  get order(): BookOrder | undefined {
    return this.#order;
  }

  advance(): void {
    if (this.#order === undefined) return;
    this.#order = this.#order.next;
    if (this.#order !== undefined) return;
    this.#distance += 1;
    this.#order = this.#levels.at(this.#distance)?.first;
  }
}
