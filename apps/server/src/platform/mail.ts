import { createTransport } from 'nodemailer';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { keepMail, openMail, sealsMail } from './mail-seal.ts';
import type { Pool } from './postgres.ts';

/**
 * Mail goes through an outbox table: it is written with the change that causes it, and this job
 * sends it. Without SMTP_URL the table is where the mail can be read (`npm run glasshouse --
 * outbox`).
 */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Puts a mail into the outbox; returns its id. */
export async function queueMail(db: Pick<Pool, 'query'>, message: MailMessage, now: number): Promise<number> {
  const mail = keepMail(message.to, message);
  const { rows } = await db.query<{ id: number }>(
    `insert into mail_outbox (to_address, subject, text, html, sealed, created_at, next_attempt_at)
     values ($1, $2, $3, $4, $5, $6, $6) returning id`,
    [message.to, mail.subject, mail.text, mail.html, mail.sealed, new Date(now)],
  );
  return rows[0]!.id;
}

const SWEEP_EVERY_MS = 5_000;
const SENT_AT_ONCE = 10;
/** 10 s, 20 s, 40 s … capped at an hour: eleven attempts reach over about three hours. */
export const MAIL_ATTEMPTS_MAX = 11;
const RETRY_FIRST_MS = 10_000;
const RETRY_MAX_MS = 3_600_000;
const SMTP_TIMEOUT_MS = 20_000;
/** Nobody needs an old code or notice; what could not be sent is dropped with the rest. */
const KEPT_MS = 30 * 86_400_000;

export const retryDelayMs = (attempts: number): number =>
  Math.min(RETRY_FIRST_MS * 2 ** Math.max(0, attempts - 1), RETRY_MAX_MS);

export interface MailSenderOptions {
  readonly pool: Pool;
  readonly smtpUrl: string | undefined;
  /** The sender's address; an operator's own domain. */
  readonly from: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
}

export interface MailSender {
  /** Something was put into the outbox: send without waiting for the next sweep. */
  wake(mailId: number): void;
  /** Sends what is due; returns how many went out. One sweep runs at a time. */
  sweep(): Promise<number>;
  start(): void;
  /** Waits for the sweep that is running. */
  stop(): Promise<void>;
}

export function createMailSender(options: MailSenderOptions): MailSender {
  const { pool, smtpUrl, from, clock, log } = options;
  const transport =
    smtpUrl === undefined
      ? undefined
      : createTransport(smtpUrl, {
          from,
          connectionTimeout: SMTP_TIMEOUT_MS,
          greetingTimeout: SMTP_TIMEOUT_MS,
          socketTimeout: SMTP_TIMEOUT_MS,
        } as object);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<number> | undefined;
  let stopped = false;

  const sendDue = async (): Promise<number> => {
    const now = clock.now();
    await pool.query('delete from mail_outbox where created_at < $1', [new Date(now - KEPT_MS)]);
    if (transport === undefined) return 0;
    // The claim postpones the next attempt before sending: a crash in between costs a delay, not a
    // duplicate.
    const { rows } = await pool.query<MailRow>(
      `update mail_outbox set attempts = attempts + 1, next_attempt_at = $1::timestamptz + interval '2 minutes'
        where id in (select id from mail_outbox where next_attempt_at <= $1 order by next_attempt_at
                      limit ${SENT_AT_ONCE} for update skip locked)
        returning id, to_address, subject, text, html, sealed, attempts`,
      [new Date(now)],
    );
    const sent = await Promise.all(rows.map((row) => sendOne(row)));
    return sent.filter(Boolean).length;
  };

  const sendOne = async (row: MailRow): Promise<boolean> => {
    const { to_address: to, subject: written, text: plain, html: marked, sealed } = row;
    const content = openMail(to, { subject: written, text: plain, html: marked, sealed });
    // Written by nobody who has the key, or changed since: it goes to nobody.
    if (content === undefined || (sealed === null && sealsMail())) {
      const problem = 'it does not open: not sealed by this installation, or for another address';
      await pool.query('update mail_outbox set next_attempt_at = null, error = $2 where id = $1', [row.id, problem]);
      log.error({ mail: row.id }, 'a mail in the outbox does not open; it is not sent');
      return false;
    }
    try {
      await transport!.sendMail({ from, to, ...content });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const givenUp = MAIL_ATTEMPTS_MAX <= row.attempts;
      const next = givenUp ? null : new Date(clock.now() + retryDelayMs(row.attempts));
      await pool.query('update mail_outbox set next_attempt_at = $2, error = $3 where id = $1', [row.id, next, reason]);
      log.warn({ mail: row.id, attempts: row.attempts, reason }, givenUp ? 'mail given up' : 'mail not sent yet');
      return false;
    }
    // The content is erased once sent: the code of a delivered mail must not stay in the database.
    await pool.query(
      `update mail_outbox set sent_at = $2, next_attempt_at = null, error = null, text = '', html = '', sealed = null
        where id = $1`,
      [row.id, new Date(clock.now())],
    );
    log.info({ mail: row.id }, 'mail sent');
    return true;
  };

  const sweep = (): Promise<number> => {
    running ??= sendDue().finally(() => {
      running = undefined;
    });
    return running;
  };
  const sweepQuietly = (): void => {
    if (stopped) return;
    sweep().catch((error: unknown) => log.error({ err: error }, 'the mail outbox could not be read'));
  };

  return {
    wake(mailId) {
      if (transport === undefined) {
        log.info({ mail: mailId }, `mail ${mailId} is in the outbox; read it with: npm run glasshouse -- outbox`);
      } else sweepQuietly();
    },
    sweep,
    start() {
      timer = setInterval(sweepQuietly, SWEEP_EVERY_MS);
      timer.unref();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running?.catch(() => {});
      transport?.close();
    },
  };
}

interface MailRow {
  id: number;
  to_address: string;
  subject: string;
  text: string;
  html: string;
  sealed: Buffer | null;
  attempts: number;
}
