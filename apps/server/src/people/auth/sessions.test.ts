import { beforeAll, describe, expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/postgres.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { createSessionStore, SESSION_MAX_MS, SESSIONS_PER_USER_MAX } from './sessions.ts';
import { sweepAuth } from './sweep.ts';
import { insertUser } from './users.ts';

/** The cache of sessions against its database, where the order of things can be chosen. */
const database = withTestDatabase();
const clock = manualClock(Date.parse('2026-01-05T12:00:00Z'));
const device = { userAgent: 'test', ip: '127.0.0.1' };
let userId: number;

beforeAll(async () => {
  const guest = {
    username: undefined,
    email: undefined,
    passwordHash: undefined,
    kind: 'guest',
    language: 'en',
    invitedBy: undefined,
  } as const;
  const user = await insertUser(database.pool, guest, clock.now());
  if (typeof user !== 'string') userId = user.id;
});

/** A pool that holds the answers to session look-ups until they are released. */
function heldPool(): { pool: Pool; letGo: () => void; held: Promise<void> } {
  let letGo = (): void => {};
  let isHeld = (): void => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const query = async (sql: string, values: unknown[]) => {
    const result = await database.pool.query(sql, values);
    if (!sql.includes('from sessions s join users')) return result;
    isHeld();
    await gate;
    return result;
  };
  return { pool: { query } as unknown as Pool, letGo, held };
}

describe('the session store', () => {
  test('does not cache a session revoked during its look-up', async () => {
    const { pool, letGo, held } = heldPool();
    const sessions = createSessionStore({ pool, clock });
    const token = await sessions.open(userId, device);
    const looking = sessions.find(token);
    await held;
    // The database has answered "valid", and the answer is in flight.
    expect(await sessions.revokeAll(userId)).toBe(1);
    letGo();
    await looking;
    expect(sessions.cached(token)).toBeUndefined();
    expect(await sessions.find(token)).toBeUndefined();
  });

  test('reports each ended session once to its listeners', async () => {
    const sessions = createSessionStore({ pool: database.pool, clock });
    const ended: number[] = [];
    sessions.onRevoked((ids) => ended.push(...ids));
    const tokens = [await sessions.open(userId, device), await sessions.open(userId, device)];
    const ids = await Promise.all(tokens.map(async (token) => (await sessions.find(token))!.id));
    await sessions.revoke(userId, ids[0]!);
    await sessions.revoke(userId, ids[0]!);
    await sessions.revokeAll(userId);
    expect(ended.sort()).toEqual(ids.sort());
  });

  test('logs out the least recently used device when there are too many', async () => {
    const sessions = createSessionStore({ pool: database.pool, clock });
    const first = await sessions.open(userId, device);
    for (let index = 0; index < SESSIONS_PER_USER_MAX; index += 1) {
      clock.advance(1_000);
      await sessions.open(userId, device);
    }
    expect(await sessions.find(first)).toBeUndefined();
    expect(await sessions.list(userId)).toHaveLength(SESSIONS_PER_USER_MAX);
  });

  test('evicts the least recently used when the cache is full, and reads it again', async () => {
    const sessions = createSessionStore({ pool: database.pool, clock, cachedMax: 2 });
    const tokens = [];
    for (let index = 0; index < 3; index += 1) {
      tokens.push(await sessions.open(userId, device));
      await sessions.find(tokens[index]!);
    }
    expect(sessions.cached(tokens[0]!)).toBeUndefined();
    expect((await sessions.find(tokens[0]!))?.userId).toBe(userId);
  });
});

test('sessions and codes that ran out long ago are taken away, in steps, and no others', async () => {
  const { pool } = database;
  const now = clock.now();
  const day = 86_400_000;
  await pool.query('delete from sessions');
  const ended = [91, 91, 91, 89, 1, -1];
  for (const [nth, days] of ended.entries()) {
    await pool.query(
      `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, user_agent, ip)
       values (sha256($1::bytea), $2, $3, $3, $3, 'test', '127.0.0.1')`,
      [`token ${nth}`, userId, new Date(now - days * day)],
    );
    await pool.query(
      `insert into verification_codes (account, purpose, code_hash, created_at, expires_at)
       values ($1, 'register', $2, $3, $3)`,
      [`person${nth}@example.com`, 'hash', new Date(now - days * day)],
    );
  }
  // Three sessions of more than ninety days; all codes but those of the last day and of tomorrow.
  expect(await sweepAuth(pool, now - 1, 2)).toBe(3 + 4);
  expect(await sweepAuth(pool, now - 1, 2)).toBe(0);
  const { rows } = await pool.query(
    'select (select count(*) from sessions) as sessions, (select count(*) from verification_codes) as codes',
  );
  expect(rows[0]).toEqual({ sessions: 3, codes: 2 });
});

test('a session of a member ends after ninety days however it is used; one of a guest goes on', async () => {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into users (kind, language, invite_code, created_at, username, password_hash)
     values ('user', 'en', 'NINETY', now(), 'ninety', 'none') returning id`,
  );
  const at = manualClock(clock.now());
  const store = createSessionStore({ pool: database.pool, clock: at });
  const member = await store.open(rows[0]!.id, device);
  const guest = await store.open(userId, device);
  for (let passed = 0; passed + 20 * 86_400_000 < SESSION_MAX_MS; passed += 20 * 86_400_000) {
    expect(await store.find(member)).toBeDefined();
    expect(await store.find(guest)).toBeDefined();
    at.advance(20 * 86_400_000);
  }
  expect([await store.find(member), await store.find(guest)]).not.toContain(undefined);
  at.advance(20 * 86_400_000);
  expect(await store.find(member)).toBeUndefined();
  expect(await createSessionStore({ pool: database.pool, clock: at }).find(member)).toBeUndefined();
  expect(await store.find(guest)).toBeDefined();
});
