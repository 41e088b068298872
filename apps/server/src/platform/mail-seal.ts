import type { MasterKey } from './master-key.ts';
import type { Pool } from './postgres.ts';

/** What a mail says. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** As the outbox keeps it. */
export interface KeptMail extends MailContent {
  readonly sealed: Buffer | null;
}

export const MAIL_PURPOSE = 'mail';
let key: MasterKey | undefined;

/**
 * From then on mail lies sealed in the outbox: whoever reads the database finds no code in it.
 * Without a key, as in tests, it lies there as it is.
 */
export const useMailKey = (master: MasterKey | undefined): void => {
  key = master;
};

export const sealsMail = (): boolean => key !== undefined;

/** Subjects carry codes, which phones show without opening; what looks like one is covered. */
export const withoutCodes = (subject: string): string => subject.replaceAll(/\b\d{6}\b/g, '••••••');

/** Bound to its address: a mail that is sent on to somebody else in the database does not open. */
export function keepMail(to: string, { subject, text, html }: MailContent, master = key): KeptMail {
  if (master === undefined) return { subject, text, html, sealed: null };
  const sealed = master.seal(MAIL_PURPOSE, Buffer.from(JSON.stringify({ subject, text, html })), to);
  return { subject: withoutCodes(subject), text: '', html: '', sealed };
}

/** Undefined where the key is missing, or somebody changed the row. */
export function openMail(to: string, { sealed, ...plain }: KeptMail, master = key): MailContent | undefined {
  if (sealed === null) return plain;
  const opened = master?.open(MAIL_PURPOSE, sealed, to);
  return opened === undefined ? undefined : (JSON.parse(opened.toString()) as MailContent);
}

/** Rows of one statement; the job of the next start goes on. */
const SEALED_AT_ONCE = 500;
const STATEMENTS_MAX = 1_000;

/** Mail of before there was a seal. Returns how many. */
export async function sealOldMail(pool: Pool, master: MasterKey): Promise<number> {
  let sealed = 0;
  for (let statement = 0; statement < STATEMENTS_MAX; statement += 1) {
    const { rows } = await pool.query<MailContent & { id: number; to_address: string }>(
      `select id, to_address, subject, text, html from mail_outbox
        where sealed is null and sent_at is null order by id limit ${SEALED_AT_ONCE}`,
    );
    for (const { id, to_address: to, ...content } of rows) {
      const mail = keepMail(to, content, master);
      await pool.query(
        `update mail_outbox set subject = $2, text = '', html = '', sealed = $3 where id = $1 and sealed is null`,
        [id, mail.subject, mail.sealed],
      );
    }
    sealed += rows.length;
    if (rows.length < SEALED_AT_ONCE) break;
  }
  return sealed;
}
