import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { Pool } from '../../platform/postgres.ts';

type Report = OperatorResultOf<'getReport'>;
export type ReportName = Report['name'];
export type ReportColumn = Report['columns'][number];

export interface ReportFilter {
  readonly book: 'demo' | 'real' | null;
  readonly from: Date | null;
  readonly to: Date | null;
}

interface ReportSpec {
  readonly columns: readonly ReportColumn[];
  /** A row of text for each line; `$1` book, `$2` from, `$3` to, each null for all. */
  readonly sql: string;
}

const column = (id: string, kind: ReportColumn['kind'] = 'text'): ReportColumn => ({ id, kind });
const amount = (id: string): ReportColumn => column(id, 'amount');
const number = (id: string): ReportColumn => column(id, 'number');
const day = column('day', 'day');

const DAYS = `($1::text is null or book = $1) and ($2::timestamptz is null or day >= ($2 at time zone 'UTC')::date)
  and ($3::timestamptz is null or day < (($3 at time zone 'UTC') + interval '1 day' - interval '1 millisecond')::date)`;
const money = (sql: string): string => `trim_scale(coalesce(${sql}, 0))::text`;

/** Of loans, what is earned: principal only comes and goes, and a pledge stays its owner's. */
const EARNED_OF_LOANS = "'loans.interest', 'loans.sale', 'loans.proceeds'";

/** A credit that was taken back, or sent back, is no withdrawal. */
const IS_PAYOUT = `(reason not in ('deposit.reversed', 'deposit.returned'))`;

