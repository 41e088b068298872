import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { amountOf, formatAmount } from '@glasshouse/rules/money';
import { keyOf } from '../../kernel/core/accounts.ts';
import type { Book } from '../../kernel/core/types.ts';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import type { LedgerAccount } from './accounts.ts';

type Postings = OperatorResultOf<'listLedgerPostings'>['page'];
export type LedgerPosting = Postings['items'][number];

/** Log sequence, and place in the entry. */
export const POSTINGS_CURSOR_PARTS = 2;
/**
 * Entries looked at for one page of a house account. The ledger has no index by account, because
 * every order would pay for it: a page of an account that is rarely used ends here, and the next
 * one goes on.
 */
const WINDOWS = [20_000, 200_000, 1_000_000] as const;
/** Postings of one log entry. */
export const ENTRY_POSTINGS_MAX = 2_000;

interface PostingRow {
  readonly seq: number;
  readonly idx: number;
  readonly at: number;
  readonly book: Book;
  readonly asset: string;
  readonly amount: string;
  readonly from_id: number;
  readonly from_owner: number;
  readonly from_kind: string;
  readonly from_balance: string;
  readonly to_id: number;
  readonly to_owner: number;
  readonly to_kind: string;
  readonly to_balance: string;
  readonly reason: string;
  readonly ref: string | null;
}

const COLUMNS = `p.seq, p.idx, p.at, p.book, p.asset, p.amount, p.from_id, p.from_balance, p.to_id, p.to_balance, p.reason,
  p.ref, f.owner as from_owner, f.kind as from_kind, t.owner as to_owner, t.kind as to_kind`;
const JOINS = 'join accounts f on f.id = p.from_id join accounts t on t.id = p.to_id';

const text = (amount: string): string => formatAmount(amountOf(amount));

const posting = (row: PostingRow): LedgerPosting => {
  const { book, asset } = row;
  return {
    seq: row.seq,
    idx: row.idx,
    at: new Date(row.at).toISOString(),
    book,
    asset,
    amount: text(row.amount),
    from: {
      id: row.from_id,
      name: keyOf({ owner: row.from_owner, kind: row.from_kind, book, asset }),
      after: text(row.from_balance),
    },
    to: {
      id: row.to_id,
      name: keyOf({ owner: row.to_owner, kind: row.to_kind, book, asset }),
      after: text(row.to_balance),
    },
    reason: row.reason,
    ref: row.ref,
  };
};

/** Postings of an account, newest first. */
export async function postingsOf(
  pool: Pool,
  filter: { readonly account: LedgerAccount; readonly reason?: string | undefined },
  page: PageRequest,
): Promise<Postings> {
  const { account, reason } = filter;
  const [seq = Number.MAX_SAFE_INTEGER, idx = 0] = page.after ?? [];
  const { rows: bounds } = await pool.query<{ first: number; last: number }>(
    `select case when $1::timestamptz is null then 1 else first_seq_at($1) end as first,
            case when $2::timestamptz is null then (select coalesce(max(seq), 0) from command_log)
                 else first_seq_at($2) - 1 end as last`,
    [page.from, page.to],
  );
  const { first, last } = bounds[0]!;
  const read = async (from: number, limit: number, before: readonly [number, number]): Promise<PostingRow[]> => {
    // A person's postings are found by their statement's index.
    const whose = account.owner === 0 ? '' : 'and p.user_id = $7 and p.book = $8';
    const values = [account.id, ...before, from, reason ?? null, limit];
    const { rows } = await pool.query<PostingRow>(
      `select ${COLUMNS} from (
         select * from postings p
          where (p.from_id = $1 or p.to_id = $1) and (p.seq, p.idx) < ($2::bigint, $3::integer) and p.seq >= $4
            and ($5::text is null or p.reason = $5 or starts_with(p.reason, $5 || '.')) ${whose}
          order by p.seq desc, p.idx desc limit $6) p ${JOINS} order by p.seq desc, p.idx desc`,
      account.owner === 0 ? values : [...values, account.owner, account.book],
    );
    return rows;
  };
  const start: readonly [number, number] = last < seq ? [last + 1, 0] : [seq, idx];
  if (account.owner !== 0) return cut(await read(first, page.limit + 1, start), page.limit);

  const rows: PostingRow[] = [];
  let before = start;
  for (const window of WINDOWS) {
    const from = Math.max(first, before[0] - window);
    rows.push(...(await read(from, page.limit + 1 - rows.length, before)));
    if (page.limit < rows.length || from <= first) return cut(rows, page.limit);
    before = [from, 0];
  }
  // Nothing more so far, but there is more to look at.
  const { items } = cut(rows, page.limit);
  return { items, next: before.join('_') };
}

const cut = (rows: readonly PostingRow[], limit: number): Postings =>
  pageOf(rows, limit, posting, (row) => [row.seq, row.idx]);

/** Postings of one log entry, in order. */
export async function postingsOfEntry(pool: Pool, seq: number): Promise<LedgerPosting[]> {
  const { rows } = await pool.query<PostingRow>(
    `select ${COLUMNS} from postings p ${JOINS} where p.seq = $1 order by p.idx limit ${ENTRY_POSTINGS_MAX}`,
    [seq],
  );
  return rows.map(posting);
}
