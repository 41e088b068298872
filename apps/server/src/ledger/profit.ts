import type { ResultOf } from '@glasshouse/api/calls';
import { PROFIT_KINDS } from '@glasshouse/api/constants';
import { reasonsOf, STATEMENT_KINDS, type StatementKind } from '@glasshouse/rules/statement-kinds';
import type { Book } from '../kernel/core/types.ts';
import type { Pool } from '../platform/postgres.ts';
import type { CostFollower } from './cost-follow.ts';
import { costTotals, NOTHING_SOLD, totalKey } from './cost-reads.ts';

type ProfitTotals = ResultOf<'getProfitTotal'>;
export type ProfitKind = ProfitTotals[number]['kind'];

interface ProfitParts {
  /** Moves between user and house that count as a result: received less paid. */
  readonly results: readonly string[];
  /** Fees paid. */
  readonly fees: readonly string[];
}

/**
 * Kinds that trade coins, whose proceeds need a cost basis to be a profit: of loans, sold pledges.
 */
export const isOfCoins = (kind: StatementKind | ProfitKind): boolean =>
  kind === 'spot' || kind === 'convert' || kind === 'loans';

/**
 * How ledger lines count, from what products say of their reasons. Moves between a user's own
 * accounts (a stake held and returned, a margin) count as neither: they cancel out. The README has
 * the same table in words.
 */
export const COUNTED_REASONS: { readonly [Kind in StatementKind]: ProfitParts } = Object.fromEntries(
  (Object.keys(STATEMENT_KINDS) as StatementKind[]).map((kind) => [
    kind,
    {
      // What is traded knows the cost of what was sold.
      results: reasonsOf(kind, isOfCoins(kind) ? ['trade'] : ['result', 'income']),
      fees: reasonsOf(kind, ['fee', 'tradeFee', 'financing']),
    },
  ]),
) as Record<StatementKind, ProfitParts>;

/**
 * Lines that change what an account is worth and are no result: own money that came or went, what
 * was spent, and what the operator put right. Borrowed money is not among them: it is owed.
 */
export const CAPITAL_REASONS: readonly string[] = (Object.keys(STATEMENT_KINDS) as StatementKind[])
  .filter((kind) => kind !== 'loans')
  .flatMap((kind) => reasonsOf(kind, ['capital', 'spent', 'correction']));

/** Money that comes and goes is no result: it has no kind of profit. */
const isProfitKind = (kind: StatementKind): boolean => (PROFIT_KINDS as readonly string[]).includes(kind);
const COUNTED_KINDS = (Object.keys(STATEMENT_KINDS) as StatementKind[]).filter(isProfitKind);

export interface ProfitFilter {
  readonly userId: number;
  readonly book: Book;
  readonly kind?: ProfitKind | undefined;
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Most accounts of one user on a book: assets × kinds. */
const ACCOUNTS_MAX = 2_000;
const ROWS_MAX = 400;

/**
 * Realised totals by kind and asset. Coins traded by spot and convert also have a profit by average
 * cost, unless a long history is still being caught up with.
 */
export async function profitTotals(
  deps: { readonly pool: Pool; readonly follow: CostFollower },
  filter: ProfitFilter,
): Promise<ProfitTotals> {
  const { pool, follow } = deps;
  const wantsCost = filter.kind === undefined || isOfCoins(filter.kind);
  const isComplete = wantsCost && (await follow(filter));
  const totals = isComplete ? await costTotals(pool, filter) : undefined;
  const moved = await movedTotals(pool, filter);
  return moved.map((row) => {
    const hasCost = totals !== undefined && isOfCoins(row.kind) && row.asset !== 'USDT';
    return { ...row, averageCost: hasCost ? (totals.get(totalKey(row)) ?? NOTHING_SOLD) : null };
  });
}

/** Every reason that counts, of one kind or of all. */
export const countedReasons = (only?: ProfitKind) =>
  COUNTED_KINDS.filter((kind) => only === undefined || only === kind).flatMap((kind) => {
    const { results, fees } = COUNTED_REASONS[kind];
    return [
      ...results.map((reason) => ({ kind, reason, fee: false })),
      ...fees.map((reason) => ({ kind, reason, fee: true })),
    ];
  });

/**
 * Totals by kind and asset, in one aggregate over the user's postings in the time range, served by
 * the statement's index.
 */
async function movedTotals(pool: Pool, filter: ProfitFilter): Promise<Omit<ProfitTotals[number], 'averageCost'>[]> {
  const counted = countedReasons(filter.kind);
  const own = await ownAccounts(pool, filter);
  const { rows } = await pool.query<Omit<ProfitTotals[number], 'averageCost'>>(
    `select r.kind, p.asset,
            trim_scale(coalesce(sum(m.moved) filter (where not r.fee), 0))::text as realised,
            trim_scale(coalesce(-sum(m.moved) filter (where r.fee), 0))::text as fees,
            count(distinct p.ref)::int as orders
       from postings p
       join unnest($3::text[], $4::text[], $5::boolean[]) as r (kind, reason, fee) using (reason)
       cross join lateral (select case when p.to_id = any($6::bigint[]) then p.amount else 0 end
                                - case when p.from_id = any($6::bigint[]) then p.amount else 0 end as moved) m
      where p.user_id = $1 and p.user_id <> 0 and p.book = $2
        and p.seq >= (select case when $7::timestamptz is null then 0 else first_seq_at($7) end)
        and p.seq <= (select case when $8::timestamptz is null then ${Number.MAX_SAFE_INTEGER} else first_seq_at($8) - 1 end)
      group by r.kind, p.asset order by r.kind, p.asset limit ${ROWS_MAX}`,
    [
      filter.userId,
      filter.book,
      counted.map(({ kind }) => kind),
      counted.map(({ reason }) => reason),
      counted.map(({ fee }) => fee),
      own,
      filter.from,
      filter.to,
    ],
  );
  return rows;
}

export async function ownAccounts(pool: Pool, ownBook: { userId: number; book: Book }): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from accounts where owner = $1 and book = $2 order by id limit ${ACCOUNTS_MAX}`,
    [ownBook.userId, ownBook.book],
  );
  return rows.map(({ id }) => id);
}
