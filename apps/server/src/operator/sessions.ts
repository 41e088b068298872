import { createHash } from 'node:crypto';
import { NO_REGISTRY, type SessionRegistry } from '../authority/access/registry.ts';
import { hashToken, looksLikeToken, newToken } from '../people/auth/tokens.ts';
import type { Clock } from '../platform/clock.ts';
import { isAllowedNetwork } from '../platform/networks.ts';
import type { Pool } from '../platform/postgres.ts';
import { sessionDigest, stepUpDigest } from '../platform/session-scope.ts';
import { type DefaultNetworks, operatorNetworks } from './allowed-networks.ts';

const MINUTE_MS = 60_000;
/** Long enough to read a document, short enough for a computer that was left alone. */
export const OPERATOR_IDLE_MS = 30 * MINUTE_MS;
/** Then the day is over, whatever happened. */
export const OPERATOR_SESSION_MS = 12 * 60 * MINUTE_MS;
/** How long a second factor counts as fresh. */
export const STEP_UP_MS = 5 * MINUTE_MS;
const TOUCH_EVERY_MS = MINUTE_MS;
const SESSIONS_MAX = 50;
const USER_AGENT_MAX = 400;

export interface OperatorSession {
  readonly id: number;
  /** How the log names it. */
  readonly digest: string;
  readonly operator: { readonly id: number; readonly name: string; readonly roles: readonly string[] };
  readonly device: string;
  /** Fingerprint of the second factor; undefined until it was given. */
  readonly credential: string | undefined;
  readonly createdAt: number;
  /** Epoch ms until which no further confirmation is asked for; 0 without one. */
  readonly stepUpUntil: number;
  readonly expiresAt: number;
}

export interface OperatorSessionLine {
  readonly id: number;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly address: string;
  readonly userAgent: string;
}

export interface OperatorSessions {
  /**
   * The session of a token from the device that it was opened on; undefined when it ended or its
   * operator is not active. Read from the database each time: whoever is shut out is out at once.
   */
  find(token: string, device: string): Promise<OperatorSession | undefined>;
  /** The same without counting as use: a page that is only left open ends like any other. */
  look(token: string, device: string): Promise<OperatorSession | undefined>;
  open(
    operator: number,
    from: { readonly device: string; readonly address: string; readonly userAgent: string },
  ): Promise<string>;
  /**
   * A second factor was given. The first one of a session makes it a full one, under a new token,
   * which is returned.
   */
  confirm(session: OperatorSession, credential: string): Promise<string | undefined>;
  list(operator: number): Promise<OperatorSessionLine[]>;
  /** Ends one session of the operator; false when there is no such session. */
  end(operator: number, sessionId: number): Promise<boolean>;
  endAll(operator: number, exceptId?: number): Promise<void>;
  /** Whether operators may come from this address now. */
  mayComeFrom(address: string): Promise<boolean>;
}

/** Belongs to one session, and says nothing about its token. */
export const csrfOf = (token: string): string => createHash('sha256').update(`csrf\n${token}`).digest('base64url');

const tokenHash = (token: string): Buffer => Buffer.from(hashToken(token), 'hex');

interface Row {
  id: number;
  operator: number;
  name: string;
  roles: readonly string[];
  device: string;
  credential: string | null;
  created_at: number;
  last_seen_at: number;
  step_up_at: number | null;
}

