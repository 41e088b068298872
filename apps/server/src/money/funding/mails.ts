import type { Language } from '@glasshouse/api/constants';
import { translatorFor } from '@glasshouse/i18n/server';
import type { Clock } from '../../platform/clock.ts';
import { type MailSender, queueMail } from '../../platform/mail.ts';
import { mailOf } from '../../platform/mail-text.ts';
import type { Pool } from '../../platform/postgres.ts';
import { inTransaction, keep } from '../../platform/transaction.ts';
import { DAY_MS } from './steps.ts';
import { type FundingNews, newsText, TOLD_DEPOSITS, TOLD_WITHDRAWALS } from './words.ts';

/** Sent by one run at most. */
const RUN_MAX = 50;
/** What is older was decided before mails were sent at all. */
const RECENT_MS = 3 * DAY_MS;

export interface FundingMailsDeps {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly mail: Pick<MailSender, 'wake'>;
  /** The address of this installation. */
  readonly site: string;
}

type Untold = FundingNews & { readonly id: number; readonly email: string | null; readonly language: Language };

const UNTOLD = `
  select 'deposit' as subject, d.id, d.state, trim_scale(coalesce(d.credited, d.arrived, d.claimed))::text as amount,
         d.asset, d.reason, d.note, u.email, u.language
    from deposits d join users u on u.id = d.user_id
   where d.closed_at >= $1 and d.state = any($2::text[])
     and not exists (select 1 from funding_mails m where m.subject = 'deposit' and m.id = d.id and m.state = d.state)
  union all
  select 'withdrawal', w.id, w.told, trim_scale(w.received)::text, w.asset, w.reason, w.note, u.email, u.language
    from (select *, case state when 'confirmed' then 'sent' else state end as told from withdrawals) w
    join users u on u.id = w.user_id
   where coalesce(w.closed_at, w.sent_at) >= $1 and w.told = any($3::text[])
     and not exists (select 1 from funding_mails m where m.subject = 'withdrawal' and m.id = w.id and m.state = w.told)
  limit ${RUN_MAX}`;

/**
 * Tells people by mail what became of their money. It looks for what nobody was told of, so that
 * what was decided just before a crash is told after it; each once.
 */
export async function tellFunding(deps: FundingMailsDeps, isStopping: () => boolean = () => false): Promise<number> {
  const { pool, clock, mail, site } = deps;
  const { rows } = await pool.query<Untold>(UNTOLD, [
    new Date(clock.now() - RECENT_MS),
    [...TOLD_DEPOSITS],
    [...TOLD_WITHDRAWALS],
  ]);
  let told = 0;
  for (const row of rows) {
    if (isStopping()) break;
    const { title, lines } = newsText(row.language, row);
    const text = mailOf(translatorFor(row.language), site, { subject: title, paragraphs: [title, ...lines] });
    const queued = await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        'insert into funding_mails (subject, id, state) values ($1, $2, $3) on conflict do nothing',
        [row.subject, row.id, row.state],
      );
      if (rowCount !== 1 || row.email === null) return keep(undefined);
      return keep(await queueMail(client, { to: row.email, ...text }, clock.now()));
    });
    told += 1;
    if (queued !== undefined) mail.wake(queued);
  }
  return told;
}
