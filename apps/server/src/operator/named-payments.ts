import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { Pool } from '../platform/postgres.ts';

type NamedPayment = NonNullable<OperatorResultOf<'getRequest'>['payment']>;

const SUBJECT = /^(deposit|withdrawal) ([1-9]\d{0,14})$/;

/**
 * The asset and the address of the deposits and withdrawals among the subjects: the log has neither
 * beside an amount. Accounts of banks lie sealed, and are on the page of the case only.
 */
export async function paymentsNamed(pool: Pool, subjects: readonly string[]): Promise<Map<string, NamedPayment>> {
  const named = subjects.flatMap((subject) => {
    const [, kind, id] = SUBJECT.exec(subject) ?? [];
    return kind === undefined ? [] : [{ kind, id: Number(id) }];
  });
  if (named.length === 0) return new Map();
  const idsOf = (paymentKind: string): number[] => named.filter(({ kind }) => kind === paymentKind).map(({ id }) => id);
  const { rows } = await pool.query<NamedPayment & { readonly subject: string }>(
    `select subject, asset, trim_scale(amount)::text as amount, currency,
            trim_scale(currency_amount)::text as "currencyAmount", address
       from (select 'withdrawal ' || id as subject, asset, amount, currency, currency_amount, address
               from withdrawals where id = any($1::bigint[])
             union all
             select 'deposit ' || id, asset, case when currency is null then coalesce(arrived, claimed) else arrived end,
                    currency, case when currency is null then null else coalesce(currency_amount, claimed) end, address
               from deposits where id = any($2::bigint[])) named`,
    [idsOf('withdrawal'), idsOf('deposit')],
  );
  return new Map(rows.map(({ subject, ...payment }) => [subject, payment]));
}
