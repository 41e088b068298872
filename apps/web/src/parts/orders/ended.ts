/** An order that is listed, newest first. */
interface Listed {
  readonly id: number;
}

/**
 * The live orders with those that have just ended, each where it was: what somebody follows does
 * not jump out of the list at the moment that it counts.
 */
export function withEnded<Order extends Listed>(
  live: readonly Order[] | undefined,
  ended: readonly Order[],
): readonly Order[] | undefined {
  if (live === undefined || ended.length === 0) return live;
  const over = new Set(ended.map(({ id }) => id));
  return [...live.filter(({ id }) => !over.has(id)), ...ended].sort((left, right) => right.id - left.id);
}
