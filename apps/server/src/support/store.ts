import { code } from '@glasshouse/api/codes';
import type { Language } from '@glasshouse/api/constants';
import { type CallAnswer, done, refuse } from '../platform/call.ts';
import type { Pool, PoolClient } from '../platform/postgres.ts';
import { inTransaction, keep, undo } from '../platform/transaction.ts';
import {
  CONVERSATION_COLUMNS,
  type Conversation,
  MESSAGE_COLUMNS,
  type Message,
  type MessageKind,
  SUPPORT_PURPOSE,
  usedBy,
} from './rows.ts';

/** Nobody writes more than this in one conversation; a program does. */
export const MESSAGES_MAX = 5_000;

/** Who sends: their files, and none of anybody else, may go with it. */
export type Sender = { readonly userId: number } | { readonly visitor: number } | { readonly operator: number };

export interface Draft {
  readonly kind: MessageKind;
  readonly sender: Sender;
  readonly text: string;
  readonly files: readonly string[];
  readonly key: string | null;
}

export interface WrittenMessage {
  readonly conversation: Conversation;
  readonly message: Message;
  /** Whether it is new, and not sent again. */
  readonly isNew: boolean;
  /** Whether it opened a conversation that was closed. */
  readonly reopened: boolean;
}

/** The person's conversation, made with their first message. */
export async function openConversation(
  pool: Pool,
  customer: { readonly userId: number; readonly language: Language; readonly now: number },
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into support_conversations as known (user_id, language, created_at, last_at) values ($1, $2, $3, $3)
     on conflict (user_id) do update set language = excluded.language returning id`,
    [customer.userId, customer.language, new Date(customer.now)],
  );
  return rows[0]!.id;
}

const lockConversation = async (client: PoolClient, id: number): Promise<Conversation | undefined> => {
  const { rows } = await client.query<Conversation>(
    `select ${CONVERSATION_COLUMNS} from support_conversations where id = $1 for no key update`,
    [id],
  );
  return rows[0];
};

/** Writes a message once; the same key of the same side is answered with what was written. */
export async function write(pool: Pool, id: number, draft: Draft, now: number): Promise<CallAnswer<WrittenMessage>> {
  if (draft.text.trim() === '' && draft.files.length === 0) return refuse(code.messageEmpty, 'text');
  return inTransaction<CallAnswer<WrittenMessage>>(pool, async (client) => {
    const conversation = await lockConversation(client, id);
    if (conversation === undefined) return undo(refuse(code.nothingFound, 'id'));
    const operator = 'operator' in draft.sender ? draft.sender.operator : null;
    const known = await messageByKey(client, id, operator, draft.key);
    if (known !== undefined) return keep(done({ conversation, message: known, isNew: false, reopened: false }));
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from support_messages where conversation = $1',
      [id],
    );
    if (MESSAGES_MAX <= (rows[0]?.count ?? 0)) return undo(refuse(code.conversationFull));
    const isOurs = draft.kind !== 'customer';
    const reopens = draft.kind !== 'note' && conversation.state === 'closed';
    if (reopens) await add(client, id, { ...event('reopened', operator), now });
    const message = await add(client, id, { ...draft, operator, now });
    if (!(await bindFiles(client, { ...draft, conversation: id }))) return undo(refuse(code.fileNotFound, 'files'));
    if (draft.kind !== 'note') await follow(client, { id, message, isOurs, operator });
    const after = { ...conversation, state: 'open' as const };
    return keep(done({ conversation: after, message, isNew: true, reopened: reopens }));
  });
}

const event = (kind: MessageKind, operator: number | null) => ({
  kind,
  operator,
  text: '',
  files: [],
  key: null,
});

async function messageByKey(client: PoolClient, id: number, operator: number | null, key: string | null) {
  if (key === null) return undefined;
  const { rows } = await client.query<Message>(
    `select ${MESSAGE_COLUMNS} from support_messages where conversation = $1 and coalesce(operator, 0) = $2 and key = $3`,
    [id, operator ?? 0, key],
  );
  return rows[0];
}

async function add(
  client: PoolClient,
  id: number,
  message: Omit<Message, 'id' | 'at'> & { readonly now: number },
): Promise<Message> {
  const { rows } = await client.query<Message>(
    `insert into support_messages (conversation, kind, operator, text, files, key, at)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${MESSAGE_COLUMNS}`,
    [id, message.kind, message.operator, message.text, message.files, message.key, new Date(message.now)],
  );
  return rows[0]!;
}

/** Who answers takes the conversation, if nobody has; who writes has read what is above. */
async function follow(
  client: PoolClient,
  { id, message, isOurs, operator }: { id: number; message: Message; isOurs: boolean; operator: number | null },
): Promise<void> {
  const at = new Date(message.at);
  if (isOurs) {
    await client.query(
      `update support_conversations set state = 'open', last_at = $2, waiting_since = null, operator_read = $3,
              assigned = coalesce(assigned, $4) where id = $1`,
      [id, at, message.id, operator],
    );
    return;
  }
  await client.query(
    `update support_conversations set state = 'open', last_at = $2, waiting_since = coalesce(waiting_since, $2),
            customer_read = $3, mailed_at = null where id = $1`,
    [id, at, message.id],
  );
}

/** Only files of the sender, uploaded for this, that nothing uses. */
async function bindFiles(
  client: PoolClient,
  { sender, files, conversation }: Pick<Draft, 'sender' | 'files'> & { readonly conversation: number },
): Promise<boolean> {
  const [column, owner] =
    'userId' in sender
      ? (['user_id', sender.userId] as const)
      : 'visitor' in sender
        ? (['visitor', sender.visitor] as const)
        : (['operator', sender.operator] as const);
  if (files.length === 0) return true;
  const { rowCount } = await client.query(
    `update files set used_by = $3, expires_at = null
      where id = any($1) and ${column} = $2 and purpose = $4 and used_by is null
        and stored_at is not null and sealed_key is not null`,
    [files, owner, usedBy(conversation), SUPPORT_PURPOSE],
  );
  return rowCount === new Set(files).size && rowCount === files.length;
}

/** Closes or opens; undefined where it is so already. */
export async function setState(
  pool: Pool,
  id: number,
  change: { readonly state: 'open' | 'closed'; readonly operator: number | null; readonly now: number },
): Promise<{ readonly conversation: Conversation; readonly message: Message } | undefined> {
  return inTransaction(pool, async (client) => {
    const conversation = await lockConversation(client, id);
    if (conversation === undefined || conversation.state === change.state) return undo(undefined);
    const kind = change.state === 'closed' ? 'closed' : 'reopened';
    const message = await add(client, id, { ...event(kind, change.operator), now: change.now });
    await client.query(
      `update support_conversations set state = $2, last_at = $3, waiting_since = null,
              closing = case when $2 = 'closed' then $4::bigint else closing end where id = $1`,
      [id, change.state, new Date(change.now), message.id],
    );
    return keep({ conversation: { ...conversation, state: change.state }, message });
  });
}

/** Hands over, with a note that only operators see. */
export async function assign(
  pool: Pool,
  id: number,
  assignment: { readonly to: number | null; readonly by: number; readonly note: string; readonly now: number },
): Promise<Conversation | undefined> {
  return inTransaction(pool, async (client) => {
    const conversation = await lockConversation(client, id);
    if (conversation === undefined) return undo(undefined);
    if (conversation.assigned === assignment.to && assignment.note === '') return keep(conversation);
    await add(client, id, { ...event('handover', assignment.by), text: assignment.note, now: assignment.now });
    await client.query('update support_conversations set assigned = $2 where id = $1', [id, assignment.to]);
    await client.query(
      `delete from operator_claims where queue = 'support' and item = $1 and operator is distinct from $2`,
      [id, assignment.to],
    );
    return keep({ ...conversation, assigned: assignment.to });
  });
}

/** Whether anything was unread up to there. */
export async function markRead(
  pool: Pool,
  id: number,
  mark: { readonly side: 'customer' | 'operator'; readonly upTo: number },
): Promise<boolean> {
  const [column, more] =
    mark.side === 'customer' ? (['customer_read', ', mailed_at = null'] as const) : (['operator_read', ''] as const);
  const { rowCount } = await pool.query(
    `update support_conversations c set ${column} = seen.id ${more}
       from (select max(m.id) as id from support_messages m where m.conversation = $1 and m.id <= $2) seen
      where c.id = $1 and seen.id > c.${column}`,
    [id, mark.upTo],
  );
  return rowCount === 1;
}

/** Once for each closing, while it is closed. */
export async function rate(
  pool: Pool,
  id: number,
  rating: { readonly score: number; readonly comment: string; readonly now: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into support_ratings (closing, conversation, operator, score, comment, at)
     select closing, id, assigned, $2, $3, $4 from support_conversations
      where id = $1 and state = 'closed' and closing is not null
     on conflict (closing) do nothing`,
    [id, rating.score, rating.comment, new Date(rating.now)],
  );
  return rowCount === 1;
}

