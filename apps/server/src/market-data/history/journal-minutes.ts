import type { Pool } from '../../platform/postgres.ts';
import type { Bar } from '../candles/candles.ts';
import { addPrice, type RunningBar } from '../candles/candles.ts';
import { barStart, INTERVAL_MS } from '../candles/intervals.ts';
import { decodeTicks } from '../tape/codec.ts';

/** The journal is read on demand, but no more often than this. */
const READ_EVERY_MS = 250;
/**
 * The open minute, the one that is being stored, and one more. Older ones are in the table of
 * candles.
 */
const KEPT_MS = 3 * INTERVAL_MS['1m'];

interface JournalTick {
  readonly mid: number;
  readonly volume: number;
  readonly at: number;
}

/**
 * Minutes that are not stored yet, out of the ticks of the journal, so that a chart does not end a
 * minute ago. Ticks in the journal are durable.
 */
export class JournalMinutes {
  readonly #pool: Pool;
  readonly #now: () => number;
  readonly #ticks = new Map<string, JournalTick[]>();
  #lastId = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(pool: Pool, now: () => number) {
    this.#pool = pool;
    this.#now = now;
  }

  /**
   * Bars of one minute with all ticks up to `asOf`, oldest first. The first of them may lack its
   * beginning; then it is stored.
   */
  async bars(code: string, asOf: number): Promise<readonly Bar[]> {
    await this.#refresh();
    const bars: RunningBar[] = [];
    for (const { mid, volume, at } of this.#ticks.get(code) ?? []) {
      if (asOf < at) break;
      const start = barStart('1m', at);
      const last = bars.at(-1);
      if (last?.at === start) addPrice(last, mid, volume);
      else bars.push({ at: start, open: mid, high: mid, low: mid, close: mid, volume });
    }
    return bars;
  }

  #refresh(): Promise<void> {
    if (this.#reading === undefined && READ_EVERY_MS <= this.#now() - this.#readAt) {
      this.#readAt = this.#now();
      this.#reading = this.#read().finally(() => {
        this.#reading = undefined;
      });
    }
    return this.#reading ?? Promise.resolve();
  }

  async #read(): Promise<void> {
    const since = this.#now() - KEPT_MS;
    const { rows } = await this.#pool.query<{ id: number; ticks: Buffer }>({
      name: 'journal-since',
      text: 'select id, ticks from tick_journal where id > $1 and last_at >= $2 order by id',
      values: [this.#lastId, since],
    });
    for (const row of rows) {
      this.#lastId = row.id;
      for (const { code, mid, volume, at } of decodeTicks(row.ticks)) {
        const ticks = this.#ticks.get(code);
        if (ticks === undefined) this.#ticks.set(code, [{ mid, volume, at }]);
        else ticks.push({ mid, volume, at });
      }
    }
    for (const ticks of this.#ticks.values()) {
      const first = ticks.findIndex(({ at }) => since <= at);
      ticks.splice(0, first === -1 ? ticks.length : first);
    }
  }
}
