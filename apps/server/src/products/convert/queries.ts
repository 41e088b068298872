import type { ResultOf } from '@glasshouse/api/calls';
import { selectList } from '../../kernel/core/postgres-store.ts';
import type { Book } from '../../kernel/core/types.ts';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { type ConvertOrder, FILLS_TABLE, type Fill, type KeptTick, ORDERS_TABLE } from './rows.ts';
import { fillWire, orderWire } from './view.ts';

export type FillPage = ResultOf<'listConversions'>;

export const FILLS_CURSOR_PARTS = 1;

const COLUMNS = selectList(FILLS_TABLE);
const ORDER_COLUMNS = selectList(ORDERS_TABLE);

/**
 * The user's conversions on one book, newest first: those made, those that wait for their price and
 * those that were cancelled.
 */
export async function conversionsOf(
  pool: Pool,
  filter: { readonly userId: number; readonly book: Book },
  page: PageRequest,
): Promise<FillPage> {
  const before = page.after?.[0] ?? Number.MAX_SAFE_INTEGER;
  const values = [filter.userId, filter.book, before, page.from, page.to, page.limit + 1];
  // One statement: a conversion that is made between two of them would be in neither, or in both.
  const { rows } = await pool.query<{ fill: readonly Fill[] | null; waiting: readonly ConvertOrder[] | null }>(
    `with fills as (select ${COLUMNS} from convert_fills where user_id = $1 and book = $2 and id < $3
                       and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5)
                     order by id desc limit $6),
          orders as (select ${ORDER_COLUMNS} from convert_orders where user_id = $1 and book = $2 and id < $3
                       and state <> 'filled'
                       and ($4::timestamptz is null or placed_at >= $4) and ($5::timestamptz is null or placed_at < $5)
                     order by id desc limit $6)
     select (select json_agg(fills) from fills) as fill, (select json_agg(orders) from orders) as waiting`,
    values,
  );
  const made = (rows[0]?.fill ?? []).map((fill) => fillWire(fill));
  const waiting = (rows[0]?.waiting ?? []).map((order) => orderWire(order));
  const all = [...made, ...waiting].sort((left, right) => right.id - left.id).slice(0, page.limit + 1);
  return pageOf(
    all,
    page.limit,
    (shown) => shown,
    ({ id }) => [id],
  );
}

/** What the conversion follows from: log entries by number, and ticks. */
export interface FillSources {
  readonly seqs: readonly number[];
  readonly ticks: readonly { readonly code: string; readonly seq: number; readonly at?: number }[];
}

export async function sourcesOf(pool: Pool, fill: Fill): Promise<FillSources> {
  const { id, quote, filled_by } = fill;
  const own = present([fill.from_tick, fill.to_tick, fill.now_from, fill.now_to]);
  const isFirm = fill.band_rate !== null;
  if (filled_by === null) return { seqs: quote === null ? [id] : [quote, id], ticks: distinct(own) };
  const { rows } = await pool.query<Pick<ConvertOrder, 'first_by' | 'from_tick' | 'to_tick'>>(
    'select first_by, from_tick, to_tick from convert_orders where id = $1',
    [id],
  );
  const seen = isFirm ? [] : rows.flatMap(({ from_tick, to_tick }) => present([from_tick, to_tick]));
  const known = new Set(seen.map(({ code: instrument, seq }) => `${instrument}/${seq}`));
  // Where the price that made it did not follow the one that was seen, the one before it came late.
  const before = (isFirm ? present([fill.now_from, fill.now_to]) : own)
    .map(({ code: instrument, seq }) => ({ code: instrument, seq: seq - 1 }))
    .filter(({ code: instrument, seq }) => !known.has(`${instrument}/${seq}`));
  return {
    seqs: [id, ...rows.flatMap(({ first_by }) => first_by ?? []), filled_by],
    ticks: distinct([...own, ...seen, ...before]),
  };
}

const present = (ticks: readonly (KeptTick | null)[]): KeptTick[] => ticks.filter((tick) => tick !== null);

const distinct = <Tick extends { readonly code: string; readonly seq: number }>(ticks: readonly Tick[]): Tick[] => [
  ...new Map(ticks.map((tick) => [`${tick.code}/${tick.seq}`, tick])).values(),
];

/** One conversion of the user, on either book. */
export async function fillById(pool: Pool, key: { userId: number; id: number }): Promise<Fill | undefined> {
  const { rows } = await pool.query<Fill>(`select ${COLUMNS} from convert_fills where id = $1 and user_id = $2`, [
    key.id,
    key.userId,
  ]);
  return rows[0];
}
