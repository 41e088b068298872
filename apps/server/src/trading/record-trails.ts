import { internalCommands } from '../kernel/core/internal-commands.ts';
import { MinHeap } from '../kernel/core/min-heap.ts';
import type { Book, CommandInput, Json } from '../kernel/core/types.ts';

const MINUTE_MS = 60_000;
/**
 * How often the best tick of a trailing stop is recorded: after a start, only ticks since then are
 * read again.
 */
export const RECORD_EVERY_MS = MINUTE_MS * 15;

/** Trailing stops by when their best tick is to be recorded next. */
export class RecordTimes {
  readonly #next = new MinHeap();

  /** `followed`: since when, epoch ms. */
  add(id: number, followed: number): void {
    this.#next.push(followed + RECORD_EVERY_MS, id);
  }

  /** Those that are due by now, at most so many; ended ones are dropped. */
  due(at: number, most: number, isLive: (id: number) => boolean): number[] {
    const due: number[] = [];
    while (due.length < most && this.#next.peekKey() <= at) {
      const id = this.#next.pop() as number;
      if (!isLive(id)) continue;
      this.add(id, at);
      due.push(id);
    }
    return due;
  }
}

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
  context: {
    readonly type: string;
    readonly at: number;
    readonly live: ReadonlyMap<number, Order>;
    readonly progressOf: (order: Order) => Progress | undefined;
  },
): CommandInput[] {
  const { type, at, live, progressOf } = context;
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
    suffix: (first) => `:${at}:${news.get(first)?.seen}`,
  });
}
