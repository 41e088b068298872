import { internalCommands } from './internal-commands.ts';
import type { Book, CommandInput, Json } from './types.ts';

interface Waiting {
  readonly book: Book;
  readonly code: string;
  /** The last tick that its row has considered. */
  readonly seen_seq: number | null;
}

/**
 * Commands that record how far trailing stops have followed, but for those of which nothing is new.
 * The same orders may be due again at the same time, after a start: each command is named by the
 * last tick that its first order has considered, too.
 */
export function recordTrails<Order extends Waiting, Progress extends { readonly seen: number } & Json>(
  due: readonly number[],
  of: {
    readonly type: string;
    readonly at: number;
    readonly live: ReadonlyMap<number, Order>;
    readonly progressOf: (order: Order) => Progress | undefined;
  },
): CommandInput[] {
  const { type, at, live, progressOf } = of;
  const news = new Map<number, Progress>();
  for (const id of due) {
    const order = live.get(id);
    const progress = order && progressOf(order);
    if (progress !== undefined && progress.seen !== order?.seen_seq) news.set(id, progress);
  }
  return internalCommands([...news.keys()], {
    type,
    live,
    bodyOf: (orders) => ({
      orders,
      progress: Object.fromEntries(orders.map((id) => [String(id), news.get(id) as Progress])),
    }),
    suffixOf: (first) => `:${at}:${news.get(first)?.seen}`,
  });
}
