import type { MarketRow } from '@glasshouse/client/live/market-snapshot';

/**
 * The market lists of the last visit, for an offline start. They are public and the same for
 * everybody; the service worker leaves this cache alone.
 */
const CACHE = 'prices';
const WRITE_MS = 60_000;

export interface LastPricesDeps {
  /** Undefined if the browser has none (plain HTTP on another host). */
  readonly caches: CacheStorage | undefined;
  /** A row with its latest known price. */
  readonly refresh: (row: MarketRow) => MarketRow;
}

export class LastPrices {
  readonly #deps: LastPricesDeps;
  /** The lists of this visit by request; as many as there are tabs. */
  readonly #lists = new Map<string, readonly MarketRow[]>();

  constructor(deps: LastPricesDeps) {
    this.#deps = deps;
  }

  /** Stores regularly, and when the page is left. */
  start(page: Pick<Document, 'addEventListener' | 'visibilityState'>): void {
    page.addEventListener('visibilitychange', () => {
      if (page.visibilityState === 'hidden') void this.#write();
    });
    setInterval(() => void this.#write(), WRITE_MS);
  }

  async keep(key: string, rows: readonly MarketRow[]): Promise<void> {
    this.#lists.set(key, rows);
    await this.#put(key, rows);
  }

  /** All stale: nobody knows the current prices. */
  async recall(key: string): Promise<readonly MarketRow[] | undefined> {
    try {
      const cache = await this.#deps.caches?.open(CACHE);
      const response = await cache?.match(addressOf(key));
      if (response === undefined) return undefined;
      const rows = (await response.json()) as readonly MarketRow[];
      return rows.map((row) => ({ ...row, stale: true }));
    } catch {
      // Written by another release, or incompletely: counts as empty.
      return undefined;
    }
  }

  async #write(): Promise<void> {
    for (const [key, rows] of this.#lists) await this.#put(key, rows.map(this.#deps.refresh));
  }

  async #put(key: string, rows: readonly MarketRow[]): Promise<void> {
    try {
      const cache = await this.#deps.caches?.open(CACHE);
      await cache?.put(addressOf(key), new Response(JSON.stringify(rows)));
    } catch {
      // Storage full or forbidden: the next offline start has no prices.
    }
  }
}

const addressOf = (key: string): string => `/last-prices/${key}`;
