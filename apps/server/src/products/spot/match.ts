import type { LadderLevel } from '@glasshouse/rules/house-quotes';
import { BookCursor, type OrderBook, type Side } from './order-book.ts';

/** The other side of one fill: a resting order, or the house's quote. */
export interface Counterpart {
  readonly price: number;
  readonly steps: number;
  /** Undefined: the house. */
  readonly maker: { readonly id: number; readonly userId: number } | undefined;
}

export interface Matched {
  readonly fills: readonly Counterpart[];
  /** Steps without a counterpart within the limit; always 0 for an order by amount. */
  readonly left: number;
  /** Would have traded with an order of the same user. */
  readonly meetsSelf: boolean;
  /** More was available than one command may take. */
  readonly isCut: boolean;
}

export interface Incoming {
  readonly side: Side;
  readonly userId: number;
  /** Worst price it may trade at, in points. */
  readonly limit: number;
  /** Most steps it wants. */
  readonly steps: number;
  /**
   * For orders by amount: steps that the rest of the budget buys at this price, after what was
   * taken.
   */
  readonly affordable?: (price: number, fills: readonly Counterpart[]) => number;
  /** Most counterparts. */
  readonly fillsMax: number;
}

/**
 * Price-time priority over resting orders and the house's quotes: best price first, oldest order
 * first, and the house behind all orders at its price. Pure: neither book nor ladder changes.
 */
export function match(incoming: Incoming, book: OrderBook, house: readonly LadderLevel[]): Matched {
  const { side, userId, limit, affordable, fillsMax } = incoming;
  const reaches = (price: number): boolean => (side === 'buy' ? price <= limit : limit <= price);
  const isBetter = (price: number, than: number): boolean => (side === 'buy' ? price < than : than < price);
  const cursor = new BookCursor(book, side === 'buy' ? 'sell' : 'buy');
  const fills: Counterpart[] = [];
  let houseIndex = 0;
  let left = incoming.steps;
  let meetsSelf = false;
  while (0 < left) {
    const order = cursor.order;
    const quote = house[houseIndex];
    const takesHouse = quote !== undefined && (order === undefined || isBetter(quote.price, order.level.price));
    const price = takesHouse ? quote.price : order?.level.price;
    if (price === undefined || !reaches(price)) break;
    if (fillsMax <= fills.length) return { fills, left, meetsSelf, isCut: true };
    const offered = takesHouse ? quote.steps : (order?.quantity ?? 0);
    const affordableSteps = affordable === undefined ? left : Math.min(left, affordable(price, fills));
    const steps = Math.min(affordableSteps, offered);
    // A budget that does not buy one more step here buys none at a worse price either.
    if (steps === 0) return { fills, left: 0, meetsSelf, isCut: false };
    if (!takesHouse && order?.userId === userId) meetsSelf = true;
    fills.push({
      price,
      steps,
      maker: takesHouse || order === undefined ? undefined : { id: order.id, userId: order.userId },
    });
    left -= steps;
    if (takesHouse) houseIndex += 1;
    else cursor.advance();
    if (affordable !== undefined && steps < offered) return { fills, left: 0, meetsSelf, isCut: false };
  }
  return { fills, left: affordable === undefined ? left : 0, meetsSelf, isCut: false };
}
