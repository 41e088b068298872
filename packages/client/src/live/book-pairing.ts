import type { MarketSocketRow } from '@glasshouse/api/schemas/market-row';
import type { DepthStore } from './depth-store.ts';
import type { MarketSnapshot } from './market-snapshot.ts';

interface Waiting {
  readonly row: MarketSocketRow;
  readonly at: number;
}

/** A book that is silent for longer holds no price back. */
const WAIT_MAX_MS = 1_000;

/**
 * One tick for all that the page shows of the market with the order book: rows, chart, header and
 * book. A row of a newer tick than the book's waits for the book, which comes at most a quarter of
 * a second later; a book of a newer tick brings its price along.
 */
export class BookPairing {
  readonly #snapshot: MarketSnapshot;
  readonly #book: DepthStore;
  /** Of the market of the book, oldest first. */
  #waiting: Waiting[] = [];

  constructor(snapshot: MarketSnapshot, book: DepthStore) {
    this.#snapshot = snapshot;
    this.#book = book;
    snapshot.pairWith((row, at) => this.#waits(row, at));
    book.subscribe(() => this.#follow());
  }

  #waits(row: MarketSocketRow, at: number): boolean {
    const { depth, stale } = this.#book.read();
    if (row.code !== this.#book.code || depth?.tick === undefined || stale) return false;
    const isAhead = row.tick !== undefined && depth.tick.seq < row.tick;
    // Another tick of the same price is no other book.
    const isSame = row.price !== null && Number(depth.price) === row.price;
    const first = this.#waiting[0];
    if (!isAhead || isSame || !row.open || row.stale || (first !== undefined && WAIT_MAX_MS <= at - first.at)) {
      this.#waiting = [];
      return false;
    }
    this.#waiting.push({ row, at });
    return true;
  }

  /** Each row comes when the book has reached its tick; all of them when there is no book. */
  #follow(): void {
    const { depth, stale } = this.#book.read();
    const tick = stale ? undefined : depth?.tick;
    const reached = tick?.seq ?? Number.POSITIVE_INFINITY;
    const due = this.#waiting.filter(({ row }) => (row.tick ?? 0) <= reached);
    this.#waiting = this.#waiting.slice(due.length);
    for (const { row, at } of due) this.#snapshot.applyRows([row], at);
    const { code } = this.#book;
    if (code === undefined || tick === undefined) return;
    const { seq, at, bid, ask } = tick;
    this.#snapshot.applyTick(code, { price: depth?.price, bid, ask, tick: seq, at });
  }
}
