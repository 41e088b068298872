import type { ResultOf } from '@glasshouse/api/calls';
import type { Language } from '@glasshouse/api/constants';
import { SHIPPED } from '../../figures/figures.ts';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { selectList } from '../../kernel/core/postgres-store.ts';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { type OwnFilter, ownRow, ownRows } from '../funding/own-rows.ts';
import type { BankAccount, PrivateDetails } from '../funding/private-details.ts';
import { linesOf } from '../funding/timeline.ts';
import {
  BOOK_TABLE,
  type BookAddress,
  LOCKS_TABLE,
  WITHDRAWALS_TABLE,
  type Withdrawal,
  type WithdrawalLock,
} from './rows.ts';
import { labelKey, type ViewContext, type WithdrawalView, withdrawalView } from './view.ts';

export const WITHDRAWALS_CURSOR_PARTS = 1;

export interface Reads {
  readonly pool: Pool;
  readonly details: PrivateDetails;
}

type Reader = { readonly userId: number; readonly language: Language };

/** The person's withdrawals, newest first. */
export async function withdrawalsOfUser(
  reads: Reads,
  filter: OwnFilter & Reader,
  page: PageRequest,
): Promise<ResultOf<'listWithdrawals'>> {
  const rows = await ownRows<Withdrawal>(reads.pool, WITHDRAWALS_TABLE, filter, page);
  const context = await contextOf(reads, filter, rows);
  return pageOf(
    rows,
    page.limit,
    (row) => withdrawalView(row, context),
    (row) => [row.id],
  );
}

/** One withdrawal of the person; undefined when it is not theirs. */
export async function ownWithdrawal(
  reads: Reads,
  query: Reader & { readonly id: number },
): Promise<WithdrawalView | undefined> {
  const rows = await ownRow<Withdrawal>(reads.pool, WITHDRAWALS_TABLE, query);
  const [row] = rows;
  return row === undefined ? undefined : withdrawalView(row, await contextOf(reads, query, rows));
}

export async function contextOf(reads: Reads, reader: Reader, rows: readonly Withdrawal[]): Promise<ViewContext> {
  const [lines, banks, book] = await Promise.all([
    linesOf(reads.pool, reader.userId, rows),
    reads.details.read<BankAccount>(rows.map(({ details }) => details)),
    bookRows(reads.pool, reader.userId),
  ]);
  const names = await reads.details.read<{ label: string }>(book.map(({ label }) => label));
  const labels = new Map(book.map((row) => [labelKey(row), names.get(row.label)?.label ?? '']));
  return { language: reader.language, lines, banks, labels };
}

async function bookRows(pool: Pool, userId: number): Promise<BookAddress[]> {
  const { rows } = await pool.query<BookAddress>(
    `select ${selectList(BOOK_TABLE)} from withdrawal_addresses where user_id = $1 and removed_at is null
      order by id limit ${SHIPPED['withdrawals.addressesMax']}`,
    [userId],
  );
  return rows;
}

/** Whether withdrawals go to the book only, as of now. */
export async function lockOf(pool: Pool, userId: number, now: number): Promise<ResultOf<'getWithdrawalTerms'>['lock']> {
  const { rows } = await pool.query<WithdrawalLock>(
    `select ${selectList(LOCKS_TABLE)} from withdrawal_locks where user_id = $1`,
    [userId],
  );
  const [row] = rows;
  const isLocked = row?.locked === true && (row.unlocks_at === null || now < row.unlocks_at);
  const unlocksAt = isLocked && row?.unlocks_at != null ? isoTime(row.unlocks_at) : null;
  return { isLocked, unlocksAt };
}

/** The person's address book with its lock. */
export async function addressBookOf(
  { pool, details }: Reads,
  userId: number,
  now: number,
): Promise<ResultOf<'listWithdrawalAddresses'>> {
  const rows = await bookRows(pool, userId);
  const names = await details.read<{ label: string }>(rows.map(({ label }) => label));
  const lock = await lockOf(pool, userId, now);
  return {
    items: rows.map((row) => ({
      id: row.id,
      symbol: row.asset,
      network: row.network as ResultOf<'addWithdrawalAddress'>['network'],
      address: row.address,
      label: names.get(row.label)?.label ?? '',
      usableAt: isoTime(row.usable_at),
      createdAt: isoTime(row.added_at),
    })),
    ...lock,
  };
}