export function createOperatorSessions({
  pool,
  clock,
  networks,
  registry = NO_REGISTRY,
}: {
  readonly pool: Pool;
  readonly clock: Clock;
  /** From where they may come while they have not decided it themselves. */
  readonly networks?: DefaultNetworks;
  /** The core, which must know a session before it takes commands of it. */
  readonly registry?: SessionRegistry;
}): OperatorSessions {
  const tellOpened = (token: string, owner: number, kind: 'operator' | 'signingIn'): Promise<void> => {
    const until = clock.now() + OPERATOR_SESSION_MS;
    return registry.opened({ digest: sessionDigest(hashToken(token)), kind, owner, until });
  };
  /** Known for as long as it counts; told twice for the same moment, it would be refused. */
  const tellStepUp = (session: string, { operator, at }: { readonly operator: number; readonly at: number }) =>
    registry.opened({ digest: stepUpDigest(session, at), kind: 'stepUp', owner: operator, until: at + STEP_UP_MS });
  /** Until when no further confirmation is asked for, by what the core was told. */
  const stepUpEnd = async ({ operator, step_up_at: at }: Row, session: string): Promise<number> => {
    if (at === null || at + STEP_UP_MS <= clock.now()) return 0;
    const stepUp = { digest: stepUpDigest(session, at), owner: operator, kinds: ['stepUp'] as const };
    return (await registry.knows(stepUp)) ? at + STEP_UP_MS : 0;
  };
  const tellEnded = (rows: readonly { token_hash: Buffer }[]): Promise<void> =>
    rows.length === 0
      ? Promise.resolve()
      : registry.ended(rows.map(({ token_hash }) => sessionDigest(token_hash.toString('hex'))));
  const read = async (token: string, device: string, isUse: boolean): Promise<OperatorSession | undefined> => {
    if (!looksLikeToken(token)) return undefined;
    const now = clock.now();
    const { rows } = await pool.query<Row>(
      `select s.id, s.operator, o.name, o.roles, s.device, s.credential, s.created_at, s.last_seen_at, s.step_up_at
           from operator_sessions s join operators o on o.id = s.operator
          where s.token_hash = $1 and s.ended_at is null and o.state = 'active' and s.device = $2
            and s.last_seen_at > $3 and s.created_at > $4`,
      [tokenHash(token), device, new Date(now - OPERATOR_IDLE_MS), new Date(now - OPERATOR_SESSION_MS)],
    );
    const row = rows[0];
    if (row === undefined) return undefined;
    const digest = sessionDigest(hashToken(token));
    const kinds = [row.credential === null ? 'signingIn' : 'operator'] as const;
    if (!(await registry.knows({ digest, owner: row.operator, kinds }))) return undefined;
    if (isUse && TOUCH_EVERY_MS <= now - row.last_seen_at) {
      await pool.query('update operator_sessions set last_seen_at = $2 where id = $1', [row.id, new Date(now)]);
    }
    return {
      id: row.id,
      digest,
      operator: { id: row.operator, name: row.name, roles: row.roles },
      device: row.device,
      credential: row.credential ?? undefined,
      createdAt: row.created_at,
      stepUpUntil: await stepUpEnd(row, digest),
      expiresAt: Math.min(now + OPERATOR_IDLE_MS, row.created_at + OPERATOR_SESSION_MS),
    };
  };

  return {
    find: (token, device) => read(token, device, true),
    look: (token, device) => read(token, device, false),
    async open(operator, from) {
      const token = newToken();
      await tellOpened(token, operator, 'signingIn');
      await pool.query(
        `insert into operator_sessions (token_hash, operator, device, created_at, last_seen_at, address, user_agent)
         values ($1, $2, $3, $4, $4, $5, $6)`,
        [
          tokenHash(token),
          operator,
          from.device,
          new Date(clock.now()),
          from.address,
          from.userAgent.slice(0, USER_AGENT_MAX),
        ],
      );
      return token;
    },
    async confirm(session, credential) {
      const at = clock.now();
      const now = new Date(at);
      const operator = session.operator.id;
      if (session.credential !== undefined) {
        if (session.stepUpUntil === at + STEP_UP_MS) return undefined;
        await tellStepUp(session.digest, { operator, at });
        await pool.query('update operator_sessions set step_up_at = $2 where id = $1', [session.id, now]);
        return undefined;
      }
      const token = newToken();
      await tellOpened(token, operator, 'operator');
      await tellStepUp(sessionDigest(hashToken(token)), { operator, at });
      await pool.query(
        `update operator_sessions set credential = $2, step_up_at = $3, last_seen_at = $3, token_hash = $4
          where id = $1 and credential is null`,
        [session.id, credential, now, tokenHash(token)],
      );
      await registry.ended([session.digest]);
      return token;
    },
    async list(operator) {
      const now = clock.now();
      const { rows } = await pool.query<{
        id: number;
        created_at: number;
        last_seen_at: number;
        address: string;
        user_agent: string;
      }>(
        `select id, created_at, last_seen_at, address, user_agent from operator_sessions
          where operator = $1 and ended_at is null and last_seen_at > $2 and created_at > $3
          order by id desc limit ${SESSIONS_MAX}`,
        [operator, new Date(now - OPERATOR_IDLE_MS), new Date(now - OPERATOR_SESSION_MS)],
      );
      return rows.map((row) => ({
        id: row.id,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
        address: row.address,
        userAgent: row.user_agent,
      }));
    },
    async end(operator, sessionId) {
      const { rows } = await pool.query<{ token_hash: Buffer }>(
        `update operator_sessions set ended_at = $3
          where id = $2 and operator = $1 and ended_at is null returning token_hash`,
        [operator, sessionId, new Date(clock.now())],
      );
      await tellEnded(rows);
      return rows.length === 1;
    },
    async endAll(operator, exceptId = 0) {
      const { rows } = await pool.query<{ token_hash: Buffer }>(
        `update operator_sessions set ended_at = $3
          where operator = $1 and id <> $2 and ended_at is null returning token_hash`,
        [operator, exceptId, new Date(clock.now())],
      );
      await tellEnded(rows);
    },
    async mayComeFrom(address) {
      return isAllowedNetwork(await operatorNetworks(pool, networks), address);
    },
  };
}
