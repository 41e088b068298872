import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { withoutCodes } from '../../platform/mail-seal.ts';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';

type Outbox = OperatorResultOf<'listOutbox'>['page'];
type MailState = Outbox['items'][number]['state'];

interface MailRow {
  readonly id: number;
  readonly to_address: string;
  readonly subject: string;
  readonly created_at: number;
  readonly sent_at: number | null;
  readonly attempts: number;
  readonly error: string | null;
  readonly state: MailState;
}

const STATE = `case when sent_at is not null then 'sent' when next_attempt_at is null then 'failed' else 'waiting' end`;

/**
 * Mail to people, newest first. Its text is not shown: it may hold a code that lets somebody in.
 */
export async function outboxPage(pool: Pool, state: MailState | undefined, page: PageRequest): Promise<Outbox> {
  const { rows } = await pool.query<MailRow>(
    `select id, to_address, subject, created_at, sent_at, attempts, error, ${STATE} as state from mail_outbox
      where id < $1 and ($2::text is null or ${STATE} = $2) order by id desc limit ${page.limit + 1}`,
    [page.after?.[0] ?? Number.MAX_SAFE_INTEGER, state ?? null],
  );
  const line = (row: MailRow): Outbox['items'][number] => ({
    id: row.id,
    to: row.to_address,
    subject: withoutCodes(row.subject),
    createdAt: new Date(row.created_at).toISOString(),
    sentAt: row.sent_at === null ? null : new Date(row.sent_at).toISOString(),
    attempts: row.attempts,
    error: row.error,
    state: row.state,
  });
  return pageOf(rows, page.limit, line, ({ id }) => [id]);
}
