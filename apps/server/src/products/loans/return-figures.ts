import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { RETURN_LATEST_MAX, RETURN_MONTHS_MAX, RETURN_PEOPLE_MAX } from '@glasshouse/api/operator/calls/loans';
import { WITHDRAWAL_DAYS } from '@glasshouse/rules/loans';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { PERSON_COLUMNS, type PersonColumns, personOf } from '../../money/funding/operator-reads.ts';
import type { Pool } from '../../platform/postgres.ts';

type Returns = OperatorResultOf<'getLendingPool'>['returns'];
type Sums = Returns['total'];

const dayOf = (column: string): string => `floor(extract(epoch from ${column}) / 86400)::int`;

/**
 * Loans that were held over a midnight, ended by the last day of the right, and paid no interest.
 * What was owed at each midnight follows from the repayments in the ledger: each part of the
 * principal was out until the day on which it was paid. Interest is what `accrueTo` counted on it.
 */
const RETURNED = `returned as (
    select l.id, l.user_id, l.amount, l.closed_at, ${dayOf('l.closed_at')} - l.start_day as days, p.amount_days, p.interest
      from loans l cross join lateral (
        select sum(p.amount * (${dayOf('p.at')} - l.start_day)) as amount_days,
               sum(p.amount * greatest(0, ${dayOf('p.at')} - l.start_day - (l.terms ->> 'freeDays')::int))
                 * (l.terms ->> 'dailyRate')::numeric as interest
          from postings p
         where p.user_id = l.user_id and p.user_id <> 0 and p.book = l.book and p.ref = l.id::text
           and p.reason = 'loans.principal' and l.id <= p.seq) p
     where l.state = 'repaid' and l.paid_interest = 0 and l.closed_at is not null
       and ${dayOf('l.closed_at')} - l.start_day between 1 and least(${WITHDRAWAL_DAYS}, l.term_days - 1)
  ), sums as (
    select *, case when mod(interest * 1e8, 1) = 0.5 and mod(trunc(interest * 1e8), 2) = 0
                   then trunc(interest, 8) else round(interest, 8) end as forgone
      from returned
  )`;

const SUMS = `count(*)::int as count, coalesce(trim_scale(sum(amount_days)), 0)::text as "amountDays",
  coalesce(trim_scale(sum(forgone)), 0)::text as forgone`;

/** What the pool lent for nothing by the right of fourteen days, from loans and ledger. */
export async function freeReturns(pool: Pool): Promise<Returns> {
  const [total, months, people, latest] = await Promise.all([
    pool.query<Sums>(`with ${RETURNED} select ${SUMS} from sums`),
    pool.query<Sums & { month: string }>(
      `with ${RETURNED} select to_char(closed_at at time zone 'UTC', 'YYYY-MM') as month, ${SUMS}
         from sums group by 1 order by 1 desc limit ${RETURN_MONTHS_MAX}`,
    ),
    pool.query<Sums & PersonColumns>(
      `with ${RETURNED}, most as (
         select user_id, count(*) as returns, sum(forgone) as lost, ${SUMS} from sums
          group by user_id order by returns desc, lost desc, user_id limit ${RETURN_PEOPLE_MAX})
       select m.count, m."amountDays", m.forgone, u.id as user_id, ${PERSON_COLUMNS}
         from most m join users u on u.id = m.user_id order by m.returns desc, m.lost desc, m.user_id`,
    ),
    pool.query<
      Omit<Returns['latest'][number], 'user' | 'returnedAt'> & PersonColumns & { readonly returned_at: number }
    >(
      `with ${RETURNED}
       select l.id, l.days, trim_scale(l.amount)::text as amount, trim_scale(l.amount_days)::text as "amountDays",
              trim_scale(l.forgone)::text as forgone, (extract(epoch from l.closed_at) * 1000)::bigint as returned_at,
              u.id as user_id, ${PERSON_COLUMNS}
         from sums l join users u on u.id = l.user_id order by l.closed_at desc, l.id desc limit ${RETURN_LATEST_MAX}`,
    ),
  ]);
  const sumsOf = ({ count, amountDays, forgone }: Sums): Sums => ({ count, amountDays, forgone });
  return {
    days: WITHDRAWAL_DAYS,
    total: sumsOf(total.rows[0] as Sums),
    months: months.rows.map(({ month, ...row }) => ({ month, ...sumsOf(row) })),
    people: people.rows.map((row) => ({ user: personOf(row), ...sumsOf(row) })),
    latest: latest.rows.map(({ id, days, amount, amountDays, forgone, returned_at: at, ...row }) => ({
      id,
      user: personOf(row),
      returnedAt: isoTime(at),
      days,
      amount,
      amountDays,
      forgone,
    })),
  };
}
