import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';

const scope = new AsyncLocalStorage<string>();

/** Of 128 bits: nobody finds a second token with the same one. */
const DIGEST_HEX = 32;
export const SESSION_DIGEST = /^[0-9a-f]{32}$/;

/**
 * How the log names a session. Of the hash of the token that the database has, so that neither
 * token nor hash can be computed from the log, and a row whose hash was changed is another session.
 */
export const sessionDigest = (tokenHash: string): string =>
  createHash('sha256').update(Buffer.from(tokenHash, 'hex')).digest('hex').slice(0, DIGEST_HEX);

/** The same in SQL, of a column with the hash of a token. */
export const sessionDigestSql = (column: string): string =>
  `substr(encode(sha256(${column}), 'hex'), 1, ${DIGEST_HEX})`;

/**
 * How the log names a second factor that was given in a session at a moment, in epoch ms. Another
 * moment or session in the database is another one, of which the core was not told.
 */
export const stepUpDigest = (session: string, at: number): string =>
  createHash('sha256').update(`step up ${session} ${at}`).digest('hex').slice(0, DIGEST_HEX);

/** The same in SQL, of a row of `operator_sessions`. */
export const stepUpDigestSql = (alias: string): string =>
  `substr(encode(sha256(convert_to('step up ' || ${sessionDigestSql(`${alias}.token_hash`)} || ' ' ||
     round(extract(epoch from ${alias}.step_up_at) * 1000)::bigint::text, 'UTF8')), 'hex'), 1, ${DIGEST_HEX})`;

/** Whatever `work` submits to the core, now or later, names this session. */
export const withinSession = <Result>(digest: string, work: () => Result): Result => scope.run(digest, work);

/** The session of the request that is being answered. */
export const currentSessionDigest = (): string | undefined => scope.getStore();

/** For what the server does by itself while it answers somebody: the entry names no session. */
export const withoutSession = <Result>(work: () => Result): Result => scope.exit(work);
