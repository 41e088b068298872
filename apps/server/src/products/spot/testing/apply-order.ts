import { match } from '../match.ts';
import type { OrderBook, Side } from '../order-book.ts';

export interface PlainOrder {
  readonly id: number;
  readonly side: Side;
  readonly quantity: number;
  /** Undefined: a market order, which never rests. */
  readonly price: number | undefined;
}

export interface PlainFill {
  readonly id: number;
  readonly price: number;
  readonly quantity: number;
}

/**
 * Applies an order to a bare book: the core's matching finds what it takes, and the book changes as
 * the core's rows would change it. No house, no self-trades.
 */
export function applyOrder(book: OrderBook, order: PlainOrder): { fills: PlainFill[]; left: number } {
  const { id, side, quantity, price } = order;
  const limit = price ?? (side === 'buy' ? Number.MAX_SAFE_INTEGER : 0);
  const found = match({ side, userId: 0, limit, steps: quantity, fillsMax: Number.MAX_SAFE_INTEGER }, book, []);
  const fills: PlainFill[] = [];
  for (const { price: at, steps, maker } of found.fills) {
    if (maker === undefined) throw new Error('there is no house here');
    const open = (book.open(maker.id) ?? 0) - steps;
    if (open === 0) book.remove(maker.id);
    else book.setOpen(maker.id, open);
    fills.push({ id: maker.id, price: at, quantity: steps });
  }
  if (price !== undefined && 0 < found.left) book.put({ id, userId: 1, side, price, quantity: found.left });
  return { fills, left: found.left };
}
