import type { ResultOf } from '@glasshouse/api';
import { RECENT_PRICES_MAX } from '@glasshouse/api/constants';
import type { MarketRow, MarketSocketRow, ShownFigures } from '@glasshouse/api/schemas/market-row';

export type { MarketRow };

type MarketFigures = MarketRow & Pick<ResultOf<'getMarketInfo'>, 'bid' | 'ask'>;

/**
 * What the list and the socket both give, prices as decimal text with all the places of the
 * instrument.
 */
const figuresOf = (row: ShownFigures, precision: number) => ({
  price: priceText(row.price, precision),
  change: changeText(row.zdf),
  open: row.open,
  stale: row.stale,
});

/** What moves. */
export interface Quote extends Readonly<ReturnType<typeof figuresOf>> {
  /** Decimals of a price; undefined until the instrument is known. */
  readonly precision: number | undefined;
  readonly bid: string | undefined;
  readonly ask: string | undefined;
  /** Keeps its identity until a minute closes. */
  readonly recent: readonly number[];
  readonly tick: number | undefined;
  readonly at: number | undefined;
}

/** Quotes by code. A listener hears of one code, so a tick renders the cells of that code only. */
export class MarketSnapshot {
  /** Takes a row that has to wait for the order book of its tick. */
  #waitsForBook: ((row: MarketSocketRow, at: number) => boolean) | undefined;
  readonly #quotes = new Map<string, Quote>();
  /** Codes whose prices came over the socket. */
  readonly #streamed = new Set<string>();
  /** Socket rows of instruments whose precision is not known yet; bounded by the catalogue. */
  readonly #unknown = new Map<string, MarketSocketRow>();
  #minute: number | undefined;
  #lastAt = 0;
  readonly #listeners = new Map<string, Set<() => void>>();

  quote(code: string): Quote {
    return this.#quotes.get(code) ?? NOTHING;
  }

  subscribe(code: string, listener: () => void): () => void {
    let set = this.#listeners.get(code);
    if (set === undefined) {
      set = new Set();
      this.#listeners.set(code, set);
    }
    set.add(listener);
    return () => {
      set.delete(listener);
      if (set.size === 0) this.#listeners.delete(code);
    };
  }

  /**
   * The market list as HTTP gives it: precisions, and prices where the socket has brought no newer
   * ones.
   */
  applyList(rows: readonly MarketRow[]): void {
    for (const row of rows) {
      const { code, precision } = row;
      const known = this.quote(code);
      const { hundred: recent, at } = row;
      const figures = { precision, ...figuresOf(row, precision), at: at ?? undefined };
      // What came over the socket is newer than any list.
      this.#put(code, this.#streamed.has(code) ? { ...known, recent } : { ...known, ...figures, recent });
      this.#catchUp(code);
    }
  }

  /**
   * One instrument as HTTP gives it. Its bid and ask count as long as its price does: a ticket need
   * not wait for the socket.
   */
  applyInfo(info: MarketFigures): void {
    this.applyList([info]);
    const known = this.quote(info.code);
    if (known.bid !== undefined || known.price !== priceText(info.price, info.precision)) return;
    this.#put(info.code, { ...known, bid: info.bid ?? undefined, ask: info.ask ?? undefined });
  }

  /**
   * Rows of a snapshot or an update. `at` is the time of the frame; when it enters a new minute,
   * the last prices of the one before join the recent ones.
   */
  applyRows(rows: readonly MarketSocketRow[], at: number): void {
    this.#lastAt = at;
    this.#closeMinute(at);
    for (const row of rows) {
      if (this.#waitsForBook?.(row, at) === true) continue;
      const known = this.quote(row.code);
      const { precision } = known;
      if (precision === undefined) {
        // A price cannot be written without its precision; it waits until the list or an order
        // brings that.
        this.#unknown.set(row.code, row);
        continue;
      }
      this.#streamed.add(row.code);
      this.#put(row.code, {
        precision,
        ...figuresOf(row, precision),
        // A wide stream leaves them out; those of an older tick do not belong to this price.
        bid: row.bid === undefined ? undefined : priceText(row.bid, precision),
        ask: row.ask === undefined ? undefined : priceText(row.ask, precision),
        recent: known.recent,
        tick: row.tick ?? known.tick,
        at: row.at ?? known.at,
      });
    }
  }

  /** Back to nothing, as on a page that has just opened. Listeners stay. */
  clear(): void {
    this.#quotes.clear();
    this.#streamed.clear();
    this.#unknown.clear();
    this.#minute = undefined;
  }

  /** Order book and rows come by two messages: whoever has the book says which row waits for it. */
  pairWith(waitsForBook: (row: MarketSocketRow, at: number) => boolean): void {
    this.#waitsForBook = waitsForBook;
  }

  /** The tick of an order book, unless a newer one is known. */
  applyTick(
    code: string,
    quote: Pick<Quote, 'price' | 'bid' | 'ask'> & { readonly tick: number; readonly at: number },
  ): void {
    const known = this.quote(code);
    if (known.precision !== undefined && (known.tick ?? -1) < quote.tick) this.#put(code, { ...known, ...quote });
  }

  /** What an order knows of its market: enough to show prices where no list was loaded. */
  introduce(code: string, precision: number): void {
    if (this.quote(code).precision !== undefined) return;
    this.#put(code, { ...this.quote(code), precision });
    this.#catchUp(code);
  }

  /** What the socket sent of an instrument before anybody knew it. */
  #catchUp(code: string): void {
    const row = this.#unknown.get(code);
    this.#unknown.delete(code);
    if (row !== undefined) this.applyRows([row], this.#lastAt);
  }

  #closeMinute(at: number): void {
    const minute = Math.floor(at / 60_000);
    if (this.#minute === minute) return;
    const first = this.#minute === undefined;
    this.#minute = minute;
    if (first) return;
    for (const [code, quote] of this.#quotes) {
      if (quote.price === undefined || !quote.open || quote.stale) continue;
      this.#put(code, { ...quote, recent: [...quote.recent, Number(quote.price)].slice(-RECENT_PRICES_MAX) });
    }
  }

  #put(code: string, quote: Quote): void {
    this.#quotes.set(code, quote);
    for (const listener of [...(this.#listeners.get(code) ?? [])]) listener();
  }
}

/**
 * Prices travel as numbers that are multiples of 10^-precision, so fixing the places gives the
 * exact text back.
 */
const priceText = (price: number | null, precision: number): string | undefined =>
  price === null ? undefined : price.toFixed(precision);

const changeText = (percent: number | null): string | undefined => (percent === null ? undefined : percent.toFixed(2));

const NOTHING: Quote = {
  ...figuresOf({ price: null, zdf: null, open: false, stale: false }, 0),
  precision: undefined,
  bid: undefined,
  ask: undefined,
  recent: [],
  tick: undefined,
  at: undefined,
};
