import type { MarketRow } from '../../live/market-snapshot.ts';

/**
 * The market lists of the last visit, for a start without a network. They are public and the same for everybody; the
 * service worker leaves this cache alone.
 */
const CACHE = 'prices';
const WRITE_MS = 60_000;

export interface LastPricesDeps {
  /** Undefined where the browser has none (plain HTTP on another host). */
  readonly caches: CacheStorage | undefined;
  /** A row with the newest price that is known. */
  readonly refresh: (row: MarketRow) => MarketRow;
}

export class LastPrices {
  readonly #deps: LastPricesDeps;
  /** Lists of this visit by what was asked; there are as many as there are tabs. */
  readonly #lists = new Map<string, readonly MarketRow[]>();

  constructor(deps: LastPricesDeps) {
    this.#deps = deps;
  }

  /** Writes again regularly, and when the page is left. */
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

  /** All of them stale: nobody knows what the prices are now. */
  async recall(key: string): Promise<readonly MarketRow[] | undefined> {
    try {
      const cache = await this.#deps.caches?.open(CACHE);
      const response = await cache?.match(addressOf(key));
      if (response === undefined) return undefined;
      const rows = (await response.json()) as readonly MarketRow[];
      return rows.map((row) => ({ ...row, stale: true }));
    } catch {
      // What was written by another release, or not to its end, is nothing.
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
      // No room or no permission: the next start without a network shows no prices.
    }
  }
}

const addressOf = (key: string): string => `/last-prices/${key}`;
