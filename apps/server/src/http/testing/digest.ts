import type { Pool } from '../../platform/postgres.ts';

/** Where money and orders are. The log is not among them: it keeps refusals, too. */
const TABLES = [
  'accounts',
  'postings',
  'option_orders',
  'contract_orders',
  'contract_steps',
  'spot_orders',
  'spot_fills',
  'spot_trades',
  'convert_quotes',
  'convert_orders',
  'convert_fills',
  'price_alerts',
] as const;

/** Changes when any balance, posting, order or alert does. */
export async function digestOf(pool: Pool): Promise<string> {
  const parts = TABLES.map(
    (table) => `(select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from ${table} t) as ${table}`,
  );
  const { rows } = await pool.query<Record<string, string>>(`select ${parts.join(', ')}`);
  return JSON.stringify(rows[0]);
}
