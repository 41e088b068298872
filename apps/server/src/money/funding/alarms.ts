import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { Pool } from '../../platform/postgres.ts';
import { PERSON_COLUMNS, type PersonColumns, personOf } from './operator-reads.ts';

type Alarm = OperatorResultOf<'listFundingAlarms'>[number];

const ALARMS_MAX = 500;

/** What an operator must look at, newest first. */
export async function fundingAlarms(pool: Pool): Promise<Alarm[]> {
  const { rows } = await pool.query<
    PersonColumns & Pick<Alarm, 'kind' | 'subject' | 'amount'> & { id: number; asset: string; at: Date }
  >(
    `select a.*, ${PERSON_COLUMNS} from (
       select kind, 'deposit' as subject, deposit as id, user_id, asset, trim_scale(amount)::text as amount,
              (extract(epoch from raised_at) * 1000)::bigint as at
         from deposit_alarms where closed_by is null
       union all
       select trouble, 'withdrawal', id, user_id, case when currency_amount is null then asset else currency end,
              trim_scale(case when trouble = 'paidTwice' then (second_payments -> -1 ->> 'amount')::numeric
                              else coalesce(currency_amount, received) end)::text,
              (extract(epoch from coalesce(closed_at, sent_at, approved_at, placed_at)) * 1000)::bigint
         from withdrawals where trouble is not null and (closed_at is null or trouble = 'paidTwice')) a
       join users u on u.id = a.user_id order by a.at desc limit ${ALARMS_MAX}`,
  );
  return rows.map((row) => ({
    id: `${row.subject}.${row.id}.${row.kind}`,
    kind: row.kind,
    subject: row.subject,
    subjectId: row.id,
    user: personOf(row),
    symbol: row.asset,
    amount: row.amount,
    at: new Date(row.at).toISOString(),
  }));
}