/** Reports are made of what the ledger has added up by day, so that a year is as quick as a day. */
export const REPORT_SPECS: Readonly<Record<ReportName, ReportSpec>> = {
  movements: {
    columns: [
      day,
      column('book'),
      column('asset'),
      amount('deposits'),
      number('depositCount'),
      amount('withdrawals'),
      number('withdrawalCount'),
      amount('returned'),
      number('returnedCount'),
      amount('wentBack'),
      number('wentBackCount'),
      amount('net'),
    ],
    sql: `select day::text, book, asset,
                 ${money(`sum(amount) filter (where from_kind = 'external' and reason <> 'withdrawal.returned')`)} as deposits,
                 coalesce(sum(moves) filter (where from_kind = 'external' and reason <> 'withdrawal.returned'), 0)::text as deposit_count,
                 ${money(`sum(amount) filter (where to_kind = 'external' and ${IS_PAYOUT})`)} as withdrawals,
                 coalesce(sum(moves) filter (where to_kind = 'external' and ${IS_PAYOUT}), 0)::text as withdrawal_count,
                 ${money(`sum(amount) filter (where reason = 'withdrawal.returned')`)} as returned,
                 coalesce(sum(moves) filter (where reason = 'withdrawal.returned'), 0)::text as returned_count,
                 ${money(`sum(amount) filter (where not ${IS_PAYOUT})`)} as went_back,
                 coalesce(sum(moves) filter (where not ${IS_PAYOUT}), 0)::text as went_back_count,
                 ${money(`sum(case from_kind when 'external' then amount else -amount end)`)} as net
            from ledger_days
           where ${DAYS} and ((from_kind = 'external' and to_kind = 'user') or (from_kind = 'user' and to_kind = 'external'))
           group by day, book, asset order by ledger_days.day desc, book, asset`,
  },
  fees: {
    columns: [day, column('book'), column('asset'), column('reason'), amount('fees'), number('count')],
    sql: `select day::text, book, asset, reason, ${money('sum(amount)')} as fees, sum(moves)::text as count
            from ledger_days where ${DAYS} and to_kind = 'fees'
           group by day, book, asset, reason order by ledger_days.day desc, book, asset, reason`,
  },
  profit: {
    columns: [
      day,
      column('book'),
      column('asset'),
      column('product'),
      amount('received'),
      amount('paid'),
      amount('fees'),
      amount('net'),
    ],
    sql: `select day::text, book, asset, split_part(reason, '.', 1) as product,
                 ${money(`sum(amount) filter (where from_kind = 'user' and to_kind <> 'fees')`)} as received,
                 ${money(`sum(amount) filter (where to_kind = 'user')`)} as paid,
                 ${money(`sum(amount) filter (where to_kind = 'fees')`)} as fees,
                 ${money(`sum(case when from_kind = 'user' then amount else 0 end - case when to_kind = 'user' then amount else 0 end)`)} as net
            from ledger_days
           where ${DAYS} and (from_kind = 'user') <> (to_kind = 'user') and not array['external', 'playMoney'] && array[from_kind, to_kind]
             and (split_part(reason, '.', 1) in ('options', 'contracts', 'spot', 'convert', 'plans', 'referrals')
                  or reason in (${EARNED_OF_LOANS}))
           group by day, book, asset, 4 order by ledger_days.day desc, book, asset, 4`,
  },
  liabilities: {
    columns: [column('book'), column('asset'), column('kind'), number('accounts'), amount('owed')],
    sql: `select book, asset, kind, count(*)::text as accounts, ${money('sum(balance)')} as owed
            from accounts where owner <> 0 and balance > 0 and ($1::text is null or book = $1)
             and ($2::timestamptz is null or true) and ($3::timestamptz is null or true)
           group by book, asset, kind order by book, asset, kind`,
  },
  identity: {
    columns: [day, column('action'), number('count'), number('people')],
    sql: `select (at at time zone 'UTC')::date::text as day, type || coalesce(' ' || (after ->> 'state'), '') as action,
                 count(*)::text as count, count(distinct user_id)::text as people
            from operator_actions
           where starts_with(type, 'kyc.') and ($1::text is null or true)
             and ($2::timestamptz is null or at >= $2) and ($3::timestamptz is null or at < $3)
           group by 1, 2 order by 1 desc, 2`,
  },
  charity: {
    columns: [day, column('name'), number('count'), amount('raised'), amount('paidOut')],
    sql: `select day::text, name, sum(sold)::text, ${money('sum(raised)')}, ${money('sum(paid)')}
            from (select (p.at at time zone 'UTC')::date as day, p.book, c.texts -> c.language ->> 'name' as name,
                         p.quantity as sold, p.paid as raised, 0::numeric as paid
                    from nft_purchases p join charities c on c.id = p.charity
                  union all
                  select (o.at at time zone 'UTC')::date, 'real', c.texts -> c.language ->> 'name', 0, 0, o.amount
                    from nft_payouts o join charities c on c.id = o.charity) moved
           where ${DAYS} group by day, name order by moved.day desc, name`,
  },
  plans: {
    columns: [day, column('asset'), column('reason'), amount('amount'), number('count')],
    sql: `select day::text, asset, reason, ${money('sum(amount)')} as amount, sum(moves)::text as count
            from ledger_days where ${DAYS} and starts_with(reason, 'plans.')
           group by day, asset, reason order by ledger_days.day desc, asset, reason`,
  },
  loans: {
    columns: [day, column('asset'), column('reason'), amount('amount'), number('count')],
    sql: `select day::text, asset, reason, ${money('sum(amount)')} as amount, sum(moves)::text as count
            from ledger_days where ${DAYS} and starts_with(reason, 'loans.')
           group by day, asset, reason order by ledger_days.day desc, asset, reason`,
  },
  // Rewards by the day on which they were paid, with the fees that they came from.
  rewards: {
    columns: [day, amount('counted'), amount('rewarded'), number('count'), number('people')],
    sql: `select day::text, ${money('sum(fee)')}, ${money('sum(reward)')}, count(*)::text, count(distinct user_id)::text
            from (select (at at time zone 'UTC')::date as day, 'real' as book, fee, reward, user_id
                    from referral_rewards) paid
           where ${DAYS} group by day order by paid.day desc`,
  },
  // Who invited whom, and what the two share: whoever shares much may be one person.
  referrals: {
    columns: [
      day,
      column('inviter'),
      column('friend'),
      column('state'),
      amount('counted'),
      amount('rewarded'),
      number('sameAddresses'),
      number('sameDevices'),
    ],
    sql: `select (l.linked_at at time zone 'utc')::date::text as day, l.user_id::text, l.friend::text, l.state,
                 trim_scale(l.fees)::text, trim_scale(l.earned)::text, same.addresses::text, same.devices::text
            from referral_links l cross join lateral (
              select count(distinct a.ip) as addresses,
                     count(distinct (a.ip, a.user_agent)) filter (where a.user_agent = b.user_agent) as devices
                from sessions a join sessions b on b.user_id = l.friend and b.ip = a.ip where a.user_id = l.user_id) same
           where ($1::text is null or $1 = 'real')
             and ($2::timestamptz is null or l.linked_at >= $2) and ($3::timestamptz is null or l.linked_at < $3)
           order by same.devices desc, same.addresses desc, l.seq desc`,
  },
  operators: {
    columns: [column('operator'), column('action'), number('count'), number('people'), column('first'), column('last')],
    sql: `select o.name, a.type, count(*)::text, count(distinct nullif(a.user_id, 0))::text,
                 to_char(min(a.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                 to_char(max(a.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
            from operator_actions a join operators o on o.id = a.operator
           where ($1::text is null or true)
             and ($2::timestamptz is null or a.at >= $2) and ($3::timestamptz is null or a.at < $3)
           group by o.name, a.type order by o.name, a.type`,
  },
};

/** Rows of a report, in parts of at most `limit`. */
export async function reportRows(
  pool: Pool,
  name: ReportName,
  { book, from, to }: ReportFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<string[][]> {
  const { rows } = await pool.query<string[]>({
    text: `${REPORT_SPECS[name].sql} limit ${page.limit} offset ${page.offset}`,
    values: [book, from, to],
    rowMode: 'array',
  });
  return rows.map((row) => row.map((cell) => cell ?? ''));
}
