import { type KeptMail, openMail } from '@glasshouse/server/platform/mail-seal';
import type { MasterKey } from '@glasshouse/server/platform/master-key';
import type { Pool } from '@glasshouse/server/platform/postgres';

const SHOWN_MAX = 20;

interface Mail extends KeptMail {
  readonly to_address: string;
  readonly created_at: number;
  readonly sent_at: number | null;
  readonly error: string | null;
}

/** The latest mail, optionally to one address, newest last, as lines to print. */
export async function readOutbox(
  pool: Pool,
  master: MasterKey | undefined,
  address: string,
): Promise<readonly string[]> {
  const { rows } = await pool.query<Mail>(
    `select to_address, subject, text, html, sealed, created_at, sent_at, error from mail_outbox
     where $1 = '' or lower(to_address) = lower($1) order by id desc limit $2`,
    [address, SHOWN_MAX],
  );
  if (rows.length === 0) return ['no mail'];
  return rows.reverse().flatMap((mail) => linesOf(mail, master));
}

function linesOf(mail: Mail, master: MasterKey | undefined): readonly string[] {
  const { to_address: to, subject, text, html, sealed } = mail;
  const content = openMail(to, { subject, text, html, sealed }, master);
  return [
    '',
    `to       ${to}`,
    `at       ${new Date(mail.created_at).toISOString()}`,
    `subject  ${content?.subject ?? subject}`,
    `state    ${stateOf(mail)}`,
    ...(content?.text ?? 'it does not open: the master key of its installation is missing, or the row was changed')
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
  ];
}

function stateOf({ sent_at: sentAt, error }: Mail): string {
  if (sentAt !== null) return `sent ${new Date(sentAt).toISOString()}`;
  return error === null ? 'waiting; nothing is sent without SMTP_URL' : `not sent: ${error}`;
}
