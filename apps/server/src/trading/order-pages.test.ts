import { beforeAll, describe, expect, it } from 'vitest';
import type { PageRequest } from '../platform/paging.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { orderRows } from './order-pages.ts';

const database = withTestDatabase();
const OWNER = 1_001;
const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 0, 1);
const ORDERS = 300;
/** Entries up to here are in an archive; lines of the ledger stay. */
const ARCHIVED = 120;
const SPEC = {
  table: 'option_orders',
  key: ['id'],
  columns: { id: 'bigint', code: 'text', state: 'text' },
  live: 'settled_by is null',
} as const;

interface Row {
  readonly id: number;
  readonly code: string;
  readonly state: string;
}

/** An order a minute: every second is somebody else's, every tenth void, one in EURUSD. */
beforeAll(async () => {
  const { pool } = database;
  await pool.query(
    `insert into command_log (seq, command_id, user_id, type, code, at, entry, hash)
     select n, 'test:' || n, $1::bigint, 'options.buy', 200, to_timestamp($2 / 1000.0) + n * interval '1 min', 'x', sha256(int8send(n))
       from generate_series(${ARCHIVED + 1}::bigint, ${ORDERS}) n`,
    [OWNER, START],
  );
  await pool.query(
    `insert into postings (seq, idx, from_id, to_id, amount, from_balance, to_balance, reason, user_id, book, asset, at)
     select n, 0, 1, 2, 1, 1, 1, 'options.hold', $1::bigint + n % 2, 'real', 'USDT', to_timestamp($2 / 1000.0) + n * interval '1 min'
       from generate_series(1::bigint, ${ORDERS}) n`,
    [OWNER, START],
  );
  await pool.query(
    `insert into option_orders (id, user_id, book, code, asset, direction, stake, fee, profit, payout_rate, fee_rate,
       period_seconds, precision, gap_limit_ms, terms_version, state, outcome, placed_at, settled_by, settled_at, paid)
     select n, $1::bigint + n % 2, 'real', case when n = 42 then 'EURUSD' else 'BTCUSDT' end, 'USDT', 'up', 1, 0, 1, 0.9, 0,
            60, 2, 15000, 1, case when n % 10 = 0 then 'void' else 'settled' end, case when n % 10 = 0 then 'void' else 'win' end,
            to_timestamp($2 / 1000.0) + n * interval '1 min', n + 1, to_timestamp($2 / 1000.0) + (n + 1) * interval '1 min', 1
       from generate_series(1::bigint, ${ORDERS}) n`,
    [OWNER, START],
  );
});

const at = (minute: number): Date => new Date(START + minute * MINUTE_MS);
const FIRST: PageRequest = { after: undefined, limit: 5, from: null, to: null };

async function ids(
  filter: { readonly states?: readonly string[]; readonly code?: string },
  page: Partial<PageRequest> = {},
): Promise<number[]> {
  const source = { spec: SPEC, liveStates: ['waiting', 'open'] };
  const rows = await orderRows<Row>(
    database.pool,
    source,
    { userId: OWNER, book: 'real', ...filter },
    { ...FIRST, ...page },
  );
  return rows.map(({ id }) => id);
}

describe('lists of orders', () => {
  it.each<{ name: string; list: () => Promise<number[]>; expected: number[] }>([
    { name: 'newest first, one more than the page', list: () => ids({}), expected: [300, 298, 296, 294, 292, 290] },
    { name: 'after a cursor', list: () => ids({}, { after: [12] }), expected: [10, 8, 6, 4, 2] },
    { name: 'of one instrument', list: () => ids({ code: 'EURUSD' }), expected: [42] },
    { name: 'of an instrument in no order', list: () => ids({ code: 'XAUUSD' }), expected: [] },
    { name: 'of one state', list: () => ids({ states: ['void'] }), expected: [300, 290, 280, 270, 260, 250] },
    {
      name: 'of one instrument and state',
      list: () => ids({ code: 'BTCUSDT', states: ['void'] }, { after: [31] }),
      expected: [30, 20, 10],
    },
    { name: 'of live states', list: () => ids({ states: ['open'] }), expected: [] },
    {
      name: 'of a time, its end left out',
      list: () => ids({}, { from: at(200), to: at(206) }),
      expected: [204, 202, 200],
    },
    {
      name: 'of a time whose entries were archived',
      list: () => ids({}, { from: at(60), to: at(66) }),
      expected: [64, 62, 60],
    },
    {
      name: 'of an instrument at a time whose entries were archived',
      list: () => ids({ code: 'EURUSD' }, { from: at(40), to: at(44) }),
      expected: [42],
    },
    { name: 'of a time before everything', list: () => ids({}, { to: at(0) }), expected: [] },
  ])('$name', async ({ list, expected }) => {
    expect(await list()).toEqual(expected);
  });
});
