import { FEE_DAYS } from '@glasshouse/rules/fee-tiers';
import type { Book } from '../../kernel/core/types.ts';
import type { Pool, PoolClient } from '../../platform/postgres.ts';
import { type Decision, inTransaction, keep } from '../../platform/transaction.ts';

const DAY_MS = 86_400_000;

/**
 * Sources of what was traded: each query returns `user_id, book, day, volume, fees` (USDT) of the
 * log entries after $1 up to $2, which lie between the times $3 and $4; fees since the book was
 * last reset. To add a product, add its query and an index on the time it asks for. Sums are exact:
 * points are multiplied by a power of ten, never divided.
 */
export interface VolumeSource {
  readonly product: string;
  readonly sql: string;
}

export const VOLUME_SOURCES: readonly VolumeSource[] = [
  {
    // The stake of settled orders; void ones were not traded.
    product: 'options',
    sql: `select user_id, book, (settled_at at time zone 'utc')::date as day, sum(stake) as volume,
                 sum(fee) filter (where settled_at > coalesce(r.at, '-infinity')) as fees
            from option_orders left join fee_resets r using (user_id, book)
           where settled_at between $3 and $4 and settled_by > $1 and settled_by <= $2 and state = 'settled'
           group by 1, 2, 3`,
  },
  {
    // The notional of every opening and closing, at the quote rate frozen on the position.
    product: 'contracts',
    sql: `select o.user_id, o.book, (s.at at time zone 'utc')::date as day,
                 sum(s.lots * o.lot_size * s.points * o.quote_rate * power(10::numeric, -o.precision)) as volume,
                 sum(s.fee) filter (where s.at > coalesce(r.at, '-infinity')) as fees
            from contract_steps s join contract_orders o on o.id = s.order_id
            left join fee_resets r on r.user_id = o.user_id and r.book = o.book
           where s.at between $3 and $4 and s.seq > $1 and s.seq <= $2
             and s.kind in ('opened', 'partClosed', 'closed', 'liquidated')
             and s.lots is not null and s.points is not null
           group by 1, 2, 3`,
  },
  {
    // Each side of a trade, with its quote amount. One not in USDT counts at its coin's last price
    // when it is counted; a coin without a price counts nothing.
    product: 'spot',
    sql: `select f.user_id, f.book, (f.at at time zone 'utc')::date as day,
                 sum(f.amount * case when o.quote = 'USDT' then 1
                   else coalesce(h.mid * power(10::numeric, -(t.terms->>'precision')::int), 0) end) as volume,
                 sum(f.fee * case when f.fee_asset = 'USDT' then 1
                   else coalesce(h.mid * power(10::numeric, -(t.terms->>'precision')::int), 0) end)
                   filter (where f.at > coalesce(r.at, '-infinity')) as fees
            from spot_fills f left join fee_resets r on r.user_id = f.user_id and r.book = f.book
             join spot_orders o on o.id = f.order_id
            left join lateral (select terms from convert_terms where asset = o.quote order by version desc limit 1) t on true
            left join tape_heads h on h.code = t.terms->>'code'
           where f.at between $3 and $4 and f.seq > $1 and f.seq <= $2 group by 1, 2, 3`,
  },
  {
    product: 'convert',
    sql: `select user_id, book, (at at time zone 'utc')::date as day, sum(value_usdt) as volume, 0 as fees from convert_fills
           where at between $3 and $4 and coalesce(filled_by, id) > $1 and coalesce(filled_by, id) <= $2 group by 1, 2, 3`,
  },
  {
    // What went on to an inviter was not kept: a tier is never paid for with the money that came
    // back to a friend, or to another account of the same person.
    product: 'referrals',
    sql: `select friend as user_id, 'real' as book, (at at time zone 'utc')::date as day, 0 as volume, -sum(reward) as fees
            from referral_rewards where at between $3 and $4 and seq > $1 and seq <= $2 group by 1, 3`,
  },
];

export const dayOf = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;
const dateText = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** The first day that counts at `at`: 30 whole days, and the current one. */
export const windowStart = (at: number): number => dayOf(at) - FEE_DAYS * DAY_MS;

/** Log entries counted in one transaction: the database is never busy with this for long. */
const ENTRIES_AT_ONCE = 100_000;

/**
 * Counts what the log has since the last run, each entry once: the cursor moves on in the
 * transaction that counts. A run costs what was traded since the one before, whatever its day.
 */
export async function countVolume(pool: Pool, at: number, sources = VOLUME_SOURCES): Promise<void> {
  const first = windowStart(at);
  let isMore = true;
  while (isMore) isMore = await inTransaction(pool, (client) => countNext(client, new Date(first), sources));
  await pool.query('delete from traded_volume where day < $1::date', [dateText(first)]);
}

/** The next entries; whether there may be more. */
async function countNext(
  client: PoolClient,
  first: Date,
  sources: readonly VolumeSource[],
): Promise<Decision<boolean>> {
  // Cursor, log, trades and resets of one moment. Of two runs at once the second one fails.
  await client.query('set transaction isolation level repeatable read');
  await client.query(
    'insert into volume_cursor (seq, at) values (greatest(first_seq_at($1) - 1, 0), $1) on conflict do nothing',
    [first],
  );
  const { rows } = await client.query<{ after: number; since: number; through: number; until: number }>(
    `select c.seq as after, c.at as since, e.seq as through, e.at as until from volume_cursor c
      cross join lateral (select seq, at from command_log where seq > c.seq and seq = coalesce(
        (select max(seq) from command_log where seq > c.seq and seq <= c.seq + ${ENTRIES_AT_ONCE}),
        (select min(seq) from command_log where seq > c.seq))) e
        for update of c`,
  );
  const [span] = rows;
  if (span === undefined) return keep(false);
  const { after, through } = span;
  const since = new Date(span.since);
  const until = new Date(span.until);
  // All that is counted so far was paid before these resets.
  await client.query(
    `update traded_volume t set fees = 0 from fee_resets r
      where r.user_id = t.user_id and r.book = t.book and r.at >= $1 and t.day <= (r.at at time zone 'utc')::date`,
    [since],
  );
  for (const { product, sql } of sources) {
    await client.query(
      `insert into traded_volume (user_id, book, day, product, volume, fees)
       select user_id, book, day, $5, volume, coalesce(fees, 0) from (${sql}) traded
       on conflict (user_id, book, day, product) do update
          set volume = traded_volume.volume + excluded.volume, fees = traded_volume.fees + excluded.fees`,
      [after, through, since, until, product],
    );
  }
  await client.query('update volume_cursor set seq = $1, at = $2', [through, until]);
  return keep(true);
}

/** Days that count for a user: within the window, and not before the book was last reset. */
export const COUNTED_DAY = `day >= greatest($2::date, coalesce((select (r.at at time zone 'utc')::date from fee_resets r
  where r.user_id = traded_volume.user_id and r.book = traded_volume.book), $2::date))`;

/** One user's fees on the book within the window, in USDT: at most 31 days, a row per product. */
export async function feesOf(pool: Pool, query: { userId: number; book: Book; at: number }): Promise<string> {
  const { rows } = await pool.query<{ fees: string }>(
    `select trim_scale(trunc(coalesce(sum(fees), 0), 8))::text as fees from traded_volume
      where user_id = $1 and book = $3 and ${COUNTED_DAY}`,
    [query.userId, dateText(windowStart(query.at)), query.book],
  );
  return rows[0]?.fees ?? '0';
}