/** Makes a visitor's conversation the person's own; joined to theirs, if they have one. */
export async function adopt(
  pool: Pool,
  customer: { readonly visitor: number; readonly userId: number },
): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      'select id from support_conversations where user_id = $1 for no key update',
      [customer.userId],
    );
    const own = rows[0]?.id;
    if (own === undefined) {
      await client.query('update support_conversations set user_id = $2, visitor_hash = null where id = $1', [
        customer.visitor,
        customer.userId,
      ]);
      return keep(customer.visitor);
    }
    // A key may have been chosen twice, by whoever wrote as both.
    await client.query('update support_messages set conversation = $2, key = null where conversation = $1', [
      customer.visitor,
      own,
    ]);
    await client.query('update files set used_by = $2 where used_by = $1', [usedBy(customer.visitor), usedBy(own)]);
    await client.query('update support_ratings set conversation = $2 where conversation = $1', [customer.visitor, own]);
    await client.query(
      `update support_conversations mine set last_at = greatest(mine.last_at, theirs.last_at),
              state = case when theirs.waiting_since is null then mine.state else 'open' end,
              waiting_since = least(mine.waiting_since, theirs.waiting_since),
              assigned = coalesce(mine.assigned, theirs.assigned),
              customer_read = greatest(mine.customer_read, theirs.customer_read),
              operator_read = least(mine.operator_read, theirs.operator_read)
         from support_conversations theirs where mine.id = $2 and theirs.id = $1`,
      [customer.visitor, own],
    );
    await client.query('update files set expires_at = now() where visitor = $1 and used_by is null', [
      customer.visitor,
    ]);
    await client.query('delete from support_conversations where id = $1', [customer.visitor]);
    return keep(own);
  });
}
