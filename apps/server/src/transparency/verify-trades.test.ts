/**
 * However many trades there are, a page of them is in memory, and a wrong one is found wherever it
 * lies: in the middle of a page, at its borders, and at the very end.
 */
import type { QueryResult } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reader } from '../platform/paged-rows.ts';
import type { PoolClient } from '../platform/postgres.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { EvidenceFixture, USER } from './testing/evidence-fixture.ts';
import { checkTrades, verifyTrades } from './verify-trades.ts';

const PAGE = 10;
/** Each kind of trade so often, and a page is never full by chance. */
const COPIES = 57;
const FIRST_COPY = 1_000_001;

const database = withTestDatabase();
let fixture: EvidenceFixture;
const ids = { won: 0, contract: 0, spot: 0, conversion: 0 };

const spot = { code: 'BTCUSDT', price: null, quantity: null, amount: null, timeInForce: null };

/** Rows of a table under another number, with all that belongs to them. */
const copies = (table: string, column: string, id: number): string =>
  `insert into ${table} select (jsonb_populate_record(one, jsonb_build_object('${column}', ${FIRST_COPY - 1} + n))).*
     from ${table} one, generate_series(1, ${COPIES}) n where one.${column} = ${id}`;

beforeAll(async () => {
  fixture = await EvidenceFixture.start(database);
  const option = { code: 'BTCUSDT', direction: 'up', amount: '10', periodId: 30 };
  ids.won = await fixture.submit(USER, 'options.buy', option);
  ids.contract = await fixture.submit(USER, 'contracts.buy', {
    code: 'BTCUSDT',
    side: 'buy',
    type: 'market',
    lots: '2',
    leverage: 20,
  });
  await fixture.run(5);
  ids.spot = await fixture.submit(USER, 'spot.submit', { ...spot, side: 'buy', type: 'market', quantity: '2' });
  await fixture.run(60);
  await fixture.harness.tick(320_000, 1, 'ETHUSDT');
  ids.conversion = await fixture.submit(USER, 'convert.fill', {
    from: 'USDT',
    to: 'ETH',
    amount: '500',
    quoteId: null,
  });
  await fixture.harness.tick(320_010, 1, 'ETHUSDT');
  await fixture.submit(USER, 'contracts.close', { id: ids.contract, lots: '2' });
  await fixture.run(3);
  await fixture.submit(USER, 'options.buy', option);
  await fixture.harness.wait(40_000);
  await fixture.run(90);
  await fixture.sign();
  const { pool } = database;
  await pool.query(copies('option_orders', 'id', ids.won));
  await pool.query(copies('contract_orders', 'id', ids.contract));
  await pool.query(copies('contract_steps', 'order_id', ids.contract));
  await pool.query(copies('spot_orders', 'id', ids.spot));
  await pool.query(copies('spot_fills', 'order_id', ids.spot));
  await pool.query(copies('convert_fills', 'id', ids.conversion));
});
afterAll(() => fixture.stop());

interface Checked {
  readonly findings: readonly string[];
  readonly checked: object;
  /** Rows of the largest answer to a page of trades. */
  readonly most: number;
}

async function checked(sql?: string): Promise<Checked> {
  const client: PoolClient = await database.pool.connect();
  let most = 0;
  const reader = {
    query: async (...args: [string, unknown[]]) => {
      const result: QueryResult = await client.query(...args);
      if (/ from (\w+_)?(orders|fills|steps)/.test(args[0]) || args[0].startsWith('fetch'))
        most = Math.max(most, result.rows.length);
      return result;
    },
  } as Reader;
  try {
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    if (sql !== undefined) await client.query(sql);
    const report = await checkTrades(reader, { now: fixture.harness.now, pageRows: PAGE });
    const findings = report.findings.filter((finding) => !finding.startsWith('candles'));
    return { findings, checked: report.checked, most };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

it('all of them are looked at, ten at a time', async () => {
  expect(await checked()).toEqual({
    findings: [],
    checked: { options: COPIES + 1, contracts: COPIES + 1, spotOrders: COPIES + 1, conversions: COPIES + 1 },
    most: PAGE,
  });
  const whole = await verifyTrades(database.pool, { now: fixture.harness.now });
  expect(whole.checked).toMatchObject({ options: COPIES + 1 });
});

/** What is wrong, in which table, and what says so. */
const WRONGS = [
  ['an entry price', 'option_orders', 'id', 'entry_mid = entry_mid + 1', /its entry differs from tick/],
  ['an exit', 'option_orders', 'id', 'exit_bid = exit_bid - 1', /its exit differs from tick/],
  ['a gap', 'option_orders', 'id', `state = 'void', outcome = 'void', void_reason = 'gap'`, /no gap of the tape/],
  [
    'an order called never entered',
    'option_orders',
    'id',
    `entry_seq = null, entry_at = null, void_reason = 'tooFewTicks', outcome = 'void', state = 'void'`,
    /in time to be its entry/,
  ],
  ['a profit', 'contract_orders', 'id', 'realised = realised + 1', /its realised is/],
  ['a step', 'contract_steps', 'order_id', 'fee = coalesce(fee, 0) + 1', /fee/],
  ['the tick of a step', 'contract_steps', 'order_id', 'tick_mid = tick_mid + 1', /the tick of its step/],
  ['a filled amount', 'spot_orders', 'id', 'filled_amount = filled_amount + 1', /its filled amount should be/],
  ['a fill', 'spot_fills', 'order_id', 'fee = fee + 1', /fee should be/],
  ['the tick of a fill', 'spot_fills', 'order_id', 'tick_mid = tick_mid + 1', /the house's tick/],
  ['an amount received', 'convert_fills', 'id', 'receive = receive + 1', /its ticks make/],
  [
    'the tick of a conversion',
    'convert_fills',
    'id',
    `to_tick = jsonb_set(to_tick, '{mid}', to_jsonb((to_tick ->> 'mid')::bigint + 1))`,
    /its price of ETHUSDT, tick/,
  ],
] as const;

describe.each(WRONGS)('%s that is wrong', (_name, table, column, change, sentence) => {
  it.each([1, 5, 9, 10, 11, 20, 21, 50, COPIES])('is found at place %i', async (place) => {
    const id = FIRST_COPY - 1 + place;
    const { findings } = await checked(`update ${table} set ${change} where ${column} = ${id}`);
    expect(findings.join('\n')).toMatch(sentence);
    for (const finding of findings) expect(finding).toContain(` ${id}:`);
  });
});

it('steps and fills of no order are told', async () => {
  const { findings } = await checked(
    `delete from contract_orders where id = ${FIRST_COPY + 20}; delete from spot_orders where id = ${FIRST_COPY + 30}`,
  );
  expect(findings.join('\n')).toMatch(/contracts: \d+ steps belong to no order.*spot: \d+ fills belong to no order/s);
});
