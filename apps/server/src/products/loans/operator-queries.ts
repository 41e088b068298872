import type { Language } from '@glasshouse/api/constants';
import type { OperatorQueryOf, OperatorResultOf } from '@glasshouse/api/operator/calls';
import { LOAN_CHECKS } from '@glasshouse/api/operator/calls/loans';
import { startOfDay, utcDay } from '@glasshouse/rules/loans';
import {
  type Amount,
  amountOf,
  formatAmount,
  formatPoints,
  formatRate,
  ratioCeil,
  ZERO,
} from '@glasshouse/rules/money';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { selectList } from '../../kernel/core/postgres-store.ts';
import { PERSON_COLUMNS, type PersonColumns, personOf, prefixed } from '../../money/funding/operator-reads.ts';
import { readParameters } from '../../money/funding/parameters.ts';
import { valueInUsdt } from '../../money/funding/value.ts';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { debtOn, owedOn } from './loan-effects.ts';
import { isKycEnough, isPledgeEnough, isWithinLimit, type Prices, pledgeValue } from './pledge.ts';
import { contextOf, type Reads } from './queries.ts';
import { LOANS_TABLE, type Loan } from './rows.ts';
import { isRunning } from './slice.ts';
import { loanView } from './view.ts';

type Case = OperatorResultOf<'getLoanCase'>;
type Item = OperatorResultOf<'listLoanQueue'>['items'][number];
type Row = Loan & PersonColumns & { readonly request: number | null; readonly identity: Item['identity'] };
export const QUEUE_CURSOR_PARTS = 2;
const RELATED_MAX = 20;

const CONDITIONS = {
  waiting: `l.state = 'pending'`,
  running: `l.state in ('repaying', 'expired')`,
  overdue: `l.state = 'expired'`,
  warned: 'l.warned_at is not null and l.closed_at is null',
  all: 'true',
} as const;

const REQUEST = `select r.id from operator_requests r where r.state = 'waiting' and r.user_id = l.user_id
    and r.type = 'loans.review' and (r.body ->> 'id')::bigint = l.id`;

const SELECT = `select ${prefixed(selectList(LOANS_TABLE), 'l')}, ${PERSON_COLUMNS},
    case when k.full_state = 'verified' and k.basic_state = 'verified' then 'full'
         when k.basic_state = 'verified' then 'basic' else 'none' end as identity,
    (${REQUEST} limit 1) as request
  from loans l join users u on u.id = l.user_id left join kyc_states k on k.user_id = l.user_id`;

const DUE = `coalesce((extract(epoch from l.review_by) * 1000)::bigint, 0)`;

export async function queuePage(reads: Reads, filter: OperatorQueryOf<'listLoanQueue'>, page: PageRequest) {
  const queue = filter.queue ?? (filter.userId === undefined && filter.q === undefined ? 'waiting' : 'all');
  const isWaiting = queue === 'waiting';
  const [due = 0, id = isWaiting ? 0 : Number.MAX_SAFE_INTEGER] = page.after ?? [];
  const { rows } = await reads.pool.query<Row>(
    `${SELECT} where ${CONDITIONS[queue]}
       and ${isWaiting ? `(${DUE}, l.id) > ($1, $2)` : '$1::bigint is not null and l.id < $2'}
       and ($3::bigint is null or l.user_id = $3) and ($4::text is null or l.id::text = $4)
     order by ${isWaiting ? `${DUE}, l.id` : 'l.id desc'} limit $5`,
    [due, id, filter.userId ?? null, filter.q ?? null, page.limit + 1],
  );
  const view = await itemView(reads);
  return pageOf(rows, page.limit, view, (row) => [isWaiting ? (row.review_by ?? 0) : 0, row.id]);
}

export async function loanRow(pool: Pool, id: number): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>(`${SELECT} where l.id = $1`, [id]);
  return rows[0];
}

/** What is told to the owner of a loan, beside the payout and the answers to what they did. */
const TOLD = ['reminded', 'overdue', 'collected', 'partCollected', 'warned', 'covered', 'sold', 'soldAndRepaid'];

async function itemView({ pool, now }: Reads): Promise<(row: Row) => Item> {
  const settings = await readParameters(pool, 'loan.two_person_usdt');
  const limit = amountOf(settings['loan.two_person_usdt']);
  return (row) => {
    const dueAt = row.review_by ?? (row.due_day === null ? null : startOfDay(row.due_day));
    return {
      id: row.id,
      user: personOf(row),
      amount: row.amount,
      principal: row.closed_at === null ? row.principal : '0',
      termDays: row.term_days,
      state: row.state,
      identity: row.identity,
      createdAt: isoTime(row.placed_at),
      dueAt: dueAt === null ? null : isoTime(dueAt),
      isOverdue: row.state === 'expired' || (row.review_by !== null && row.closed_at === null && row.review_by < now()),
      warnedAt: row.warned_at === null ? null : isoTime(row.warned_at),
      needsSecondPerson: limit < amountOf(row.amount),
      request: row.request,
      owed: formatAmount(isRunning(row) ? owedOn(row, utcDay(now())) : ZERO),
      daysOverdue: row.state === 'expired' && row.due_day !== null ? Math.max(0, utcDay(now()) - row.due_day) : 0,
      told: toldOf(row),
    };
  };
}

