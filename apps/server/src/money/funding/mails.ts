import type { Language } from '@glasshouse/api/constants';
import { translatorFor } from '@glasshouse/i18n/server';
import type { Clock } from '../../platform/clock.ts';
import { type MailSender, queueMail } from '../../platform/mail.ts';
import { mailOf } from '../../platform/mail-text.ts';
import type { Pool } from '../../platform/postgres.ts';
import { inTransaction, keep } from '../../platform/transaction.ts';
import { DAY_MS } from './steps.ts';
import {
  type FundingNews,
  isNotHeld,
  lastStepAt,
  newsText,
  TOLD_DEPOSITS,
  TOLD_HOLDS,
  TOLD_WITHDRAWALS,
  toldAmount,
  toldAsset,
  toldState,
} from './words.ts';

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

type Untold = FundingNews & {
  readonly id: number;
  /** By which it is told once. */
  readonly told: string;
  readonly email: string | null;
  readonly language: Language;
};

/** What can be undone and happen again is told again: by the step, not by the state alone. */
const STEP_SEQ = "(steps -> -1 ->> 'seq')";
const DEPOSIT_TOLD = `case when state in ('pending', 'returning', 'returned') then state || '.' || ${STEP_SEQ} else state end`;
/** Apart from what a deposit itself is told by, which has states of the same names. */
const HOLD_TOLD = `'hold.' || state || '.' || ${STEP_SEQ}`;

const UNTOLD = `
  select 'deposit' as subject, d.id, ${toldState('d')} as state, d.told, ${toldAmount('d')} as amount,
         ${toldAsset('d')} as asset, d.reason, d.note, u.email, u.language
    from (select *, ${DEPOSIT_TOLD} as told from deposits) d join users u on u.id = d.user_id
   where (d.closed_at >= $1 or d.closed_at is null and d.state in ('pending', 'returning') and ${lastStepAt('d')} >= $1)
     and ${toldState('d')} = any($2::text[]) and ${isNotHeld('d')}
     and not exists (select 1 from funding_mails m where m.subject = 'deposit' and m.id = d.id and m.state = d.told)
  union all
  select 'deposit', d.deposit, ${toldState('d')}, d.told, trim_scale(d.amount)::text, d.asset, null, null, u.email, u.language
    from (select *, ${HOLD_TOLD} as told from deposit_holds) d join users u on u.id = d.user_id
   where (d.closed_at >= $1 or d.closed_at is null and ${lastStepAt('d')} >= $1) and ${toldState('d')} = any($4::text[])
     and not exists (select 1 from funding_mails m where m.subject = 'deposit' and m.id = d.deposit and m.state = d.told)
  union all
  select 'withdrawal', w.id, w.told, w.told, trim_scale(w.received)::text, w.asset, w.reason, w.note, u.email, u.language
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
    [...TOLD_HOLDS],
  ]);
  let count = 0;
  for (const row of rows) {
    if (isStopping()) break;
    const { title, lines } = newsText(row.language, row);
    const text = mailOf(translatorFor(row.language), site, { subject: title, paragraphs: [title, ...lines] });
    const queued = await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        'insert into funding_mails (subject, id, state) values ($1, $2, $3) on conflict do nothing',
        [row.subject, row.id, row.told],
      );
      if (rowCount !== 1 || row.email === null) return keep(undefined);
      return keep(await queueMail(client, { to: row.email, ...text }, clock.now()));
    });
    count += 1;
    if (queued !== undefined) mail.wake(queued);
  }
  return count;
}
