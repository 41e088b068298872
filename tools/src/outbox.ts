import type { Pool } from '@glasshouse/server/platform/postgres';

const SHOWN_MAX = 20;

interface Mail {
  readonly to_address: string;
  readonly subject: string;
  readonly text: string;
  readonly created_at: number;
  readonly sent_at: number | null;
  readonly error: string | null;
}

/** The latest mail, optionally to one address, newest last, as lines to print. */
export async function readOutbox(pool: Pool, address: string): Promise<readonly string[]> {
  const { rows } = await pool.query<Mail>(
    `select to_address, subject, text, created_at, sent_at, error from mail_outbox
     where $1 = '' or lower(to_address) = lower($1) order by id desc limit $2`,
    [address, SHOWN_MAX],
  );
  if (rows.length === 0) return ['no mail'];
  return rows.reverse().flatMap((mail) => [
    '',
    `to       ${mail.to_address}`,
    `at       ${new Date(mail.created_at).toISOString()}`,
    `subject  ${mail.subject}`,
    `state    ${stateOf(mail)}`,
    ...mail.text
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
  ]);
}

function stateOf({ sent_at: sentAt, error }: Mail): string {
  if (sentAt !== null) return `sent ${new Date(sentAt).toISOString()}`;
  return error === null ? 'waiting; nothing is sent without SMTP_URL' : `not sent: ${error}`;
}
