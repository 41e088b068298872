import type { ResultOf } from '@glasshouse/api/calls';
import type { Language } from '@glasshouse/api/constants';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { type OwnFilter, ownRow, ownRows } from '../funding/own-rows.ts';
import { linesOf } from '../funding/timeline.ts';
import { DEPOSITS_TABLE, type Deposit } from './rows.ts';
import { type DepositView, depositView } from './view.ts';

export const DEPOSITS_CURSOR_PARTS = 1;

/** The person's deposits, newest first. */
export async function depositsOfUser(
  pool: Pool,
  filter: OwnFilter & { readonly language: Language },
  page: PageRequest,
): Promise<ResultOf<'listDeposits'>> {
  const rows = await ownRows<Deposit>(pool, DEPOSITS_TABLE, filter, page);
  const lines = await linesOf(pool, filter.userId, rows);
  return pageOf(
    rows,
    page.limit,
    (row) => depositView(row, { language: filter.language, lines }),
    (row) => [row.id],
  );
}

/** One deposit of the person; undefined when it is not theirs. */
export async function ownDeposit(
  pool: Pool,
  of: { readonly userId: number; readonly id: number; readonly language: Language },
): Promise<DepositView | undefined> {
  const rows = await ownRow<Deposit>(pool, DEPOSITS_TABLE, of);
  const [row] = rows;
  if (row === undefined) return undefined;
  return depositView(row, { language: of.language, lines: await linesOf(pool, of.userId, rows) });
}
