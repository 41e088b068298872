import type { ResultOf } from '@glasshouse/api/calls';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { NOTICE_KINDS } from './kinds.ts';
import type { NoticeKind, Reader } from './notice-kind.ts';

export type NotificationPage = ResultOf<'listNotifications'>;

/** Place of a notification: the log entry that made it happen, then its own number. */
export const NOTIFICATIONS_CURSOR_PARTS = 2;
/** Shown as 99+ beyond this; no more are counted. */
const UNREAD_COUNT_MAX = 100;
/** Marked as read by one call; more than anybody has unread. */
const READ_AT_ONCE_MAX = 10_000;

interface Row {
  readonly type: string;
  readonly id: number;
  readonly place: number;
  readonly at: number;
  readonly data: never;
  readonly read: boolean;
}

export interface Notified extends Reader {
  readonly userId: number;
  readonly unread: boolean;
}

/** The rows of a person: all of them, or the newest. */
const rowsOf = ({ table, where, place, newest }: NoticeKind): string =>
  newest === undefined
    ? `${table} n`
    : `(select * from ${table} n where n.user_id = $1 and ${where} order by ${place} desc limit ${newest}) n`;

const READ = (kind: NoticeKind): string =>
  `exists (select 1 from notification_reads r where r.user_id = n.user_id and r.notification_id = ${kind.id})`;

/** One page of each kind; the newest of all of them are the page. */
const PAGE_SQL = `select * from (${NOTICE_KINDS.map(
  (kind) => `(select '${kind.type}' as type, ${kind.id} as id, ${kind.place} as place,
      (extract(epoch from ${kind.at}) * 1000)::bigint as at, ${kind.data} as data, ${READ(kind)} as read
    from ${rowsOf(kind)}
   where n.user_id = $1 and ${kind.where} and (${kind.place}, ${kind.id}) < ($2, $3) and (not $4 or not ${READ(kind)})
   order by ${kind.place} desc, ${kind.id} desc limit $5)`,
).join(' union all ')}) notices order by place desc, id desc limit $5`;

const KINDS = new Map(NOTICE_KINDS.map((kind) => [kind.type, kind]));

/** The person's notifications, newest first, in the language of the one who asks. */
export async function notificationsOf(pool: Pool, reader: Notified, page: PageRequest): Promise<NotificationPage> {
  const [place, id] = page.after ?? [Number.MAX_SAFE_INTEGER, 0];
  const { rows } = await pool.query<Row>(PAGE_SQL, [reader.userId, place, id, reader.unread, page.limit + 1]);
  return pageOf(
    rows,
    page.limit,
    (row) => viewOf(row, reader),
    (row) => [row.place, row.id],
  );
}

const viewOf = (row: Row, reader: Reader): NotificationPage['items'][number] => ({
  id: row.id,
  type: row.type,
  ...KINDS.get(row.type)!.text(row.data, reader),
  read: row.read,
  at: new Date(row.at).toISOString(),
});

const unreadSql = (limit: number): string =>
  `(select * from (${NOTICE_KINDS.map(
    (kind) => `(select ${kind.id} as id, ${kind.place} as place from ${rowsOf(kind)}
     where n.user_id = $1 and ${kind.where} and not ${READ(kind)} order by ${kind.place} desc limit ${limit})`,
  ).join(' union all ')}) each_kind order by place desc limit ${limit}) unread`;
const UNREAD_COUNT_SQL = `select count(*)::int as count from ${unreadSql(UNREAD_COUNT_MAX)}`;
const MARK_READ_SQL = `insert into notification_reads (user_id, notification_id, read_at)
  select $1, unread.id, $3 from ${unreadSql(READ_AT_ONCE_MAX)} where $2::bigint[] is null or unread.id = any($2)
  on conflict do nothing`;

/** How many are unread, up to a hundred. */
export async function unreadOf(pool: Pool, userId: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(UNREAD_COUNT_SQL, [userId]);
  return rows[0]?.count ?? 0;
}

/**
 * Marks some of the person's notifications as read, or all of them; returns how many were unread.
 */
export async function markRead(
  pool: Pool,
  selection: { readonly userId: number; readonly ids: readonly number[] | undefined; readonly now: number },
): Promise<number> {
  const { rowCount } = await pool.query(MARK_READ_SQL, [
    selection.userId,
    selection.ids ?? null,
    new Date(selection.now),
  ]);
  return rowCount ?? 0;
}
