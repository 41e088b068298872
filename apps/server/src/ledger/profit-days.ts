import type { ResultOf } from '@glasshouse/api/calls';
import { type Amount, add, amountOf, formatAmount, subtract, ZERO } from '@glasshouse/rules/money';
import { dayText, type LocalDays } from '@glasshouse/rules/time-zone';
import type { Book } from '../kernel/core/types.ts';
import type { PageRequest } from '../platform/paging.ts';
import type { Pool } from '../platform/postgres.ts';
import type { CostFollower } from './cost-follow.ts';
import { countedReasons, isOfCoins, ownAccounts, type ProfitKind } from './profit.ts';

type ProfitDays = ResultOf<'listProfitDays'>;
type DayView = ProfitDays['items'][number];
type ProductView = DayView['products'][number];

/** A cursor is the number of the last day that was looked at. */
export const DAYS_CURSOR_PARTS = 1;
/** Products and assets of all days of a page. */
const ROWS_MAX = 20_000;

interface UserBook {
  readonly userId: number;
  readonly book: Book;
}

export interface DaysDeps {
  readonly pool: Pool;
  readonly follow: CostFollower;
  readonly days: LocalDays;
}

/**
 * Profit by day and product, newest first. A page looks at as many days as it has items, from the
 * newest day with a posting on; days without a result are left out.
 */
export async function profitDays(deps: DaysDeps, ownBook: UserBook, page: PageRequest): Promise<ProfitDays> {
  const { pool, follow, days } = deps;
  const before = page.after?.[0];
  const span = await postedBetween(pool, ownBook, before === undefined ? null : new Date(days.startOf(before)));
  if (span === undefined) return { items: [], next: null };
  const last = days.dayOf(span.newest);
  const first = last - page.limit + 1;
  const starts = Array.from({ length: page.limit + 1 }, (_, index) => new Date(days.startOf(first + index)));
  const isComplete = await follow(ownBook);
  const [moved, sold] = await Promise.all([movedByDay(pool, ownBook, starts), soldByDay(pool, ownBook, starts)]);

  const items: DayView[] = [];
  for (let day = last; first <= day; day -= 1) {
    const slot = day - first + 1;
    const products = moved
      .filter((row) => row.slot === slot)
      .map((row) => productView(row, isComplete ? (sold.get(`${slot} ${row.kind}`) ?? ZERO) : undefined));
    if (0 < products.length) items.push({ day: dayText(day), net: together(products), products });
  }
  return { items, next: days.dayOf(span.oldest) < first ? String(first) : null };
}

interface MovedRow {
  readonly slot: number;
  readonly kind: ProfitKind;
  readonly asset: string;
  readonly realised: string;
  readonly fees: string;
  readonly orders: number;
}

function productView(row: MovedRow, sold: Amount | undefined): ProductView {
  const { kind, asset, realised, fees, orders } = row;
  if (!isOfCoins(kind)) {
    return { kind, asset, realised, fees, net: formatAmount(subtract(amountOf(realised), amountOf(fees))), orders };
  }
  // Interest is paid beside the sale of a pledge; a trade's fees are in its cost and proceeds.
  const paid = kind === 'loans' ? amountOf(fees) : ZERO;
  return {
    kind,
    asset,
    realised: null,
    fees: kind === 'loans' ? fees : null,
    net: sold === undefined ? null : formatAmount(subtract(sold, paid)),
    orders,
  };
}

function together(products: readonly ProductView[]): string | null {
  let sum: Amount = ZERO;
  for (const { asset, net } of products) {
    if (asset !== 'USDT') continue;
    if (net === null) return null;
    sum = add(sum, amountOf(net));
  }
  return formatAmount(sum);
}

/** When the first and the last of the person's postings before a moment were made. */
async function postedBetween(
  pool: Pool,
  ownBook: UserBook,
  before: Date | null,
): Promise<{ oldest: number; newest: number } | undefined> {
  const { rows } = await pool.query<{ oldest: number | null; newest: number | null }>(
    `with range as (select case when $3::timestamptz is null then ${Number.MAX_SAFE_INTEGER}
                                else first_seq_at($3) - 1 end as last)
     select (select (extract(epoch from at) * 1000)::bigint from postings, range
              where user_id = $1 and user_id <> 0 and book = $2 and seq <= last order by seq, idx limit 1) as oldest,
            (select (extract(epoch from at) * 1000)::bigint from postings, range
              where user_id = $1 and user_id <> 0 and book = $2 and seq <= last
              order by seq desc, idx desc limit 1) as newest`,
    [ownBook.userId, ownBook.book, before],
  );
  const { oldest, newest } = rows[0] ?? { oldest: null, newest: null };
  return oldest === null || newest === null ? undefined : { oldest, newest };
}

/** Sums by day and product; those of coins in one row each, since their cost decides. */
async function movedByDay(pool: Pool, ownBook: UserBook, starts: readonly Date[]): Promise<MovedRow[]> {
  const counted = countedReasons();
  const own = await ownAccounts(pool, ownBook);
  const { rows } = await pool.query<MovedRow>(
    `select width_bucket(p.at, $8::timestamptz[]) as slot, r.kind, case when r.coins then 'USDT' else p.asset end as asset,
            trim_scale(coalesce(sum(m.moved) filter (where not r.fee), 0))::text as realised,
            trim_scale(coalesce(-sum(m.moved) filter (where r.fee), 0))::text as fees,
            count(distinct p.ref)::int as orders
       from postings p
       join unnest($3::text[], $4::text[], $5::boolean[], $6::boolean[]) as r (kind, reason, fee, coins) using (reason)
       cross join lateral (select case when p.to_id = any($7::bigint[]) then p.amount else 0 end
                                - case when p.from_id = any($7::bigint[]) then p.amount else 0 end as moved) m
      where p.user_id = $1 and p.user_id <> 0 and p.book = $2
        and p.seq between first_seq_at($9) and first_seq_at($10) - 1
      group by 1, 2, 3 order by 1, 2, 3 limit ${ROWS_MAX}`,
    [
      ownBook.userId,
      ownBook.book,
      counted.map(({ kind }) => kind),
      counted.map(({ reason }) => reason),
      counted.map(({ fee }) => fee),
      counted.map(({ kind }) => isOfCoins(kind)),
      own,
      starts,
      starts[0],
      starts.at(-1),
    ],
  );
  return rows;
}

/** Profit of the coins sold, by `slot kind`. */
async function soldByDay(pool: Pool, ownBook: UserBook, starts: readonly Date[]): Promise<ReadonlyMap<string, Amount>> {
  const { rows } = await pool.query<{ slot: number; kind: string; profit: string }>(
    `select width_bucket(at, $3::timestamptz[]) as slot, kind, sum(value - cost)::text as profit
       from cost_steps
      where user_id = $1 and book = $2 and quantity < 0 and kind <> 'other'
        and seq between first_seq_at($4) and first_seq_at($5) - 1
      group by 1, 2 limit ${ROWS_MAX}`,
    [ownBook.userId, ownBook.book, starts, starts[0], starts.at(-1)],
  );
  return new Map(rows.map(({ slot, kind, profit }) => [`${slot} ${kind}`, amountOf(profit)]));
}
