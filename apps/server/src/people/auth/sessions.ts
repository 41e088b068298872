import { LRUCache } from 'lru-cache';
import { SESSION_KNOWN_MS } from '../../authority/access/adopt-sessions.ts';
import { NO_REGISTRY, type SessionRegistry } from '../../authority/access/registry.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/postgres.ts';
import { sessionDigest } from '../../platform/session-scope.ts';
import { hashToken, looksLikeToken, newToken } from './tokens.ts';

const DAY_MS = 86_400_000;
/** A session ends this long after it was last used. */
export const SESSION_IDLE_MS = 30 * DAY_MS;
/**
 * And this long after its login, however often it is used: a token that was copied does not live
 * for ever. A guest has nothing to log in with again, so theirs only ends by lying idle.
 */
export const SESSION_MAX_MS = 90 * DAY_MS;
/** The last use is written at most this often: the hot path must not write. */
const TOUCH_EVERY_MS = 5 * 60_000;
/** The oldest of a person's devices is logged out when one more than this logs in. */
export const SESSIONS_PER_USER_MAX = 50;
/** About 400 bytes each. */
const CACHED_MAX = 50_000;
const USER_AGENT_MAX = 400;

export interface Session {
  readonly id: number;
  readonly userId: number;
  readonly kind: 'guest' | 'user';
  readonly status: 'active' | 'frozen';
  /** What the person's identity check has reached. */
  readonly verified: 'none' | 'basic' | 'full';
  /** Since when the account is a member's; of a guest since it is there. */
  readonly memberSince: number;
  readonly tokenHash: string;
  /** How the log names it. */
  readonly digest: string;
  /** However often it is used. */
  readonly endsAt: number;
  expiresAt: number;
  seenAt: number;
}

/** An account costs a name and a password: only with time it is worth more than its network. */
const WEIGHT_AFTER_MS = 7 * 24 * 60 * 60_000;

/**
 * Whether somebody counts by themselves. Guests and new members count with their network, however
 * many of them there are; members do so until they were verified, or are a week old.
 */
export const hasWeight = ({ kind, verified, memberSince }: Session, now: number): boolean =>
  kind === 'user' && (verified !== 'none' || memberSince + WEIGHT_AFTER_MS <= now);

export interface SessionLine {
  readonly id: number;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  readonly userAgent: string;
  readonly ip: string;
}

export interface Device {
  readonly userAgent: string;
  readonly ip: string;
}

export interface SessionStore {
  /** The session when it is in memory and valid, without waiting: the hot path. */
  cached(token: string): Session | undefined;
  /**
   * The session of a token; undefined when there is none, it has expired or was revoked, or its
   * user is disabled.
   */
  find(token: string): Promise<Session | undefined>;
  /** Opens a session and returns its token, which is stored nowhere. */
  open(userId: number, device: Device): Promise<string>;
  list(userId: number): Promise<SessionLine[]>;
  /** Ends one session of the user; false when the user has no such session. */
  revoke(userId: number, sessionId: number): Promise<boolean>;
  /** Ends all sessions of the user but one; returns how many. */
  revokeAll(userId: number, exceptId?: number): Promise<number>;
  /**
   * The user changed (upgraded, verified, frozen, disabled): drops the cached sessions, so that
   * they are read again.
   */
  refresh(userId: number): Promise<void>;
  /** Called with the session ids that ended, so that open sockets can be closed. */
  onRevoked(listener: (sessionIds: readonly number[]) => void): void;
}

export const storedUserAgent = ({ userAgent }: Device): string => userAgent.slice(0, USER_AGENT_MAX);

interface SessionRow {
  id: number;
  user_id: number;
  kind: 'guest' | 'user';
  status: 'active' | 'frozen';
  verified: 'none' | 'basic' | 'full';
  expires_at: number;
  last_seen_at: number;
  created_at: number;
  member_since: number;
}

export interface SessionStoreOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  /** Called when writing a last use fails; the session stays valid. */
  readonly onError?: (error: unknown) => void;
  readonly cachedMax?: number;
  /** The core, which must know a session before it takes commands of it. */
  readonly registry?: SessionRegistry;
}

