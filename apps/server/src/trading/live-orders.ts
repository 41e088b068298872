import type { Book } from '../kernel/core/types.ts';

/** What a module keeps of its live orders. */
interface LiveOrders<Order> {
  readonly orders: ReadonlyMap<number, Order>;
  readonly byUser: ReadonlyMap<number, ReadonlySet<number>>;
}

/** Live orders of the user on the book, oldest first. */
export function liveOrdersOf<Order extends { readonly book: Book }>(
  { orders, byUser }: LiveOrders<Order>,
  userId: number,
  book: Book,
): Order[] {
  const ids = byUser.get(userId);
  if (ids === undefined) return [];
  return [...ids].map((id) => orders.get(id) as Order).filter((order) => order.book === book);
}

/**
 * Whether the user has `count` live orders on the book. Only counted when both books together have
 * as many.
 */
export function hasLive(
  live: LiveOrders<{ readonly book: Book }>,
  { userId, book, count }: { userId: number; book: Book; count: number },
): boolean {
  return count <= (live.byUser.get(userId)?.size ?? 0) && count <= liveOrdersOf(live, userId, book).length;
}
