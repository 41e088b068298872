import type { Order } from './order.ts';

/** Waiting and open orders by instrument and by owner. Plain scans: slow but obviously correct. */
export class LiveOrders {
  readonly all = new Map<number, Order>();
  readonly #byCode = new Map<string, Set<Order>>();
  readonly #byOwner = new Map<string, Set<Order>>();

  add(order: Order): void {
    this.all.set(order.id, order);
    setIn(this.#byCode, order.code).add(order);
    setIn(this.#byOwner, `${order.user}/${order.book}`).add(order);
  }

  remove(order: Order): void {
    this.all.delete(order.id);
    this.#byCode.get(order.code)?.delete(order);
    this.#byOwner.get(`${order.user}/${order.book}`)?.delete(order);
  }

  on(code: string): ReadonlySet<Order> {
    return this.#byCode.get(code) ?? NONE;
  }

  of(user: number, book: string): ReadonlySet<Order> {
    return this.#byOwner.get(`${user}/${book}`) ?? NONE;
  }

  /** Profit promised on an instrument and book. */
  promised(code: string, book: string): bigint {
    let sum = 0n;
    for (const order of this.on(code)) if (order.book === book) sum += order.profit;
    return sum;
  }

  /** The same of what came from one network. */
  promisedTo(network: string, code: string, book: string): bigint {
    let sum = 0n;
    for (const order of this.on(code)) if (order.book === book && order.network === network) sum += order.profit;
    return sum;
  }

  /** The same over all instruments of the book. */
  promisedToAll(network: string, book: string): bigint {
    let sum = 0n;
    for (const order of this.all.values()) if (order.book === book && order.network === network) sum += order.profit;
    return sum;
  }
}

const NONE: ReadonlySet<Order> = new Set();

function setIn<Key>(map: Map<Key, Set<Order>>, key: Key): Set<Order> {
  let set = map.get(key);
  if (set === undefined) {
    set = new Set();
    map.set(key, set);
  }
  return set;
}
