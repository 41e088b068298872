import type { Language } from '@glasshouse/api/constants';
import { translatorFor } from '@glasshouse/i18n/server';
import type { Clock } from '../../platform/clock.ts';
import { type MailSender, queueMail } from '../../platform/mail.ts';
import { mailOf } from '../../platform/mail-text.ts';
import type { Pool } from '../../platform/postgres.ts';
import { inTransaction, keep } from '../../platform/transaction.ts';
import type { KycCase, KycWithdrawal } from './rows.ts';
import type { SubmissionStore } from './submissions.ts';

/** Sent by one run at most. */
const RUN_MAX = 50;

export interface KycMailsDeps {
  readonly pool: Pool;
  readonly store: SubmissionStore;
  readonly clock: Clock;
  readonly mail: Pick<MailSender, 'wake'>;
  /** The address of this installation. */
  readonly site: string;
}

interface Untold extends Pick<KycCase, 'submission' | 'level' | 'state' | 'reason' | 'refused' | 'note_digest'> {
  readonly email: string | null;
  readonly language: Language;
}

/**
 * Tells people by mail what was decided. It looks for decided cases that nobody was told of, so
 * that a decision made just before a crash is told after it; each once.
 */
export async function tellResults(deps: KycMailsDeps, isStopping: () => boolean = () => false): Promise<number> {
  const { pool, clock, mail } = deps;
  const { rows } = await pool.query<Untold>(
    `select c.submission, c.level, c.state, c.reason, c.refused, c.note_digest, u.email, u.language
       from kyc_submissions s join kyc_cases c on c.submission = s.id join users u on u.id = c.user_id
      where s.told_at is null and c.closed_by is not null order by s.created_at limit ${RUN_MAX}`,
  );
  let count = 0;
  for (const row of rows) {
    if (isStopping()) break;
    const text = resultMail(row, (await deps.store.note(row.note_digest)) ?? null, deps.site);
    const queued = await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        'update kyc_submissions set told_at = $2 where id = $1 and told_at is null',
        [row.submission, new Date(clock.now())],
      );
      if (rowCount !== 1 || row.email === null) return keep(undefined);
      return keep(await queueMail(client, { to: row.email, ...text }, clock.now()));
    });
    count += 1;
    if (queued !== undefined) mail.wake(queued);
  }
  return count;
}

interface Withdrawn extends Pick<KycWithdrawal, 'case_id' | 'level' | 'reason' | 'note_digest'> {
  readonly email: string | null;
  readonly language: Language;
}

/** Tells people that a verification was taken back; each once, as with results. */
export async function tellWithdrawals(deps: KycMailsDeps, isStopping: () => boolean = () => false): Promise<number> {
  const { pool, clock, mail, site } = deps;
  const { rows } = await pool.query<Withdrawn>(
    `select w.case_id, w.level, w.reason, w.note_digest, u.email, u.language
       from kyc_withdrawals w join users u on u.id = w.user_id
      where w.told_at is null order by w.seq limit ${RUN_MAX}`,
  );
  let count = 0;
  for (const row of rows) {
    if (isStopping()) break;
    const note = (await deps.store.note(row.note_digest)) ?? null;
    const translator = translatorFor(row.language);
    const { t } = translator;
    const text = mailOf(translator, site, {
      subject: t('emails:kyc.withdrawnSubject'),
      paragraphs: [
        t(`emails:kyc.withdrawn.${row.level}`),
        t('emails:kyc.refused', { reason: t(`emails:kyc.reason.${row.reason}`) }),
        ...(note === null ? [] : [t('emails:kyc.note', { note })]),
        t('emails:kyc.submit'),
      ],
    });
    const queued = await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        'update kyc_withdrawals set told_at = $2 where case_id = $1 and told_at is null',
        [row.case_id, new Date(clock.now())],
      );
      if (rowCount !== 1 || row.email === null) return keep(undefined);
      return keep(await queueMail(client, { to: row.email, ...text }, clock.now()));
    });
    count += 1;
    if (queued !== undefined) mail.wake(queued);
  }
  return count;
}

function resultMail({ level, state, reason, refused, language }: Untold, note: string | null, site: string) {
  const translator = translatorFor(language);
  const { t } = translator;
  if (state === 'verified') {
    return mailOf(translator, site, {
      subject: t(`emails:kyc.${level}Subject`),
      paragraphs: [t(`emails:kyc.${level}Text`)],
    });
  }
  const parts = refused.map((refusal) =>
    t('emails:kyc.line', {
      part: t(`emails:kyc.part.${refusal.part}`),
      reason: t(`emails:kyc.reason.${refusal.reason}`),
    }),
  );
  return mailOf(translator, site, {
    subject: t('emails:kyc.refusedSubject'),
    paragraphs: [
      t('emails:kyc.refused', { reason: t(`emails:kyc.reason.${reason ?? 'other'}`) }),
      ...(parts.length === 0 ? [] : [t('emails:kyc.again'), ...parts]),
      ...(note === null ? [] : [t('emails:kyc.note', { note })]),
      t('emails:kyc.submit'),
    ],
  });
}
