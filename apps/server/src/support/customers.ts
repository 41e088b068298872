import { code } from '@glasshouse/api/codes';
import type { Language } from '@glasshouse/api/constants';
import { hashToken, looksLikeToken, newToken } from '../people/auth/tokens.ts';
import { type CallAnswer, type CallContext, refuse } from '../platform/call.ts';
import type { Pool } from '../platform/postgres.ts';
import { CONVERSATION_COLUMNS, type Conversation } from './rows.ts';

/** Says what a token is, to people who find one and to the socket. */
const PREFIX = 'visitor.';

/** Who writes: a person, or whoever holds the token of a conversation. */
export type Customer = { readonly userId: number } | { readonly visitor: Conversation };

type Db = Pick<Pool, 'query'>;

export async function startVisit(
  pool: Pool,
  visit: { readonly language: Language; readonly now: number },
): Promise<string> {
  const token = newToken();
  await pool.query(
    'insert into support_conversations (visitor_hash, language, created_at, last_at) values ($1, $2, $3, $3)',
    [hashToken(token), visit.language, new Date(visit.now)],
  );
  return PREFIX + token;
}

/** The conversation of a visitor's token; undefined for any other text. */
export async function visitorOf(db: Db, text: string | undefined): Promise<Conversation | undefined> {
  const token = text?.startsWith(PREFIX) === true ? text.slice(PREFIX.length) : undefined;
  if (token === undefined || !looksLikeToken(token)) return undefined;
  const { rows } = await db.query<Conversation>(
    `select ${CONVERSATION_COLUMNS} from support_conversations where visitor_hash = $1`,
    [hashToken(token)],
  );
  return rows[0];
}

export async function conversationOfUser(db: Db, userId: number): Promise<Conversation | undefined> {
  const { rows } = await db.query<Conversation>(
    `select ${CONVERSATION_COLUMNS} from support_conversations where user_id = $1`,
    [userId],
  );
  return rows[0];
}

/** Whoever is logged in, or holds a token; a token that is worth nothing is told apart. */
export async function customerOf(pool: Pool, context: CallContext): Promise<Customer | undefined> {
  if (context.caller !== undefined) return { userId: context.caller.userId };
  const visitor = await visitorOf(pool, context.visitor);
  return visitor === undefined ? undefined : { visitor };
}

export const conversationOf = async (pool: Pool, customer: Customer): Promise<Conversation | undefined> =>
  'visitor' in customer ? customer.visitor : conversationOfUser(pool, customer.userId);

/** Whom the socket knows: visitors by the number of their conversation, below zero. */
export const audienceOf = ({ id, user_id }: Pick<Conversation, 'id' | 'user_id'>): number => user_id ?? -id;

export const unknownVisit = (): CallAnswer<never> => refuse(code.visitUnknown);
