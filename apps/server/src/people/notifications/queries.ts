import type { ResultOf } from '@glasshouse/api/calls';
import type { Language } from '@glasshouse/api/constants';
import { createFormatter } from '@glasshouse/i18n/format';
import { translatorFor } from '@glasshouse/i18n/server';
import { formatPoints } from '@glasshouse/rules/money';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';

export type NotificationPage = ResultOf<'listNotifications'>;

/** Place of a notification: the log entry that made it happen, then its own number. */
export const NOTIFICATIONS_CURSOR_PARTS = 2;
/** Shown as 99+ beyond this; no more are counted. */
const UNREAD_COUNT_MAX = 100;
/** Marked as read by one call; more than anybody has unread. */
const READ_AT_ONCE_MAX = 10_000;

interface Row {
  readonly id: number;
  readonly place: number;
  readonly at: number;
  readonly code: string;
  readonly precision: number;
  readonly points: number;
  readonly mid: number;
  readonly read: boolean;
}

export interface Notified {
  readonly userId: number;
  readonly language: Language;
  readonly nameOf: (code: string) => string;
  readonly unread: boolean;
}

/** The person's notifications, newest first, in the language of the one who asks. */
export async function notificationsOf(pool: Pool, of: Notified, page: PageRequest): Promise<NotificationPage> {
  const [place, id] = page.after ?? [Number.MAX_SAFE_INTEGER, 0];
  const { rows } = await pool.query<Row>(
    `select a.id, a.closed_by as place, (extract(epoch from a.fired_at) * 1000)::bigint as at, a.code, a.precision, a.points,
            (a.tick->>'mid')::bigint as mid, r.read_at is not null as read
       from price_alerts a
       left join notification_reads r on r.user_id = a.user_id and r.notification_id = a.id
      where a.user_id = $1 and a.state = 'fired' and (a.closed_by, a.id) < ($2, $3) and (not $4 or r.read_at is null)
      order by a.closed_by desc, a.id desc limit $5`,
    [of.userId, place, id, of.unread, page.limit + 1],
  );
  return pageOf(
    rows,
    page.limit,
    (row) => viewOf(row, of),
    (row) => [row.place, row.id],
  );
}

function viewOf(row: Row, { language, nameOf }: Notified): NotificationPage['items'][number] {
  const { t } = translatorFor(language);
  const { price } = createFormatter(language);
  const text = (points: number): string => price(formatPoints(points, row.precision), row.precision);
  return {
    id: row.id,
    type: 'alert.fired',
    title: t('alerts:reached', { market: nameOf(row.code), price: text(row.points) }),
    content: t('alerts:firedAt', { price: text(row.points), mid: text(row.mid) }),
    link: `/cruuency?code=${row.code}`,
    read: row.read,
    at: new Date(row.at).toISOString(),
  };
}

const UNREAD = `from price_alerts a where a.user_id = $1 and a.state = 'fired'
  and not exists (select 1 from notification_reads r where r.user_id = a.user_id and r.notification_id = a.id)`;

/** How many are unread, up to a hundred. */
export async function unreadOf(pool: Pool, userId: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from (select 1 ${UNREAD} limit ${UNREAD_COUNT_MAX}) unread`,
    [userId],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Marks some of the person's notifications as read, or all of them; returns how many were unread.
 */
export async function markRead(
  pool: Pool,
  of: { readonly userId: number; readonly ids: readonly number[] | undefined; readonly now: number },
): Promise<number> {
  const { rowCount } = await pool.query(
    `insert into notification_reads (user_id, notification_id, read_at)
     select $1, a.id, $3 ${UNREAD} and ($2::bigint[] is null or a.id = any($2))
      order by a.closed_by desc limit ${READ_AT_ONCE_MAX}
     on conflict do nothing`,
    [of.userId, of.ids ?? null, new Date(of.now)],
  );
  return rowCount ?? 0;
}
