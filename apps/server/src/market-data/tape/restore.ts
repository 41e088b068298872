import { MINUTE_MS } from '@glasshouse/rules/tick-hash';
import type { Tick } from '../../kernel/core/types.ts';
import type { Pool } from '../../platform/postgres.ts';
import { inTransaction, keep } from '../../platform/transaction.ts';
import type { Bar } from '../candles/candles.ts';
import { foldBars, minutesOf, type RunningBar } from '../candles/candles.ts';
import { barStart, INTERVAL_MS, INTERVALS } from '../candles/intervals.ts';
import { decodeTicks, type TapeTick } from './codec.ts';
import { type Silence, silencesOf } from './silences.ts';

/**
 * Taken by whoever writes minutes or reads the tape as a whole, for the length of a transaction.
 */
export const TAPE_LOCK = 71_530_010;

export interface StoredHead {
  readonly tick: Tick;
  readonly silences: readonly Silence[];
}

/**
 * The tape as the database holds it: closed minutes up to `closedTo`, and the durable ticks since.
 */
export interface StoredTape {
  /** End of the last closed minute; 0 when there is none. */
  readonly closedTo: number;
  /** Last tick of each code before `closedTo`. */
  readonly heads: ReadonlyMap<string, StoredHead>;
  /** Ticks since `closedTo`, in the order in which they were accepted. */
  readonly ticks: readonly TapeTick[];
  /** Per code, the bars that were being summed up at `closedTo`, by position in `INTERVALS`. */
  readonly running: ReadonlyMap<string, ReadonlyMap<number, RunningBar>>;
}

export async function readStoredTape(pool: Pool, codes: readonly string[]): Promise<StoredTape> {
  return inTransaction(pool, async (client) => {
    // Waits for a minute that is being written, so that no tick is seen both in it and in the
    // journal.
    await client.query('select pg_advisory_xact_lock($1)', [TAPE_LOCK]);
    const last = await client.query('select max(minute_at) as at from tape_minutes');
    const closedTo = last.rows[0].at === null ? 0 : last.rows[0].at + MINUTE_MS;
    const heads = new Map<string, StoredHead>();
    const stored = await client.query('select code, seq, bid, ask, mid, at, silences from tape_heads');
    for (const { silences, ...tick } of stored.rows) {
      heads.set(tick.code, { tick, silences: silencesOf(silences) });
    }
    const journal = await client.query('select ticks from tick_journal where last_at >= $1 order by id', [closedTo]);
    const ticks = journal.rows.flatMap((row) => decodeTicks(row.ticks).filter((tick) => closedTo <= tick.at));
    const running = new Map<string, Map<number, RunningBar>>(codes.map((code) => [code, new Map()]));
    for (let interval = 1; interval < INTERVALS.length; interval += 1) {
      const parts = await readParts(client, { codes, interval, closedTo });
      const at = barStart(INTERVALS[interval]!, closedTo);
      for (const [code, bars] of parts) running.get(code)!.set(interval, foldBars(at, bars)!);
    }
    return keep({ closedTo, heads, ticks, running });
  });
}

interface Queryable {
  query(text: string, values: unknown[]): Promise<{ rows: StoredBar[] }>;
}
interface StoredBar extends Omit<Bar, 'volume'> {
  readonly code: string;
  readonly volume: string;
}

/** The closed bars of the next shorter interval within the bar that is open at `closedTo`. */
async function readParts(
  client: Queryable,
  { codes, interval, closedTo }: { codes: readonly string[]; interval: number; closedTo: number },
): Promise<Map<string, Bar[]>> {
  const shorter = INTERVALS[interval - 1]!;
  const found = await client.query(
    `select c.code, c.at, c.open, c.high, c.low, c.close, c.volume
       from unnest($1::text[]) as wanted(code)
       join candles c on c.code = wanted.code and c.minutes = $2 and c.at >= $3 and c.at <= $4
      order by c.code, c.at`,
    [codes, minutesOf(shorter), barStart(INTERVALS[interval]!, closedTo), closedTo - INTERVAL_MS[shorter]],
  );
  const parts = new Map<string, Bar[]>();
  for (const { code, volume, ...prices } of found.rows) {
    const bars = parts.get(code) ?? [];
    bars.push({ ...prices, volume: Number(volume) });
    parts.set(code, bars);
  }
  return parts;
}
