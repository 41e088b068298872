import { createHash } from 'node:crypto';
import { canonicalJson } from '../kernel/core/canonical-json.ts';
import type { OperatorRequest } from './rows.ts';

type DigestedRequest = Pick<
  OperatorRequest,
  'id' | 'type' | 'user_id' | 'book' | 'body' | 'subject' | 'before' | 'after' | 'reason' | 'asked_by'
>;

/**
 * Everything that the second person reads of a request, as one SHA-256. The console reads it from
 * the database and the core carries out its own: an edited row must not be approved for another.
 */
export function requestDigest(request: DigestedRequest): string {
  const { id, type, user_id, book, body, subject, before, after, reason, asked_by } = request;
  const shown = [id, type, user_id, book, body, subject, before, after, reason, asked_by];
  return createHash('sha256').update(canonicalJson(shown)).digest('hex');
}
