import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { answerOf, type CallAnswer } from '../../platform/call.ts';
import type { OperatorContext } from '../../platform/operator-call.ts';
import type { Pool } from '../../platform/postgres.ts';

export type Person = OperatorResultOf<'listDepositQueue'>['items'][number]['user'];

/** Columns of the person of a row; join `users u`. */
export const PERSON_COLUMNS = `coalesce(u.username, u.email, 'guest') as user_name, u.status as user_status`;
export type PersonColumns = {
  readonly user_id: number;
  readonly user_name: string;
  readonly user_status: Person['status'];
};

export const personOf = ({ user_id, user_name, user_status }: PersonColumns): Person => ({
  id: user_id,
  name: user_name,
  status: user_status,
});

export async function peopleOf(pool: Pool, ids: readonly number[]): Promise<Person[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<PersonColumns>(
    `select u.id as user_id, ${PERSON_COLUMNS} from users u where u.id = any($1::bigint[]) order by u.id`,
    [ids],
  );
  return rows.map(personOf);
}

/** What was looked at is in the log before it is shown. */
export async function looked(
  { bus, newId }: { readonly bus: CoreBus; readonly newId: () => string },
  context: OperatorContext,
  request: {
    readonly userId: number;
    readonly kind: 'deposits' | 'withdrawals' | 'loans' | 'documents';
    readonly subject: string;
  },
): Promise<CallAnswer<null>> {
  const answer = await bus.submit({
    id: `view:${newId()}`,
    userId: request.userId,
    book: 'real',
    type: 'view.record',
    body: { by: context.stamp(), kind: request.kind, subject: request.subject },
  });
  return answerOf<null>(answer);
}

/** Columns of a select list with the table's alias in front. */
export const prefixed = (columns: string, alias: string): string =>
  columns.replaceAll(/(^|, )(trim_scale\(|\(extract\(epoch from )?/g, `$1$2${alias}.`);