export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const { pool, clock, onError = () => {}, registry = NO_REGISTRY } = options;
  const cache = new LRUCache<string, Session>({ max: options.cachedMax ?? CACHED_MAX });
  const listeners: ((sessionIds: readonly number[]) => void)[] = [];
  /** Counts removals, so that a concurrent read does not put back what one removed. */
  let removals = 0;

  const forget = (rows: readonly { token_hash: Buffer }[]): void => {
    removals += 1;
    for (const row of rows) cache.delete(row.token_hash.toString('hex'));
  };
  const end = async (rows: readonly { id: number; token_hash: Buffer }[]): Promise<void> => {
    forget(rows);
    if (rows.length === 0) return;
    const ids = rows.map((row) => row.id);
    for (const listener of listeners) listener(ids);
    await registry.ended(rows.map((row) => sessionDigest(row.token_hash.toString('hex'))));
  };

  const use = (session: Session, now: number): Session | undefined => {
    if (session.expiresAt <= now) {
      cache.delete(session.tokenHash);
      return undefined;
    }
    if (TOUCH_EVERY_MS <= now - session.seenAt) {
      session.seenAt = now;
      session.expiresAt = Math.min(now + SESSION_IDLE_MS, session.endsAt);
      pool
        .query('update sessions set last_seen_at = $2, expires_at = $3 where id = $1 and revoked_at is null', [
          session.id,
          new Date(now),
          new Date(session.expiresAt),
        ])
        .catch(onError);
    }
    return session;
  };

  const cached = (token: string): Session | undefined => {
    const session = cache.get(hashToken(token));
    return session === undefined ? undefined : use(session, clock.now());
  };

  const kindOf = async (userId: number): Promise<'guest' | 'user'> => {
    const { rows } = await pool.query<{ kind: 'guest' | 'user' }>('select kind from users where id = $1', [userId]);
    return rows[0]?.kind ?? 'guest';
  };

  return {
    cached,
    async find(token) {
      if (!looksLikeToken(token)) return undefined;
      const known = cached(token);
      if (known !== undefined) return known;
      const tokenHash = hashToken(token);
      const removalsBefore = removals;
      const now = clock.now();
      const { rows } = await pool.query<SessionRow>(
        `select s.id, s.user_id, u.kind, coalesce(st.status, u.status) as status, s.expires_at, s.last_seen_at, s.created_at,
                coalesce(u.upgraded_at, u.created_at) as member_since,
                case when k.full_state = 'verified' then 'full'
                     when k.basic_state = 'verified' then 'basic' else 'none' end as verified
           from sessions s join users u on u.id = s.user_id
                left join user_standings st on st.user_id = u.id left join kyc_states k on k.user_id = u.id
          where s.token_hash = $1 and s.revoked_at is null and s.expires_at > $2 and s.created_at > $3
            and coalesce(st.status, u.status) <> 'disabled'`,
        // The core forgets a session then, however often it was used.
        [Buffer.from(tokenHash, 'hex'), new Date(now), new Date(now - SESSION_KNOWN_MS)],
      );
      const row = rows[0];
      if (row === undefined) return undefined;
      const digest = sessionDigest(tokenHash);
      // A row that somebody wrote into the database opens nothing, not even a page to read.
      if (!(await registry.knows({ digest, owner: row.user_id, kinds: ['guest', 'user'] }))) return undefined;
      const endsAt = row.kind === 'guest' ? Number.POSITIVE_INFINITY : row.created_at + SESSION_MAX_MS;
      const session: Session = {
        id: row.id,
        userId: row.user_id,
        kind: row.kind,
        status: row.status,
        verified: row.verified,
        memberSince: row.member_since,
        tokenHash,
        digest,
        endsAt,
        expiresAt: Math.min(row.expires_at, endsAt),
        seenAt: row.last_seen_at,
      };
      if (removals === removalsBefore) cache.set(tokenHash, session);
      return use(session, now);
    },
    async open(userId, device) {
      const token = newToken();
      const now = clock.now();
      const kind = await kindOf(userId);
      const digest = sessionDigest(hashToken(token));
      // Before the row: a session that only the core knows opens nothing, and ends with the next
      // reconciliation. A row that the core does not know is one that somebody wrote by hand.
      await registry.opened({ digest, kind, owner: userId, until: now + SESSION_KNOWN_MS });
      await pool.query(
        `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, user_agent, ip)
         values ($1, $2, $3, $3, $4, $5, $6)`,
        [
          Buffer.from(hashToken(token), 'hex'),
          userId,
          new Date(now),
          new Date(now + SESSION_IDLE_MS),
          storedUserAgent(device),
          device.ip,
        ],
      );
      const { rows } = await pool.query<{ id: number; token_hash: Buffer }>(
        `update sessions set revoked_at = $2
          where revoked_at is null and id in (
            select id from sessions where user_id = $1 and revoked_at is null
             order by last_seen_at desc, id desc offset ${SESSIONS_PER_USER_MAX})
         returning id, token_hash`,
        [userId, new Date(now)],
      );
      await end(rows);
      return token;
    },
    async list(userId) {
      const { rows } = await pool.query<{
        id: number;
        created_at: number;
        last_seen_at: number;
        expires_at: number;
        user_agent: string;
        ip: string;
      }>(
        `select id, created_at, last_seen_at, expires_at, user_agent, ip from sessions
          where user_id = $1 and revoked_at is null and expires_at > $2
          order by last_seen_at desc, id desc limit ${SESSIONS_PER_USER_MAX}`,
        [userId, new Date(clock.now())],
      );
      return rows.map((row) => ({
        id: row.id,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
        expiresAt: row.expires_at,
        userAgent: row.user_agent,
        ip: row.ip,
      }));
    },
    async revoke(userId, sessionId) {
      const { rows } = await pool.query<{ id: number; token_hash: Buffer }>(
        `update sessions set revoked_at = $3 where id = $2 and user_id = $1 and revoked_at is null returning id, token_hash`,
        [userId, sessionId, new Date(clock.now())],
      );
      await end(rows);
      return rows.length === 1;
    },
    async revokeAll(userId, exceptId = 0) {
      const { rows } = await pool.query<{ id: number; token_hash: Buffer }>(
        `update sessions set revoked_at = $3 where user_id = $1 and id <> $2 and revoked_at is null returning id, token_hash`,
        [userId, exceptId, new Date(clock.now())],
      );
      await end(rows);
      return rows.length;
    },
    async refresh(userId) {
      const { rows } = await pool.query<{ token_hash: Buffer }>(
        'select token_hash from sessions where user_id = $1 and revoked_at is null',
        [userId],
      );
      forget(rows);
    },
    onRevoked(listener) {
      listeners.push(listener);
    },
  };
}
