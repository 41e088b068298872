import type { ResultOf } from '@glasshouse/api/calls';
import { USER_ACCOUNT_KINDS } from '@glasshouse/api/constants';
import { type Amount, add, amountOf, formatAmount, subtract, ZERO } from '@glasshouse/rules/money';
import type { UserKind } from '../kernel/core/accounts.ts';
import type { Book } from '../kernel/core/types.ts';
import type { PageRequest } from '../platform/paging.ts';
import { pageOf } from '../platform/paging.ts';
import type { Pool } from '../platform/postgres.ts';
import { usdtOnly, type WorthOf } from './valuation.ts';

export type Balance = ResultOf<'listBalances'>['items'][number];
type StatementPage = ResultOf<'listStatement'>;

interface BalanceRow {
  readonly book: Book;
  readonly asset: string;
  readonly kind: string;
  readonly balance: string;
}

/** Most accounts one user can have: assets × books × kinds. */
const ROWS_MAX = 2_000;

/**
 * Balances by book and asset. `inOptions` are stakes and fees of unsettled options: part of the
 * hold, shown apart from what is held for other reasons.
 */
export async function balancesOf(
  pool: Pool,
  owner: { readonly userId: number; readonly book?: Book },
  worthOf: WorthOf = usdtOnly,
): Promise<Balance[]> {
  const { rows } = await pool.query<BalanceRow>(
    `select book, asset, kind, balance from accounts where owner = $1 and ($2::text is null or book = $2)
     union all
     select book, asset, 'inOptions', sum(stake + fee) from option_orders
      where user_id = $1 and settled_by is null and ($2::text is null or book = $2) group by book, asset
     order by book, asset limit ${ROWS_MAX}`,
    [owner.userId, owner.book ?? null],
  );
  const groups = new Map<string, { book: Book; asset: string; kinds: Map<string, Amount> }>();
  for (const { book, asset, kind, balance } of rows) {
    const key = `${book}/${asset}`;
    const group = groups.get(key) ?? { book, asset, kinds: new Map() };
    group.kinds.set(kind, amountOf(balance));
    groups.set(key, group);
  }
  return [...groups.values()].map(({ book, asset, kinds }) => balanceView({ book, asset, kinds, worthOf }));
}

export interface BalanceParts {
  readonly book: Book;
  readonly asset: string;
  readonly kinds: ReadonlyMap<string, Amount>;
  readonly worthOf: WorthOf;
}

/** One asset of a book, from its amounts by kind; missing kinds are zero. */
export function balanceView({ book, asset, kinds, worthOf }: BalanceParts): Balance {
  const amountIn = (kind: UserKind | 'inOptions'): Amount => kinds.get(kind) ?? ZERO;
  const total = USER_ACCOUNT_KINDS.reduce((sum, kind) => add(sum, amountIn(kind)), ZERO);
  const value = worthOf(asset, total);
  return {
    book,
    asset,
    ...amountsByKind(amountIn),
    held: formatAmount(subtract(amountIn('held'), amountIn('inOptions'))),
    inOptions: formatAmount(amountIn('inOptions')),
    total: formatAmount(total),
    valueUsdt: value === null ? null : formatAmount(value),
  };
}

/** A field for each kind of account: does not compile when balances have none for one. */
export const amountsByKind = (amountIn: (kind: UserKind) => Amount): Pick<Balance, UserKind> =>
  Object.fromEntries(USER_ACCOUNT_KINDS.map((kind) => [kind, formatAmount(amountIn(kind))])) as Pick<Balance, UserKind>;

export interface StatementFilter {
  readonly userId: number;
  readonly book: Book;
  readonly asset?: string | undefined;
  /** A reason, or the part before its dot: `options` stands for all of `options.*`. */
  readonly reason?: string | undefined;
  readonly ref?: string | undefined;
}

interface LineRow {
  readonly seq: number;
  readonly idx: number;
  /** 1: credit; 0: debit. */
  readonly side: 0 | 1;
  readonly at: number;
  readonly asset: string;
  readonly amount: string;
  readonly balance: string;
  readonly kind: UserKind;
  readonly other_owner: number;
  readonly other_kind: string;
  readonly reason: string;
  readonly ref: string | null;
}

