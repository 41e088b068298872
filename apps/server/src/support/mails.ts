import type { Language } from '@glasshouse/api/constants';
import { translatorFor } from '@glasshouse/i18n/server';
import { readParameter } from '../authority/read-parameter.ts';
import { choicesFor } from '../people/notifications/choices.ts';
import { type MailSender, queueMail } from '../platform/mail.ts';
import { mailOf } from '../platform/mail-text.ts';
import type { Pool } from '../platform/postgres.ts';
import { inTransaction, keep } from '../platform/transaction.ts';

const MINUTE_MS = 60_000;
/** Told by one run. */
const AT_ONCE = 100;
const PAGE = '/profile/kefu';

export interface AwayDeps {
  readonly pool: Pool;
  readonly now: () => number;
  readonly mail: Pick<MailSender, 'wake'>;
  /** The address of this installation. */
  readonly site: string;
}

interface Row {
  readonly id: number;
  readonly user_id: number;
  readonly email: string | null;
  readonly language: Language;
}

/**
 * Tells people of answers that they have not read for a while: once, until they have read them.
 * What was answered is not in the mail, which anybody may read on its way.
 */
export async function tellAway({ pool, now, mail, site }: AwayDeps): Promise<number> {
  const minutes = await readParameter(pool, 'support.mail_after_minutes');
  const queued = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<Row>(
      `select c.id, c.user_id, u.email, u.language
         from support_conversations c join users u on u.id = c.user_id
        where c.mailed_at is null and exists (
                select from support_messages m
                 where m.conversation = c.id and m.kind = 'operator' and m.id > c.customer_read and m.at <= $1)
        order by c.id limit ${AT_ONCE} for update of c skip locked`,
      [new Date(now() - minutes * MINUTE_MS)],
    );
    if (rows.length === 0) return keep([]);
    const choiceOf = await choicesFor(client, { users: rows.map(({ user_id }) => user_id), group: 'support' });
    const mails: number[] = [];
    for (const { id, user_id, email, language } of rows) {
      await client.query('update support_conversations set mailed_at = $2 where id = $1', [id, new Date(now())]);
      const choice = choiceOf(user_id);
      const translator = translatorFor(language);
      const title = translator.t('emails:support.subject');
      const content = translator.t('emails:support.text');
      if (choice.mail && email !== null) {
        const link = new URL(PAGE, site).href;
        const text = mailOf(translator, site, { subject: title, paragraphs: [content, link] });
        mails.push(await queueMail(client, { to: email, ...text }, now()));
      }
      if (!choice.push) continue;
      const message = { title, content, link: PAGE, tag: `support:${id}`, language };
      await client.query(
        `insert into push_outbox (subscription, message, created_at, next_attempt_at)
         select id, $2, $3, $3 from push_subscriptions where user_id = $1`,
        [user_id, JSON.stringify(message), new Date(now())],
      );
    }
    return keep(mails);
  });
  for (const id of queued) mail.wake(id);
  return queued.length;
}
