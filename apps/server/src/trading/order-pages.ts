import { selectList } from '../kernel/core/postgres-store.ts';
import type { Book, TableSpec } from '../kernel/core/types.ts';
import type { PageRequest } from '../platform/paging.ts';
import type { Pool } from '../platform/postgres.ts';

export interface OrdersFilter {
  readonly userId: number;
  readonly book: Book;
  readonly states?: readonly string[] | undefined;
  readonly code?: string | undefined;
}

/** A cursor into orders is the id of the last one shown. */
export const ORDERS_CURSOR_PARTS = 1;

/**
 * A user's orders on one book, newest first, one row more than the page shows. The table has the
 * columns common to all products' orders (id, user_id, book, code, state, placed_at, settled_by),
 * an index of the live ones, and one of all with their code. An order has the number of the entry
 * that placed it, so a range of time is one of numbers. Orders of an instrument are found in the
 * index alone: `offset 0` keeps the database from reading the rows of all others.
 */
export async function orderRows<Row>(
  pool: Pool,
  source: { readonly spec: TableSpec; readonly liveStates: readonly string[] },
  filter: OrdersFilter,
  page: PageRequest,
): Promise<Row[]> {
  const { table } = source.spec;
  // The index of live orders serves a list of live ones, however long the user's history.
  const live = filter.states?.every((state) => source.liveStates.includes(state)) === true;
  const range = [
    page.from === null ? '' : 'and id >= (select first_seq_at($6))',
    page.to === null ? '' : 'and id < (select first_seq_at($7))',
  ];
  const own = `user_id = $1 and book = $2 and id < $3 ${range.join(' ')}`;
  const found =
    live || filter.code === undefined
      ? `${table} where ${own} ${live ? 'and settled_by is null' : ''} and ($5::text is null or code = $5)`
      : `(select id as found from ${table} where ${own} and code = $5 order by id desc) listed
         cross join lateral (select * from ${table} where id = listed.found offset 0) orders where true`;
  const { rows } = await pool.query(
    `select ${selectList(source.spec)} from ${found}
       and ($4::text[] is null or state = any($4))
       and ($6::timestamptz is null or placed_at >= $6) and ($7::timestamptz is null or placed_at < $7)
     order by id desc limit $8`,
    [
      filter.userId,
      filter.book,
      page.after?.[0] ?? Number.MAX_SAFE_INTEGER,
      filter.states ?? null,
      filter.code ?? null,
      page.from,
      page.to,
      page.limit + 1,
    ],
  );
  return rows as Row[];
}

/** One order of the user, on either book; undefined when it is not theirs or does not exist. */
export async function ownOrderRow<Row>(
  pool: Pool,
  spec: TableSpec,
  key: { userId: number; id: number },
): Promise<Row | undefined> {
  const { rows } = await pool.query(`select ${selectList(spec)} from ${spec.table} where id = $1 and user_id = $2`, [
    key.id,
    key.userId,
  ]);
  return rows[0] as Row | undefined;
}
