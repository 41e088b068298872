import { pricedBy } from '../ledger/valuation.ts';
import type { Pool } from '../platform/postgres.ts';
import { MODULES } from './modules.ts';

/** Tables whose live rows wait for prices of one instrument. */
const OF_INSTRUMENTS = ['option_orders', 'contract_orders', 'spot_orders', 'price_alerts'];
/** Tables whose live rows convert one asset into another. */
const OF_ASSETS = ['convert_quotes', 'convert_orders'];

/** The condition for rows that a start loads. */
function liveIn(table: string): string {
  const spec = MODULES.flatMap((module) => module.tables).find((candidate) => candidate.table === table);
  if (spec === undefined) throw new Error(`no module has the table ${table}`);
  return spec.live;
}

const INSTRUMENTS = OF_INSTRUMENTS.map((table) => `select code from ${table} where ${liveIn(table)}`).join(' union ');
const ASSETS = [
  'select asset from accounts where owner <> 0 and balance > 0',
  ...OF_ASSETS.map(
    (table) => `select unnest(array[from_asset, to_asset]) as asset from ${table} where ${liveIn(table)}`,
  ),
].join(' union ');

/**
 * The instruments that somebody needs to get out: those of open orders, positions and alerts, and
 * the markets of coins that people have: free, in an order, in a plan or pledged. To be read while
 * no core writes.
 */
export async function heldInstruments(pool: Pick<Pool, 'query'>): Promise<ReadonlySet<string>> {
  const instruments = await pool.query<{ code: string }>(INSTRUMENTS);
  const assets = await pool.query<{ asset: string }>(ASSETS);
  return new Set([...instruments.rows.map(({ code }) => code), ...assets.rows.map(({ asset }) => pricedBy(asset))]);
}
