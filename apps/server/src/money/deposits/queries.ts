import type { ResultOf } from '@glasshouse/api/calls';
import type { Language } from '@glasshouse/api/constants';
import { holdsOf } from '../../kyc-levels/queries.ts';
import { type CallAnswer, done } from '../../platform/call.ts';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { type OwnFilter, ownRow, ownRows } from '../funding/own-rows.ts';
import { linesOf } from '../funding/timeline.ts';
import { DEPOSITS_TABLE, type Deposit } from './rows.ts';
import { type DepositView, depositView, stepsWith } from './view.ts';

export const DEPOSITS_CURSOR_PARTS = 1;

/** The person's deposits, newest first. */
export async function depositsOfUser(
  pool: Pool,
  filter: OwnFilter & { readonly language: Language },
  page: PageRequest,
): Promise<ResultOf<'listDeposits'>> {
  const rows = await ownRows<Deposit>(pool, DEPOSITS_TABLE, filter, page);
  const { holds, lines } = await factsOf(pool, filter.userId, rows);
  return pageOf(
    rows,
    page.limit,
    (row) => depositView(row, { language: filter.language, lines, hold: holds.get(row.id) }),
    (row) => [row.id],
  );
}

/** Holds of deposits, and the ledger lines of all their steps. */
async function factsOf(pool: Pool, userId: number, rows: readonly Deposit[]) {
  const holds = await holdsOf(
    pool,
    rows.map(({ id }) => id),
  );
  const withHolds = rows.map((row) => ({ id: row.id, steps: stepsWith(row, holds.get(row.id)) }));
  return { holds, lines: await linesOf(pool, userId, withHolds) };
}

/** One deposit of the person; undefined when it is not theirs. */
export async function ownDeposit(
  pool: Pool,
  query: { readonly userId: number; readonly id: number; readonly language: Language },
): Promise<DepositView | undefined> {
  const rows = await ownRow<Deposit>(pool, DEPOSITS_TABLE, query);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { holds, lines } = await factsOf(pool, query.userId, rows);
  return depositView(row, { language: query.language, lines, hold: holds.get(row.id) });
}

export type PublishedAddress = {
  readonly address: string;
  readonly memo: string;
  readonly publishedAt: number;
  readonly seq: number;
};

/**
 * The latest address of the person, if it is the one wanted: a page that is looked at again costs
 * no command.
 */
export async function publishedAddress(
  pool: Pool,
  userId: number,
  published: { readonly family: string; readonly address: string; readonly memo: string },
): Promise<CallAnswer<PublishedAddress> | undefined> {
  const { rows } = await pool.query<PublishedAddress & { user_id: number }>(
    `select address, memo, (extract(epoch from published_at) * 1000)::bigint as "publishedAt", published_by as seq
       from deposit_addresses where family = $1 and user_id = $2 order by published_by desc limit 1`,
    [published.family, userId],
  );
  const [row] = rows;
  return row?.address === published.address && row.memo === published.memo ? done(row) : undefined;
}
