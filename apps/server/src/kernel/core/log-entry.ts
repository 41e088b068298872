import { hash } from 'node:crypto';
import type { Book, Command, CommandAnswer, Json } from './types.ts';

/** One entry of the command log: everything that the decision was based on. */
export interface LogEntry {
  readonly seq: number;
  readonly id: string;
  readonly user: number;
  readonly book: Book;
  readonly type: string;
  readonly body: Json;
  readonly facts: Json;
  readonly at: number;
  readonly code: number;
  readonly result: Json;
  /** Digest of the session that it came by. */
  readonly session?: string;
}

/** The session, where there is one: commands of the server and of before have no such field. */
export const sessionPart = ({ session }: { readonly session?: string }): { readonly session?: string } =>
  session === undefined ? NO_SESSION : { session };
const NO_SESSION = Object.freeze({});

/** The exact text that is hashed and stored; its key order is part of the format. */
export function entryText(command: Command, answer: { code: number; result: Json }): string {
  const entry: LogEntry = {
    seq: command.seq,
    id: command.id,
    user: command.userId,
    book: command.book,
    type: command.type,
    body: command.body,
    facts: command.facts,
    at: command.at,
    code: answer.code,
    result: answer.result,
    ...sessionPart(command),
  };
  return JSON.stringify(entry);
}

export const parseEntry = (text: string): LogEntry => JSON.parse(text) as LogEntry;

export function commandOf(entry: LogEntry): Command {
  const { seq, id, user, book, type, body, facts, at } = entry;
  return { seq, id, userId: user, book, type, body, facts, at, ...sessionPart(entry) };
}

/**
 * SHA-256(previous hash ‖ entry text): a changed, missing or reordered entry breaks every hash
 * after it.
 */
export function chainHash(previous: Buffer, text: string): Buffer {
  const bytes = Buffer.allocUnsafe(previous.length + Buffer.byteLength(text));
  previous.copy(bytes);
  bytes.write(text, previous.length);
  return hash('sha256', bytes, 'buffer');
}

/** The fields of a refusal are kept in the logged result. */
export function answerOf(entry: LogEntry): CommandAnswer {
  if (entry.code === 200) return { seq: entry.seq, code: 200, result: entry.result };
  const refused = entry.result as { fields?: Record<string, number> } | null;
  const base = { seq: entry.seq, code: entry.code, result: null };
  return refused?.fields === undefined ? base : { ...base, fields: refused.fields };
}
