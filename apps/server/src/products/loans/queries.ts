import type { ResultOf } from '@glasshouse/api/calls';
import type { Language } from '@glasshouse/api/constants';
import { utcDay } from '@glasshouse/rules/loans';
import { type Amount, add, ZERO } from '@glasshouse/rules/money';
import { selectList } from '../../kernel/core/postgres-store.ts';
import type { Book } from '../../kernel/core/types.ts';
import { type OwnFilter, ownRow, ownRows } from '../../money/funding/own-rows.ts';
import { linesOf, timelineOf } from '../../money/funding/timeline.ts';
import { coinMarket, type PriceTick, USDT } from '../../money/funding/value.ts';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { owedOn } from './loan-effects.ts';
import type { Prices } from './pledge.ts';
import { LOAN_STEPS_TABLE, LOANS_TABLE, type Loan, type LoanStep } from './rows.ts';
import { type LoanView, loanView, type StepName, type ViewContext } from './view.ts';

export const LOANS_CURSOR_PARTS = 1;
/** Entry, and place among the loan's steps in it. */
export const STEPS_CURSOR_PARTS = 2;

export interface Reads {
  readonly pool: Pool;
  readonly now: () => number;
  /** The last price of an instrument in points, and its decimals. */
  readonly midOf: (code: string) => { readonly mid: number; readonly precision: number } | undefined;
}
export type Reader = { readonly userId: number; readonly language: Language };

/** The person's loans, newest first. */
export async function loansOfUser(
  reads: Reads,
  filter: OwnFilter & Reader,
  page: PageRequest,
): Promise<ResultOf<'listLoans'>> {
  const rows = await ownRows<Loan>(reads.pool, LOANS_TABLE, filter, page);
  const context = await contextOf(reads, filter, rows);
  return pageOf(
    rows,
    page.limit,
    (row) => loanView(row, context),
    (row) => [row.id],
  );
}

/** One loan of the person; undefined when it is not theirs. */
export async function ownLoanView(
  reads: Reads,
  query: Reader & { readonly id: number },
): Promise<LoanView | undefined> {
  const rows = await ownRow<Loan>(reads.pool, LOANS_TABLE, query);
  const [row] = rows;
  return row === undefined ? undefined : loanView(row, await contextOf(reads, query, rows));
}

/** Steps of a loan in their order, from behind one of them on. */
export async function stepsOfLoan(
  pool: Pool,
  id: number,
  { after, limit }: { readonly after?: readonly number[] | undefined; readonly limit: number },
): Promise<LoanStep[]> {
  const { rows } = await pool.query<LoanStep>(
    `select ${selectList(LOAN_STEPS_TABLE)} from loan_steps
      where loan_id = $1 and (seq, idx) > ($2, $3) order by seq, idx limit $4`,
    [id, after?.[0] ?? 0, after?.[1] ?? 0, limit],
  );
  return rows;
}

interface OfLoan {
  /** The borrower. */
  readonly userId: number;
  readonly id: number;
}

/** A page of the steps of a person's loan, oldest first; undefined when it is not theirs. */
export async function ownSteps(
  { pool }: Reads,
  key: OfLoan,
  page: PageRequest,
): Promise<ResultOf<'listLoanSteps'> | undefined> {
  const [loan] = await ownRow<Loan>(pool, LOANS_TABLE, key);
  return loan === undefined ? undefined : stepsPage(pool, key, page);
}

/** The same of a loan that is known to be this borrower's. */
export async function stepsPage(pool: Pool, key: OfLoan, page: PageRequest): Promise<ResultOf<'listLoanSteps'>> {
  const steps = await stepsOfLoan(pool, key.id, { after: page.after, limit: page.limit + 1 });
  const lines = await linesOf(pool, key.userId, [{ id: key.id, steps }]);
  return pageOf(
    steps,
    page.limit,
    (step) => timelineOf<StepName>([step], lines, [])[0] as ResultOf<'listLoanSteps'>['items'][number],
    ({ seq, idx }) => [seq, idx],
  );
}

export async function contextOf(reads: Reads, reader: Reader, rows: readonly Loan[]): Promise<ViewContext> {
  const lines = await linesOf(reads.pool, reader.userId, rows);
  return { language: reader.language, lines, prices: shownPrices(reads, rows), now: reads.now() };
}

/** USDT that paying back the person's open loans would take today, interest included. */
export async function loansOwed(
  pool: Pool,
  query: { readonly userId: number; readonly book: Book; readonly now: number },
): Promise<Amount> {
  const { rows } = await pool.query<Loan>(
    `select ${selectList(LOANS_TABLE)} from ${LOANS_TABLE.table}
      where user_id = $1 and book = $2 and started_at is not null and closed_at is null`,
    [query.userId, query.book],
  );
  const day = utcDay(query.now);
  return rows.reduce((sum, loan) => add(sum, owedOn(loan, day)), ZERO);
}

/** Last prices of pledged coins; for what is shown the mid is enough. */
function shownPrices({ midOf, now }: Reads, rows: readonly Loan[]): Prices {
  const prices: { [asset: string]: PriceTick } = {};
  for (const { asset } of rows.flatMap(({ collateral }) => collateral)) {
    const code = coinMarket(asset);
    const found = asset === USDT ? undefined : midOf(code);
    if (found === undefined) continue;
    const { mid, precision } = found;
    prices[asset] = { code, precision, seq: 0, bid: mid, ask: mid, mid, at: now() };
  }
  return prices;
}