/** Parts of a statement cursor: log sequence, position in it, side. */
export const STATEMENT_CURSOR_PARTS = 3;

/** What lines refer to has the number of the log entry that made it. */
const REFERENCE = /^[1-9][0-9]{0,14}$/;

/**
 * Lines of the user's own accounts, newest first, found in the index of statements alone:
 * `offset 0` hides from the database whose they are, which it would otherwise look for among
 * everybody's when somebody has a large share of all lines. A posting has a line for each own
 * account it touches, so limit + 2 postings from the cursor on are enough for a page and for
 * knowing whether there is a next one.
 */
export async function statementOf(pool: Pool, filter: StatementFilter, page: PageRequest): Promise<StatementPage> {
  const { first, last } = await entriesOf(pool, page);
  const [cursor = Number.MAX_SAFE_INTEGER, ...within] = page.after ?? [];
  const [seq, idx = 0, side = 0] = last < cursor ? [last + 1] : [cursor, ...within];
  // What refers to a log entry comes after it.
  const oldest = Math.max(first, REFERENCE.test(filter.ref ?? '') ? Number(filter.ref) : 0);
  const { rows } = await pool.query<LineRow>(
    `select p.seq, p.idx, s.side, p.at, p.asset, p.amount, own.kind,
            case s.side when 1 then p.to_balance else p.from_balance end as balance,
            other.owner as other_owner, other.kind as other_kind, p.reason, p.ref
       from (select $1::bigint as id, $2::text as book offset 0) who
       cross join lateral (
         select seq, idx from postings
          where user_id = who.id and user_id <> 0 and book = who.book and (seq, idx) <= ($3, $4) and seq >= $10
            and ($6::text is null or asset = $6) and ($7::text is null or reason = $7 or starts_with(reason, $7 || '.'))
            and ($8::text is null or ref = $8)
          order by seq desc, idx desc limit $9 + 2) found
       join postings p on p.seq = found.seq and p.idx = found.idx
       cross join (values (1), (0)) s (side)
       join accounts own on own.id = case s.side when 1 then p.to_id else p.from_id end and own.owner = $1
       join accounts other on other.id = case s.side when 1 then p.from_id else p.to_id end
      where (p.seq, p.idx, s.side) < ($3, $4, $5)
      order by p.seq desc, p.idx desc, s.side desc limit $9 + 1`,
    [
      filter.userId,
      filter.book,
      seq,
      idx,
      side,
      filter.asset ?? null,
      filter.reason ?? null,
      filter.ref ?? null,
      page.limit,
      oldest,
    ],
  );
  const line = (row: LineRow): StatementPage['items'][number] => {
    const amount = amountOf(row.amount);
    return {
      id: `${row.seq}.${row.idx}.${row.side}`,
      seq: row.seq,
      at: new Date(row.at).toISOString(),
      book: filter.book,
      asset: row.asset,
      account: row.kind,
      amount: formatAmount(row.side === 1 ? amount : (-amount as Amount)),
      balanceAfter: formatAmount(amountOf(row.balance)),
      counterparty: row.other_owner === 0 || row.other_owner === filter.userId ? row.other_kind : 'user',
      reason: row.reason,
      ref: row.ref,
    };
  };
  return pageOf(rows, page.limit, line, (row) => [row.seq, row.idx, row.side]);
}

/** Log entries of a time range: the index is by number, and newer lines are not read. */
async function entriesOf(pool: Pool, { from, to }: PageRequest): Promise<{ first: number; last: number }> {
  if (from === null && to === null) return { first: 0, last: Number.MAX_SAFE_INTEGER };
  const { rows } = await pool.query<{ first: number; last: number }>(
    `select case when $1::timestamptz is null then 0 else first_seq_at($1) end as first,
            case when $2::timestamptz is null then ${Number.MAX_SAFE_INTEGER} else first_seq_at($2) - 1 end as last`,
    [from, to],
  );
  return rows[0]!;
}

/** Sum of the balances that have a value, for the head of the page. */
export function totalUsdt(balances: readonly Balance[]): string {
  const known = balances.map((balance) => (balance.valueUsdt === null ? ZERO : amountOf(balance.valueUsdt)));
  return formatAmount(known.reduce(add, ZERO));
}