type PoolFigures = Omit<OperatorResultOf<'getLendingPool'>, 'returns'>;

export async function poolFigures(pool: Pool, day: number): Promise<PoolFigures> {
  const { rows } = await pool.query<PoolFigures>(
    `select (select coalesce(trim_scale(sum(a.balance)), 0)::text from accounts a
              where a.owner = 0 and a.book = 'real' and a.asset = 'USDT' and a.kind = 'pool.lending') as available,
            coalesce(trim_scale(sum(amount) filter (where state = 'pending')), 0)::text as waiting,
            coalesce(trim_scale(sum(principal) filter (where state in ('repaying', 'expired'))), 0)::text as lent,
            coalesce(trim_scale(sum(principal) filter (where state = 'expired' or (state = 'repaying' and due_day < $1))), 0)::text as overdue,
            coalesce(trim_scale(sum(paid_interest)), 0)::text as earned,
            count(*) filter (where state in ('repaying', 'expired'))::int as loans
       from loans`,
    [day],
  );
  return rows[0] as PoolFigures;
}

function toldOf({ steps }: Row): Item['told'] {
  const last = steps.findLast(({ step }) => TOLD.includes(step));
  return last === undefined ? null : { step: last.step as NonNullable<Item['told']>['step'], at: isoTime(last.at) };
}

/** Coins of the pledge with their last prices. */
function pledgeOf(row: Row, prices: Prices): Case['pledge'] {
  return row.collateral.map(({ asset, amount }) => {
    const tick = prices[asset];
    const value = valueInUsdt(asset, amountOf(amount), tick ?? null);
    return {
      symbol: asset,
      amount,
      price: tick === undefined ? null : formatPoints(tick.mid, tick.precision),
      value: value === null ? null : formatAmount(value),
    };
  });
}

/** What a review would find now, in the order of its refusals. */
function checksOf(row: Row, funds: { value: Amount | undefined; pool: Amount; balance: Amount | undefined }) {
  if (row.state !== 'pending') return [];
  const amount = amountOf(row.amount);
  const passes: Readonly<Record<Case['checks'][number]['check'], boolean>> = {
    standing: row.user_status === 'active',
    identity: isKycEnough(row, row.identity),
    limit: funds.balance !== undefined && isWithinLimit(row, funds.balance),
    pledge: funds.value !== undefined && isPledgeEnough(row, funds.value),
    pool: amount <= funds.pool,
  };
  return LOAN_CHECKS.map((check) => ({ check, passes: passes[check] }));
}

/** Everything that decides a request; `balance` is the value of the person's real book now. */
export async function loanCase(
  reads: Reads,
  row: Row,
  reader: { readonly language: Language; readonly balance: Amount | undefined },
): Promise<Case> {
  const { pool, now } = reads;
  const userId = row.user_id;
  const [context, item, figures, { rows: earlier }] = await Promise.all([
    contextOf(reads, { userId, language: reader.language }, [row]),
    itemView(reads),
    poolFigures(pool, utcDay(now())),
    pool.query<Row>(`${SELECT} where l.user_id = $1 and l.id <> $2 order by l.id desc limit ${RELATED_MAX}`, [
      userId,
      row.id,
    ]),
  ]);
  const value = pledgeValue(row.collateral, context.prices);
  const debt = isRunning(row) ? debtOn(row, utcDay(now())) : amountOf(row.amount);
  return {
    item: item(row),
    loan: loanView(row, context),
    balanceValue: row.balance_value,
    balanceNow: reader.balance === undefined ? null : formatAmount(reader.balance),
    limitRate: row.limit_rate,
    agreementLanguage: row.language as Language,
    pledge: pledgeOf(row, context.prices),
    pledgeValue: value === undefined ? null : formatAmount(value),
    pledgeShare: value === undefined || value === ZERO ? null : formatRate(ratioCeil(debt, value)),
    checks: checksOf(row, { value, pool: amountOf(figures.available), balance: reader.balance }),
    earlier: earlier.map(item),
  };
}

/** How many wait for a person, since when, and until when. */
export async function loansWaiting(pool: Pool) {
  const { rows } = await pool.query<{
    waiting: number;
    cases: number;
    oldest: number | null;
    due: number | null;
  }>(
    `select count(*)::int as waiting, count(*) filter (where not exists (${REQUEST}))::int as cases,
            (extract(epoch from min(placed_at)) * 1000)::bigint as oldest,
            (extract(epoch from min(review_by)) * 1000)::bigint as due
       from loans l where state = 'pending'`,
  );
  const [row] = rows;
  return { waiting: row?.waiting ?? 0, cases: row?.cases ?? 0, oldestAt: row?.oldest ?? null, dueAt: row?.due ?? null };
}
