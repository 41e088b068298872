import type { ResultOf } from '@glasshouse/api/calls';
import { isoTime } from '../kernel/core/iso-time.ts';
import { type PageRequest, pageOf } from '../platform/paging.ts';
import type { Pool } from '../platform/postgres.ts';
import {
  CONVERSATION_COLUMNS,
  type Conversation,
  CUSTOMER_KINDS,
  type CustomerKind,
  MESSAGE_COLUMNS,
  type Message,
  UNREAD_MAX,
} from './rows.ts';

export type CustomerMessage = ResultOf<'sendSupportMessage'>;
export type Status = NonNullable<ResultOf<'getSupport'>['conversation']>;

type Db = Pick<Pool, 'query'>;

export const MESSAGES_CURSOR_PARTS = 1;

export async function conversationById(db: Db, id: number): Promise<Conversation | undefined> {
  const { rows } = await db.query<Conversation>(
    `select ${CONVERSATION_COLUMNS} from support_conversations where id = $1`,
    [id],
  );
  return rows[0];
}

/** As its customer sees it: without the name of who answered. */
export const customerView = ({ id, kind, text, files, key, at }: Message): CustomerMessage => ({
  id,
  kind: kind as CustomerKind,
  text,
  files: [...files],
  key: kind === 'customer' ? key : null,
  at: isoTime(at),
});

/** Newest first; for a customer without what is for operators. */
async function messageRows(
  db: Db,
  query: { readonly conversation: number; readonly kinds: readonly string[] | null },
  page: Pick<PageRequest, 'after' | 'limit'>,
): Promise<Message[]> {
  const { rows } = await db.query<Message>(
    `select ${MESSAGE_COLUMNS} from support_messages
      where conversation = $1 and id < $2 and ($3::text[] is null or kind = any($3))
      order by id desc limit $4`,
    [query.conversation, page.after?.[0] ?? Number.MAX_SAFE_INTEGER, query.kinds, page.limit + 1],
  );
  return rows;
}

export async function customerMessages(db: Db, conversation: number, page: PageRequest) {
  const rows = await messageRows(db, { conversation, kinds: CUSTOMER_KINDS }, page);
  return pageOf(rows, page.limit, customerView, ({ id }) => [id]);
}

export async function allMessages<Item>(
  db: Db,
  query: { readonly conversation: number; readonly item: (message: Message) => Item },
  page: PageRequest,
) {
  const rows = await messageRows(db, { conversation: query.conversation, kinds: null }, page);
  return pageOf(rows, page.limit, query.item, ({ id }) => [id]);
}

/** How many of a kind are behind a place, up to a hundred. */
const unreadSql = (kinds: string, from: string, conversation: string): string =>
  `(select count(*)::int from (select from support_messages m
      where m.conversation = ${conversation} and m.kind in (${kinds}) and m.id > ${from} limit ${UNREAD_MAX}) unread)`;
export const UNREAD_OF_CUSTOMER = unreadSql("'operator'", 'c.customer_read', 'c.id');
export const UNREAD_OF_SUPPORT = unreadSql("'customer'", 'c.operator_read', 'c.id');

/** How a conversation stands for its customer. */
export async function statusOf(db: Db, id: number, typing: boolean): Promise<Status> {
  const { rows } = await db.query<Conversation & { readonly unread: number; readonly rated: boolean }>(
    `select ${CONVERSATION_COLUMNS}, ${UNREAD_OF_CUSTOMER} as unread,
            exists (select from support_ratings r where r.closing = c.closing) as rated
       from support_conversations c where id = $1`,
    [id],
  );
  const row = rows[0];
  return {
    state: row?.state ?? 'open',
    unread: row?.unread ?? 0,
    readTo: row?.operator_read ?? 0,
    typing,
    canRate: row?.state === 'closed' && row.closing !== null && !row.rated,
  };
}

/** Answers that a person has not read. */
export async function supportUnreadOf(pool: Pool, userId: number): Promise<number> {
  const { rows } = await pool.query<{ unread: number }>(
    `select ${UNREAD_OF_CUSTOMER} as unread from support_conversations c where user_id = $1`,
    [userId],
  );
  return rows[0]?.unread ?? 0;
}

/** Whether a file goes with what the customer sees: notes of operators have files of their own. */
export async function isCustomersFile(pool: Pool, conversation: number, file: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from support_messages where conversation = $1 and $2 = any(files) and kind = any($3) limit 1',
    [conversation, file, CUSTOMER_KINDS],
  );
  return rowCount === 1;
}
