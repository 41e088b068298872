import { formatAmount } from '@glasshouse/rules/money';
import type { Pool } from '../../platform/postgres.ts';
import { amountOfUnits } from '../chain-amounts.ts';
import type { Network } from '../network.ts';
import type { BalanceReader } from './balance-reader.ts';

/** Addresses asked about at a time. */
const PAGE = 1_000;

/** What the published addresses of one network held when somebody last looked. */
export interface ChainBalance {
  readonly network: string;
  readonly asset: string;
  readonly balance: string;
  readonly addresses: number;
  readonly block: number;
  readonly at: number;
}

/**
 * Adds up what the published addresses hold at one block, and remembers it. `isStopping` ends a
 * look early, without a result: half a sum would be worse than an old one.
 */
export async function lookAtBalances(
  pool: Pool,
  { network, reader, isStopping }: { network: Network; reader: BalanceReader; isStopping: () => boolean },
): Promise<void> {
  const block = await reader.head();
  const sums = new Map(network.assets.map(({ asset }) => [asset, 0n]));
  let count = 0;
  for await (const addresses of publishedPages(pool, network)) {
    if (isStopping()) return;
    count += addresses.length;
    for (const [asset, units] of await reader.balances(addresses, block)) {
      sums.set(asset, (sums.get(asset) ?? 0n) + units);
    }
  }
  for (const { asset, decimals } of network.assets) {
    const { amount, dust } = amountOfUnits(sums.get(asset) ?? 0n, decimals);
    await pool.query(
      `insert into watch_balances (network, asset, balance, dust, addresses, block, looked_at)
       values ($1, $2, $3, $4, $5, $6, now())
       on conflict (network, asset) do update set balance = excluded.balance, dust = excluded.dust,
         addresses = excluded.addresses, block = excluded.block, looked_at = excluded.looked_at`,
      [network.name, asset, formatAmount(amount), String(dust), count, block],
    );
  }
}

/** For the reconciliation with the ledger. */
export async function readChainBalances(pool: Pool): Promise<readonly ChainBalance[]> {
  const { rows } = await pool.query<ChainBalance>(
    `select network, asset, trim_scale(balance)::text as balance, addresses, block, looked_at as at
     from watch_balances order by network, asset`,
  );
  return rows;
}

async function* publishedPages(pool: Pool, network: Network): AsyncGenerator<readonly string[]> {
  let last = 0;
  for (;;) {
    const { rows } = await pool.query<{ address: string; published_by: number }>(
      `select address, published_by from deposit_addresses
       where family = $1 and memo = '' and published_by > $2 order by published_by limit $3`,
      [network.family, last, PAGE],
    );
    if (0 < rows.length) yield rows.map(({ address }) => address);
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.published_by;
  }
}
