import { LOSING_MONTHS, type RiskProduct } from '@glasshouse/api/risk-warning';
import { formatRate, type Rate } from '@glasshouse/rules/money';
import type { Book } from '../kernel/core/types.ts';
import type { Pool } from '../platform/postgres.ts';

/** Accounts with a result or fee of the product on the book, and those of them that lost. */
export interface LosingLine {
  readonly book: Book;
  readonly product: RiskProduct;
  readonly accounts: number;
  readonly losing: number;
}

/** First day of the month from which on results count. */
export function losingSince(now: number): string {
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - LOSING_MONTHS, 1);
  return since.toISOString().slice(0, 10);
}

/**
 * Accounts that lost over the period, fees included: what the risk warning says. `user_results` is
 * added up from the ledger; every account counts, guests too, with the sum of all of its months.
 */
export async function losingOf(pool: Pool, now: number): Promise<LosingLine[]> {
  const { rows } = await pool.query<LosingLine>(
    `select book, product, count(*) as accounts, count(*) filter (where result < 0) as losing
       from (select book, product, user_id, sum(result) as result from user_results
              where month >= $1::date group by book, product, user_id) one
      group by book, product order by book desc, product`,
    [losingSince(now)],
  );
  return rows;
}

/** Rounded to the nearest tenth of a per cent, as a warning says it. */
export const shareOf = ({ accounts, losing }: Pick<LosingLine, 'accounts' | 'losing'>): string | null =>
  accounts === 0 ? null : formatRate((BigInt(Math.round((losing * 1_000) / accounts)) * 100_000n) as Rate);
