import { expect, it } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';
import { heldInstruments } from './held-instruments.ts';

const database = withTestDatabase();

/** Tables of the session with only the columns that are read stand before those of the schema. */
const TABLES = `
  create temp table option_orders (code text, settled_by bigint);
  create temp table contract_orders (code text, settled_by bigint);
  create temp table spot_orders (code text, settled_by bigint);
  create temp table price_alerts (code text, closed_by bigint);
  create temp table convert_quotes (from_asset text, to_asset text, closed_by bigint);
  create temp table convert_orders (from_asset text, to_asset text, state text);
  create temp table accounts (owner bigint, asset text, kind text, balance numeric)`;

it('finds what is open, and coins of people wherever they lie, but nothing that ended', async () => {
  const client = await database.pool.connect();
  try {
    await client.query(TABLES);
    await client.query(`
      insert into option_orders values ('AAPL', null), ('MSFT', 9);
      insert into contract_orders values ('CHFJPY', null), ('ZC', 9);
      insert into spot_orders values ('SOLETH', null), ('BNBETH', 9);
      insert into price_alerts values ('PL', null), ('HG', 9);
      insert into convert_quotes values ('USDT', 'XMR', null), ('USDT', 'ZEC', 9);
      insert into convert_orders values ('KAVA', 'USDT', 'waiting'), ('EOS', 'USDT', 'filled');
      insert into accounts values (1001, 'BAT', 'available', 0.00000001), (1001, 'YFI', 'collateral', 2),
        (1001, 'ZRX', 'plan', 1), (1001, 'UMA', 'available', 0), (0, 'LRC', 'pool.liquidity', 5)`);
    expect([...(await heldInstruments(client))].sort()).toEqual(
      ['AAPL', 'BATUSDT', 'CHFJPY', 'KAVAUSDT', 'PL', 'SOLETH', 'USDTUSDT', 'XMRUSDT', 'YFIUSDT', 'ZRXUSDT'].sort(),
    );
  } finally {
    client.release(true);
  }
});

it('reads the tables of the schema', async () => {
  expect(await heldInstruments(database.pool)).toEqual(new Set());
});
