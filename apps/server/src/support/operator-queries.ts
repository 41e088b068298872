import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { isoTime } from '../kernel/core/iso-time.ts';
import type { Waiting } from '../operator/live.ts';
import type { QueueState } from '../operator/queues.ts';
import { type PageRequest, pageOf } from '../platform/paging.ts';
import type { Pool } from '../platform/postgres.ts';
import type { Hub } from './hub.ts';
import { UNREAD_OF_SUPPORT } from './queries.ts';
import type { Conversation, Message } from './rows.ts';

type Page = OperatorResultOf<'listSupport'>;
export type ChatItem = Page['items'][number];
export type OperatorMessage = OperatorResultOf<'answerSupport'>;
export type Box = 'unassigned' | 'mine' | 'all' | 'closed';

const MINUTE_MS = 60_000;
/** Of what changed last; a page that shows an older one reads it again by itself. */
const LIVE_MAX = 100;
const FAR = 8_640_000_000_000;

interface Row extends Conversation {
  readonly name: string | null;
  readonly assigned_name: string | null;
  readonly unread: number;
}

const ITEM_SQL = `select c.id, c.user_id, c.language, c.state, c.assigned, c.waiting_since, c.last_at, c.customer_read,
    c.operator_read, c.closing, coalesce(u.username, u.email) as name, o.name as assigned_name,
    ${UNREAD_OF_SUPPORT} as unread
  from support_conversations c left join users u on u.id = c.user_id left join operators o on o.id = c.assigned`;

/** Only what somebody wrote in: an opened page is no conversation. */
const BOXES: Readonly<Record<Box, string>> = {
  unassigned: "c.state = 'open' and c.assigned is null and c.customer_read > 0",
  mine: "c.state = 'open' and c.assigned = $1",
  all: "c.state = 'open' and c.customer_read > 0",
  closed: "c.state = 'closed'",
};

const itemOf = (row: Row, answerMinutes: number): ChatItem => ({
  id: row.id,
  user: row.user_id === null ? null : { id: row.user_id, name: row.name ?? `#${row.user_id}` },
  language: row.language,
  state: row.state,
  assigned: row.assigned === null ? null : { id: row.assigned, name: row.assigned_name ?? `#${row.assigned}` },
  waitingSince: row.waiting_since === null ? null : isoTime(row.waiting_since),
  dueAt: row.waiting_since === null ? null : isoTime(row.waiting_since + answerMinutes * MINUTE_MS),
  lastAt: isoTime(row.last_at),
  unread: row.unread,
});

export const INBOX_CURSOR_PARTS = 2;

/** Whoever waits longest first, then by the last word; closed ones newest first. */
export async function inbox(
  pool: Pool,
  filter: {
    readonly box: Box;
    readonly operator: number;
    readonly userId: number | undefined;
    readonly minutes: number;
  },
  page: PageRequest,
): Promise<Page> {
  const place =
    filter.box === 'closed'
      ? `${FAR} - (extract(epoch from c.last_at) * 1000)::bigint`
      : `coalesce((extract(epoch from c.waiting_since) * 1000)::bigint, ${FAR} * 2 - (extract(epoch from c.last_at) * 1000)::bigint)`;
  const { rows } = await pool.query<Row & { readonly place: number }>(
    `select * from (${ITEM_SQL.replace('select ', `select ${place} as place, `)}
       where ${BOXES[filter.box]} and ($1::bigint is not null) and ($2::bigint is null or c.user_id = $2)) found
      where (place, id) > ($3, $4) order by place, id limit $5`,
    [filter.operator, filter.userId ?? null, page.after?.[0] ?? -1, page.after?.[1] ?? 0, page.limit + 1],
  );
  return pageOf(
    rows,
    page.limit,
    (row) => itemOf(row, filter.minutes),
    (row) => [row.place, row.id],
  );
}

export async function chatItem(pool: Pool, id: number, minutes: number): Promise<ChatItem | undefined> {
  const { rows } = await pool.query<Row>(`${ITEM_SQL} where c.id = $1`, [id]);
  return rows[0] === undefined ? undefined : itemOf(rows[0], minutes);
}

export const operatorView =
  (names: ReadonlyMap<number, string>) =>
  ({ id, kind, operator, text, files, key, at }: Message): OperatorMessage => ({
    id,
    kind,
    text,
    files: [...files],
    key,
    at: isoTime(at),
    operator: operator === null ? null : { id: operator, name: names.get(operator) ?? `#${operator}` },
  });

export async function namesOf(pool: Pool): Promise<ReadonlyMap<number, string>> {
  const { rows } = await pool.query<{ id: number; name: string }>('select id, name from operators limit 1000');
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Customers who wait for an answer. */
export async function supportWaiting(pool: Pool): Promise<QueueState> {
  const { rows } = await pool.query<{ waiting: number; oldest: number | null; minutes: number | null }>(
    `select count(*)::int as waiting, min(waiting_since) as oldest,
            (select (value #>> '{}')::int from parameters where key = 'support.answer_minutes') as minutes
       from support_conversations where state = 'open' and waiting_since is not null`,
  );
  const { waiting = 0, oldest = null, minutes = null } = rows[0] ?? {};
  return { waiting, oldestAt: oldest, dueAt: oldest === null ? null : oldest + (minutes ?? 60) * MINUTE_MS };
}

/** How the conversations stand that changed last: pages that show one read it again. */
export async function liveChats(pool: Pool, hub: Pick<Hub, 'isTyping'>): Promise<Waiting['chats']> {
  const { rows } = await pool.query<{ id: number; last: number; read: number }>(
    `select c.id, coalesce((select max(m.id) from support_messages m where m.conversation = c.id), 0) as last,
            c.customer_read as read
       from support_conversations c order by c.last_at desc, c.id desc limit ${LIVE_MAX}`,
  );
  return rows.map(({ id, last, read }) => ({ id, last, readTo: read, typing: hub.isTyping('customer', id) }));
}

/** By who answered when it was closed. */
export async function ratings(
  pool: Pool,
  range: { readonly from: Date | null; readonly to: Date | null },
): Promise<OperatorResultOf<'getSupportRatings'>> {
  const within = '($1::timestamptz is null or at >= $1) and ($2::timestamptz is null or at < $2)';
  const [names, sums, last] = await Promise.all([
    namesOf(pool),
    pool.query<{ operator: number | null; count: number; average: string; scores: number[] }>(
      `select operator, count(*)::int as count, round(avg(score), 2)::text as average,
              array[${[1, 2, 3, 4, 5].map((score) => `count(*) filter (where score = ${score})::int`).join(', ')}] as scores
         from support_ratings where ${within} group by operator order by count(*) desc, operator limit 200`,
      [range.from, range.to],
    ),
    pool.query<{ conversation: number; operator: number | null; score: number; comment: string; at: number }>(
      `select conversation, operator, score, comment, at from support_ratings where ${within}
        order by at desc, closing desc limit 50`,
      [range.from, range.to],
    ),
  ]);
  const named = (id: number | null) => (id === null ? null : { id, name: names.get(id) ?? `#${id}` });
  return {
    operators: sums.rows.map(({ operator, ...sum }) => ({ operator: named(operator), ...sum })),
    last: last.rows.map(({ operator, at, ...row }) => ({ ...row, operator: named(operator), at: isoTime(at) })),
  };
}
