export type Side = 'buy' | 'sell';

interface Resting {
  readonly id: number;
  readonly userId: number;
  readonly side: Side;
  readonly price: number;
  open: number;
}

export interface Fill {
  /** The resting order; undefined for a house quote. */
  readonly maker: number | undefined;
  readonly price: number;
  readonly steps: number;
}

export interface HouseQuote {
  readonly price: number;
  readonly steps: number;
}

/**
 * The obvious order book: one array per side, best price first, oldest first at a price. Written
 * from the rule "price-time priority, the house behind users at the same price", without looking at
 * the server's code.
 */
export class ReferenceBook {
  readonly #sides: { readonly [side in Side]: Resting[] } = { buy: [], sell: [] };
  readonly #byId = new Map<number, Resting>();

  get size(): number {
    return this.#byId.size;
  }

  ids(): IterableIterator<number> {
    return this.#byId.keys();
  }

  has(id: number): boolean {
    return this.#byId.has(id);
  }

  orders(side: Side): readonly Readonly<Resting>[] {
    return this.#sides[side];
  }

  rest(order: { id: number; userId: number; side: Side; price: number; steps: number }): void {
    const { id, userId, side, price, steps } = order;
    const line = this.#sides[side];
    const resting: Resting = { id, userId, side, price, open: steps };
    // Behind every order with the same or a better price.
    let [low, high] = [0, line.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const middlePrice = (line[middle] as Resting).price;
      if (side === 'buy' ? price <= middlePrice : middlePrice <= price) low = middle + 1;
      else high = middle;
    }
    line.splice(low, 0, resting);
    this.#byId.set(id, resting);
  }

  remove(id: number): boolean {
    const order = this.#byId.get(id);
    if (order === undefined) return false;
    const line = this.#sides[order.side];
    line.splice(line.indexOf(order), 1);
    this.#byId.delete(id);
    return true;
  }

  /** The fills an order would get, in order. Changes nothing. */
  fills(order: { side: Side; limit: number; steps: number; house: readonly HouseQuote[] }): Fill[] {
    const { side, limit, house } = order;
    const users = this.#sides[side === 'buy' ? 'sell' : 'buy'];
    const fills: Fill[] = [];
    let [remaining, user, quote] = [order.steps, 0, 0];
    for (;;) {
      const next = users[user];
      const offer = house[quote];
      const userFirst = next !== undefined && (offer === undefined || noWorse(side, next.price, offer.price));
      const price = userFirst ? next.price : offer?.price;
      if (remaining === 0 || price === undefined || !noWorse(side, price, limit)) return fills;
      const steps = Math.min(remaining, userFirst ? next.open : (offer?.steps ?? 0));
      fills.push({ maker: userFirst ? next.id : undefined, price, steps });
      remaining -= steps;
      if (userFirst) user += 1;
      else quote += 1;
    }
  }

  /** Removes filled quantity from the book. */
  take(fills: readonly Fill[]): void {
    for (const { maker, steps } of fills) {
      const order = maker === undefined ? undefined : this.#byId.get(maker);
      if (order === undefined) continue;
      order.open -= steps;
      if (order.open === 0) this.remove(order.id);
    }
  }

  depth(side: Side, max: number): { price: number; quantity: number }[] {
    const levels: { price: number; quantity: number }[] = [];
    for (const { price, open } of this.#sides[side]) {
      const last = levels.at(-1);
      if (last?.price === price) last.quantity += open;
      else if (levels.length === max) break;
      else levels.push({ price, quantity: open });
    }
    return levels;
  }
}

const noWorse = (taker: Side, price: number, than: number): boolean =>
  taker === 'buy' ? price <= than : than <= price;
