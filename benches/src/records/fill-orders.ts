import { createClient } from '@glasshouse/server/platform/postgres';
import { READER } from './fill.ts';

export interface OrderTable {
  readonly table: string;
  /** The state of nearly all. */
  readonly ended: string;
  /** The state of one in a hundred thousand. */
  readonly rare: string;
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** What columns hold that the lists neither filter nor order by. */
const FILLERS: { readonly [type: string]: string } = {
  bigint: '1',
  integer: '1',
  numeric: '1.25',
  boolean: 'false',
  text: `'x'`,
  jsonb: `'{}'`,
  'timestamp with time zone': `timestamptz '2025-01-01'`,
};
/** As the statement is filled: an entry each minute. */
const STARTED = '2025-01-01';
/** A list for the same numbers in each run: nobody's order has the number of another one's. */
const OTHERS = 1_000;

/**
 * Orders of one person among those of a thousand others, by number: the entries of the statement
 * and beyond. Checks of the table are dropped: a row has values in the columns that lists read,
 * and fillers of usual size in the others.
 */
export async function fillOrders(
  url: string,
  { table, ended, rare }: OrderTable,
  { own, all }: { readonly own: number; readonly all: number },
): Promise<void> {
  const client = createClient(url, 'bench');
  await client.connect();
  try {
    const { rows: columns } = await client.query<Column>(
      `select column_name as name, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = $1 and is_nullable = 'NO' and is_generated = 'NEVER'`,
      [table],
    );
    const { rows: checks } = await client.query<{ name: string }>(
      `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
      [table],
    );
    for (const { name } of checks) await client.query(`alter table ${table} drop constraint ${name}`);
    const every = Math.max(1, Math.round(all / own));
    const values: { readonly [column: string]: string } = {
      id: 'n',
      user_id: `case when n % ${every} = 0 then ${READER} else ${READER} + 1 + n % ${OTHERS} end`,
      book: `'real'`,
      code: `case when n / ${every} % 100000 = 500 then 'XTZUSDT' else (array['BTCUSDT','ETHUSDT','SOLUSDT'])[1 + n / ${every} % 3] end`,
      state: `case when n / ${every} % 100000 = 700 then '${rare}' else '${ended}' end`,
      placed_at: `timestamptz '${STARTED}' + n * interval '60 s'`,
      settled_by: 'n + 1',
    };
    const named = [...new Set([...columns.map(({ name }) => name), 'settled_by'])];
    const fillers = new Map(columns.map(({ name, type }) => [name, FILLERS[type] ?? `'x'`]));
    const list = named.map((name) => values[name] ?? fillers.get(name));
    await client.query(
      `insert into ${table} (${named.join(', ')}) select ${list.join(', ')} from generate_series(1::bigint, ${all}) n`,
    );
    await client.query(`vacuum (analyze) ${table}`);
  } finally {
    await client.end();
  }
}
