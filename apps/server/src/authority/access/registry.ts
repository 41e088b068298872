import { randomUUID } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { IDS_PER_COMMAND } from '../../kernel/core/internal-commands.ts';
import type { Pool } from '../../platform/postgres.ts';
import { sessionDigestSql, stepUpDigestSql } from '../../platform/session-scope.ts';
import type { CheckBody } from './credentials.ts';
import type { OpenedSession } from './handlers.ts';
import { isOfOperator, type SessionKind } from './rows.ts';

/** Tells the core which sessions there are, before anybody holds a token. */
export interface SessionRegistry {
  /** Resolves once it is in the log; rejects when the core does not take it. */
  opened(session: OpenedSession): Promise<void>;
  /** Whether the core knows it as this owner's: asked once for each session that is read. */
  knows(
    session: Pick<OpenedSession, 'digest' | 'owner'> & { readonly kinds: readonly SessionKind[] },
  ): Promise<boolean>;
  /** A failure is left to the next reconciliation: the gateway itself refuses ended sessions. */
  ended(digests: readonly string[]): Promise<void>;
}

/** For a store that stands by itself, as in tests and benches. */
export const NO_REGISTRY: SessionRegistry = {
  opened: async () => {},
  knows: async () => true,
  ended: async () => {},
};

export interface RegistryDeps {
  readonly bus: Pick<CoreBus, 'submit'>;
  readonly pool: Pool;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Alarms about rows of sessions, of one process: enough to be looked at. */
const RAISED_MAX = 1_000;
/** A session that is only being opened has no row yet. */
const YOUNG_MS = 5 * 60_000;
/** Rows looked at by one statement: nothing waits long for it. */
const ROWS_AT_ONCE = 5_000;
/** Statements of one run; the next run goes on. */
const STATEMENTS_MAX = 500;

export function createSessionRegistry({ bus, pool, now, onError }: RegistryDeps): SessionRegistry {
  const submit = (session: OpenedSession) =>
    bus.submit({
      id: `session.open:${session.digest}:${randomUUID()}`,
      userId: isOfOperator(session.kind) ? 0 : session.owner,
      book: 'real',
      type: 'session.open',
      body: session,
    });
  const close = async (digests: readonly string[]): Promise<void> => {
    for (let from = 0; from < digests.length; from += IDS_PER_COMMAND) {
      const part = digests.slice(from, from + IDS_PER_COMMAND);
      const id = `session.close:${randomUUID()}`;
      await bus.submit({ id, userId: 0, book: 'real', type: 'session.close', body: { digests: part } });
    }
  };
  /** As many guests as one command ends lose their session, the oldest first. */
  const makeRoom = async (): Promise<void> => {
    const { rows } = await pool.query<{ digest: string }>(
      `select digest from known_sessions where ended_at is null and kind = 'guest'
        order by opened_by limit ${IDS_PER_COMMAND}`,
    );
    const digests = rows.map(({ digest }) => digest);
    await pool.query(
      `update sessions set revoked_at = $2
        where ${sessionDigestSql('token_hash')} = any($1::text[]) and revoked_at is null`,
      [digests, new Date(now())],
    );
    await close(digests);
  };
  /** The gateway has a row that the core was not told of: once for each, into the log. */
  const raised = new Set<string>();
  const raise = async ({ digest, owner, kinds }: Parameters<SessionRegistry['knows']>[0]): Promise<void> => {
    if (raised.has(digest) || RAISED_MAX <= raised.size) return;
    raised.add(digest);
    const isOperator = kinds.some(isOfOperator);
    const body: CheckBody = {
      owner_kind: isOperator ? 'operator' : 'user',
      owner,
      purpose: 'session',
      last: true,
      tables: [],
      rows: [],
      except: [],
      differs: [`session ${digest}`],
    };
    const id = `credential.check:${randomUUID()}`;
    await bus.submit({ id, userId: isOperator ? 0 : owner, book: 'real', type: 'credential.check', body });
  };
  return {
    async opened(session) {
      let answer = await submit(session);
      if (answer.code === code.capacityReached && session.kind === 'guest') {
        await makeRoom();
        answer = await submit(session);
      }
      if (answer.code !== 200) throw new Error(`the core did not take a new session: ${answer.code}`);
    },
    async knows(session) {
      const userId = session.kinds.some(isOfOperator) ? 0 : session.owner;
      const id = `session.known:${randomUUID()}`;
      const answer = await bus.submit({ id, userId, book: 'real', type: 'session.known', body: session });
      const isKnown = (answer.result as { readonly known?: boolean } | null)?.known === true;
      if (!isKnown) await raise(session);
      return isKnown;
    },
    ended: (digests) => close(digests).catch(onError),
  };
}

/**
 * Ends what the core still knows and the gateway does not: sessions that ran out unused, whose rows
 * went with an account, or whose end a crash kept from the core. Returns how many.
 */
export async function reconcileSessions({ pool, now }: Pick<RegistryDeps, 'pool' | 'now'>, registry: SessionRegistry) {
  let after = 0;
  let ended = 0;
  for (let statement = 0; statement < STATEMENTS_MAX; statement += 1) {
    const { rows } = await pool.query<{ opened_by: number; digest: string; lives: boolean }>(
      `select k.opened_by, k.digest,
              case when k.kind in ('operator', 'signingIn')
                then exists (select from operator_sessions o where o.operator = k.owner and o.ended_at is null
                              and ${sessionDigestSql('o.token_hash')} = k.digest)
                when k.kind = 'stepUp'
                then exists (select from operator_sessions o where o.operator = k.owner and o.ended_at is null
                              and ${stepUpDigestSql('o')} = k.digest)
                else exists (select from sessions s where ${sessionDigestSql('s.token_hash')} = k.digest
                              and s.user_id = k.owner and s.revoked_at is null and s.expires_at > $2)
              end as lives
         from known_sessions k
        where k.ended_at is null and k.opened_by > $1 and k.opened_at < $3
        order by k.opened_by limit ${ROWS_AT_ONCE}`,
      [after, new Date(now()), new Date(now() - YOUNG_MS)],
    );
    const gone = rows.filter(({ lives }) => !lives).map(({ digest }) => digest);
    if (0 < gone.length) await registry.ended(gone);
    ended += gone.length;
    after = rows.at(-1)?.opened_by ?? after;
    // Several of one entry may be cut off here: they are looked at by the next run.
    if (rows.length < ROWS_AT_ONCE) break;
  }
  return ended;
}
