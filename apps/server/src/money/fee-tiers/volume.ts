import { VOLUME_DAYS } from '@glasshouse/rules/fee-tiers';
import type { Book } from '../../kernel/types.ts';
import type { Pool } from '../../platform/postgres.ts';

const DAY_MS = 86_400_000;

/**
 * Sources of traded volume: each query returns `user_id, book, day, volume` (USDT) of what was
 * traded from $1 until $2, both midnight UTC. To add a product, add its query and an index on the
 * time it asks for.
 */
export interface VolumeSource {
  readonly product: string;
  readonly sql: string;
}

export const VOLUME_SOURCES: readonly VolumeSource[] = [
  {
    // The stake of settled orders; void ones were not traded.
    product: 'options',
    sql: `select user_id, book, (settled_at at time zone 'utc')::date as day, sum(stake) as volume from option_orders
           where settled_at >= $1 and settled_at < $2 and state = 'settled' group by 1, 2, 3`,
  },
  {
    // The notional of every opening and closing, at the quote rate frozen on the position.
    product: 'contracts',
    sql: `select o.user_id, o.book, (s.at at time zone 'utc')::date as day,
                 trunc(sum(s.lots * o.lot_size * s.points * o.quote_rate / power(10::numeric, o.precision)), 8) as volume
            from contract_steps s join contract_orders o on o.id = s.order_id
           where s.at >= $1 and s.at < $2 and s.kind in ('opened', 'partClosed', 'closed', 'liquidated')
             and s.lots is not null and s.points is not null
           group by 1, 2, 3`,
  },
  {
    // Each side of a trade, with its quote amount. One not in USDT counts at its coin's last price
    // when the day is counted; a coin without a price counts nothing.
    product: 'spot',
    sql: `select f.user_id, f.book, (f.at at time zone 'utc')::date as day,
                 trunc(sum(f.amount * case when o.quote = 'USDT' then 1
                   else coalesce(h.mid / power(10::numeric, (t.terms->>'precision')::int), 0) end), 8) as volume
            from spot_fills f join spot_orders o on o.id = f.order_id
            left join convert_terms t on t.asset = o.quote
            left join tape_heads h on h.code = t.terms->>'code'
           where f.at >= $1 and f.at < $2 group by 1, 2, 3`,
  },
  {
    product: 'convert',
    sql: `select user_id, book, (at at time zone 'utc')::date as day, sum(value_usdt) as volume from convert_fills
           where at >= $1 and at < $2 group by 1, 2, 3`,
  },
];

export const dayOf = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;
const dateText = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** The first day that counts at `at`: 30 whole days, and the current one. */
export const windowStart = (at: number): number => dayOf(at) - VOLUME_DAYS * DAY_MS;

/**
 * Brings the days up to date, from the last one counted, which was not over then. A day that is
 * over when counted is never read again: except for the first run, a run costs at most what was
 * traded since yesterday.
 */
export async function countVolume(pool: Pool, at: number, sources = VOLUME_SOURCES): Promise<void> {
  const first = windowStart(at);
  const { rows } = await pool.query<{ last: string | null }>(
    `select to_char(max(day), 'YYYY-MM-DD') as last from traded_volume where day <= $1::date`,
    [dateText(dayOf(at))],
  );
  const last = rows[0]?.last ?? null;
  // The day before as well: an order of its last moments may have been written after that run.
  const from = last === null ? first : Math.max(first, Date.parse(last) - DAY_MS);
  for (let day = from; day <= dayOf(at); day += DAY_MS) {
    for (const { product, sql } of sources) {
      await pool.query(
        `insert into traded_volume (user_id, book, day, product, volume)
         select user_id, book, day, $3, volume from (${sql}) traded
         on conflict (user_id, book, day, product) do update set volume = excluded.volume
          where traded_volume.volume <> excluded.volume`,
        [new Date(day), new Date(day + DAY_MS), product],
      );
    }
  }
  await pool.query('delete from traded_volume where day < $1::date', [dateText(first)]);
}

/** One user's volume on the book within the window, in USDT: at most 31 days, a row per product. */
export async function volumeOf(pool: Pool, of: { userId: number; book: Book; at: number }): Promise<string> {
  const { rows } = await pool.query<{ volume: string }>(
    `select trim_scale(coalesce(sum(volume), 0))::text as volume from traded_volume
      where user_id = $1 and book = $2 and day >= $3::date`,
    [of.userId, of.book, dateText(windowStart(of.at))],
  );
  return rows[0]?.volume ?? '0';
}
