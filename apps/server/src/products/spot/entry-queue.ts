import { MinHeap } from '../../kernel/core/min-heap.ts';
import type { Book } from '../../kernel/core/types.ts';
import type { Side } from './order-book.ts';
import { isQueued, meetsFrom, type SpotOrder } from './rows.ts';

type SideKey = `${Book}/${string}/${Side}`;

const sideKey = ({ book, code, side }: Pick<SpotOrder, 'book' | 'code' | 'side'>): SideKey => `${book}/${code}/${side}`;

/**
 * Orders that wait for the price at which they meet the house's quotes, by market and side: they
 * are in no book, and enter it in the order of placing.
 */
export class EntryQueue {
  readonly #sides = new Map<SideKey, Set<number>>();
  /** By when no price may come any more; those that have left stay until then and are skipped. */
  readonly lapses = new MinHeap();

  /** Call it when an order was placed, changed or ended. */
  change(before: SpotOrder | undefined, after: SpotOrder | undefined, patienceMs: number): void {
    const was = before !== undefined && isQueued(before);
    const is = after !== undefined && isQueued(after);
    if (was === is) return;
    if (is) this.#add(after, patienceMs);
    else if (was) this.#remove(before);
  }

  /** Whether an order of this side waits in the market. */
  hasSide(side: Pick<SpotOrder, 'book' | 'code' | 'side'>): boolean {
    return this.#sides.has(sideKey(side));
  }

  /** What waits on either side of a market, in the order of placing. */
  of(book: Book, code: string): number[] {
    const ids = (['buy', 'sell'] as const).flatMap((side) => [
      ...(this.#sides.get(sideKey({ book, code, side })) ?? []),
    ]);
    return ids.sort((left, right) => left - right);
  }

  #add(order: SpotOrder, patienceMs: number): void {
    const key = sideKey(order);
    this.#sides.set(key, (this.#sides.get(key) ?? new Set<number>()).add(order.id));
    this.lapses.push(meetsFrom(order) + patienceMs, order.id);
  }

  #remove(order: SpotOrder): void {
    const key = sideKey(order);
    const own = this.#sides.get(key);
    own?.delete(order.id);
    if (own?.size === 0) this.#sides.delete(key);
  }
}
