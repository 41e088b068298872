import type { Language } from '@glasshouse/api/constants';
import { translatorFor } from '@glasshouse/i18n/server';
import type { Clock } from '../../platform/clock.ts';
import { type MailSender, queueMail } from '../../platform/mail.ts';
import { mailOf } from '../../platform/mail-text.ts';
import type { Pool, PoolClient } from '../../platform/postgres.ts';
import { inTransaction, keep } from '../../platform/transaction.ts';
import { choicesFor, groupOf, isMailedAnyway } from './choices.ts';
import { NOTICE_KINDS } from './kinds.ts';
import type { NoticeKind, NoticeText } from './notice-kind.ts';

/** Told by one transaction, and those of one entry together. */
const AT_ONCE = 200;
/** Nobody is told by mail or push of what is older: the list has it. */
const RECENT_MS = 3 * 86_400_000;

export interface DeliveryDeps {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly mail: Pick<MailSender, 'wake'>;
  /** The address of this installation. */
  readonly site: string;
  readonly nameOf: (code: string) => string;
}

interface Row {
  readonly id: number;
  readonly place: number;
  readonly at: number;
  readonly data: never;
  readonly user_id: number;
  readonly email: string | null;
  readonly language: Language;
}

/** What a push message carries; the service worker shows it. */
export interface PushMessage extends NoticeText {
  readonly tag: string;
  readonly language: Language;
}

/**
 * Tells people once the log has gone on. Every notice comes from an entry: while there is no new
 * one, the places of two dozen kinds need not be locked, and written, every few seconds.
 */
export function noticeTeller(deps: DeliveryDeps): (isStopping?: () => boolean) => Promise<number> {
  let toldTo: number | undefined;
  return async (isStopping = () => false) => {
    const { rows } = await deps.pool.query<{ sequence: number }>('select sequence from shards where id = 0');
    const sequence = rows[0]?.sequence;
    if (sequence !== undefined && sequence === toldTo) return 0;
    const count = await tellNotices(deps, isStopping);
    if (!isStopping()) toldTo = sequence;
    return count;
  };
}

/**
 * Tells people of what is new, by mail and push as they chose. Every kind has a place up to which
 * everybody was told; it moves on in the transaction that queues the messages. A kind that is new
 * in a release begins with what happens from then on.
 */
export async function tellNotices(deps: DeliveryDeps, isStopping: () => boolean = () => false): Promise<number> {
  let count = 0;
  for (const kind of NOTICE_KINDS) {
    for (let isMore = true; isMore && !isStopping(); ) {
      const { rows, mails, pushes } = await tellSome(deps, kind);
      for (const id of mails) deps.mail.wake(id);
      count += mails.length + pushes;
      isMore = AT_ONCE <= rows;
    }
  }
  return count;
}

async function tellSome(deps: DeliveryDeps, kind: NoticeKind) {
  return inTransaction(deps.pool, async (client) => {
    const from = await placeOf(client, kind.type);
    const { rows } = await client.query<Row>(
      `select ${kind.id} as id, ${kind.place} as place, (extract(epoch from ${kind.at}) * 1000)::bigint as at,
              ${kind.data} as data, n.user_id, u.email, u.language
         from ${kind.table} n join users u on u.id = n.user_id
        where ${kind.where} and ${kind.latest ?? kind.place} >= $1 and (${kind.place}, ${kind.id}) > ($1, $2)
        order by ${kind.place}, ${kind.id} fetch first ${AT_ONCE} rows with ties`,
      [from.place, from.id],
    );
    const last = rows.at(-1);
    if (last === undefined) return keep({ rows: 0, mails: [] as number[], pushes: 0 });
    await client.query('update notice_places set place = $2, id = $3 where type = $1', [
      kind.type,
      last.place,
      last.id,
    ]);
    const recent = rows.filter(({ at }) => deps.clock.now() - RECENT_MS < at);
    return keep({ rows: rows.length, ...(await queue(deps, client, { kind, rows: recent })) });
  });
}

async function placeOf(client: PoolClient, type: string): Promise<{ place: number; id: number }> {
  await client.query(
    `insert into notice_places (type, place, id) select $1, coalesce(max(sequence), 0), ${Number.MAX_SAFE_INTEGER}
       from shards on conflict do nothing`,
    [type],
  );
  const { rows } = await client.query<{ place: number; id: number }>(
    'select place, id from notice_places where type = $1 for update',
    [type],
  );
  return rows[0]!;
}

async function queue(
  { clock, site, nameOf }: DeliveryDeps,
  client: PoolClient,
  { kind, rows }: { readonly kind: NoticeKind; readonly rows: readonly Row[] },
): Promise<{ mails: number[]; pushes: number }> {
  const group = groupOf(kind.type);
  const choiceOf = await choicesFor(client, { users: rows.map(({ user_id }) => user_id), group });
  const mails: number[] = [];
  let pushes = 0;
  for (const { id, user_id, email, language, data } of rows) {
    const choice = choiceOf(user_id);
    const text = kind.text(data, { language, nameOf });
    if (choice.mail && !isMailedAnyway(group) && email !== null) {
      const link = new URL(text.link, site).href;
      const content = mailOf(translatorFor(language), site, {
        subject: text.title,
        paragraphs: [text.content === '' ? text.title : text.content, link],
      });
      mails.push(await queueMail(client, { to: email, ...content }, clock.now()));
    }
    if (!choice.push) continue;
    const message: PushMessage = { ...text, tag: `${kind.type}:${id}`, language };
    const { rowCount } = await client.query(
      `insert into push_outbox (subscription, message, created_at, next_attempt_at)
       select id, $2, $3, $3 from push_subscriptions where user_id = $1`,
      [user_id, JSON.stringify(message), new Date(clock.now())],
    );
    pushes += rowCount ?? 0;
  }
  return { mails, pushes };
}
