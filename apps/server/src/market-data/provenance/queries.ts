import type { Pool } from '../../platform/postgres.ts';
import type { FeedInputs } from '../feeds/typed-inputs.ts';

/** Where prices came from between two log entries. */
export interface InputsBetween {
  /** The log entries that say so. */
  readonly seqs: readonly number[];
  /** Inputs through which prices could be typed then. */
  readonly inputs: readonly string[];
}

const CHANGES_MAX = 100;

/** What was in force at the first entry, and every change up to the last one. */
export async function inputsBetween(pool: Pool, first: number, last: number): Promise<InputsBetween> {
  const { rows } = await pool.query<{ seq: number; feeds: FeedInputs[] }>(
    `select seq, feeds from price_inputs
      where seq <= $2 and seq >= coalesce((select max(seq) from price_inputs where seq <= $1), 0)
      order by seq limit ${CHANGES_MAX}`,
    [first, last],
  );
  const inputs = rows.flatMap(({ feeds }) => feeds.flatMap((feed) => feed.inputs));
  return { seqs: rows.map(({ seq }) => seq), inputs: [...new Set(inputs)] };
}

/**
 * Inputs through which prices of these types of market could be typed at a moment; none from before
 * the log said so.
 */
export async function inputsAt(pool: Pool, query: { at: number; types: readonly string[] }): Promise<string[]> {
  const { rows } = await pool.query<{ feeds: FeedInputs[] }>(
    'select feeds from price_inputs where at <= to_timestamp($1 / 1000.0) order by seq desc limit 1',
    [query.at],
  );
  const feeds = (rows[0]?.feeds ?? []).filter(({ types }) => types.some((type) => query.types.includes(type)));
  return [...new Set(feeds.flatMap(({ inputs }) => inputs))];
}
