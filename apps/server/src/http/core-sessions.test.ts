import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adoptSessions } from '../authority/access/adopt-sessions.ts';
import { createSessionRegistry, reconcileSessions } from '../authority/access/registry.ts';
import { accessOf } from '../authority/access/slice.ts';
import { adoption } from '../figures/in-force.ts';
import type { CoreBus } from '../kernel/core/bus.ts';
import { PostgresStore } from '../kernel/core/postgres-store.ts';
import { Harness } from '../kernel/testing/harness.ts';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { statementOf } from '../ledger/queries.ts';
import { encodeTicks } from '../market-data/tape/codec.ts';
import { hashToken, newToken } from '../people/auth/tokens.ts';
import { sessionDigest } from '../platform/session-scope.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { optionsCalls } from '../products/options/routes.ts';
import { MODULES } from '../runtime/modules.ts';
import { testEvidence } from '../transparency/testing/proving.ts';
import { answeringBus } from './core-unavailable.ts';
import { openTestGateway, type TestGateway } from './testing/gateway.ts';

/**
 * The core takes commands of sessions only that it was told of: over HTTP, with the real sequencer
 * and PostgreSQL, against somebody who writes rows into the database.
 */
const database = withTestDatabase();
let gateway: TestGateway;
let harness: Harness;

const storeOf = () =>
  new PostgresStore({ connectionString: database.url, modules: MODULES, encodeTicks, acquireTimeoutMs: 2_000 });
const bus: CoreBus = answeringBus({
  submit: (input) => harness.sequencer.submit(input),
  onUserEvents: () => {},
  onMarketFrame: () => {},
});

async function begin(): Promise<void> {
  harness = new Harness(storeOf());
  await harness.start();
  await harness.tick(10_000_000);
}

beforeAll(async () => {
  await begin();
  const { pool } = database;
  const linesOf = async (query: { userId: number; book: 'demo' | 'real'; ref: string }) =>
    (await statementOf(pool, query, { after: undefined, limit: 100, from: null, to: null })).items;
  const handlers = optionsCalls({
    pool,
    bus,
    linesOf,
    nameOf: () => 'BTC/USDT',
    findTick: async () => undefined,
    prove: testEvidence(pool).prove,
    networkOf: () => ({}),
  });
  gateway = await openTestGateway(pool, { bus, handlers, tellsSessions: true });
});
afterAll(async () => {
  await gateway.app.close();
  await harness.sequencer.stop();
});

const ORDER = { code: 'BTCUSDT', direction: 'up', amount: '100', periodId: 60 };
const buy = async (token: string, key: string) =>
  (await gateway.call('buyOption', { token, key, body: ORDER })).json.code as number;

const insertSession = (userId: number, token: string) =>
  database.pool.query(
    `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, user_agent, ip)
     values ($1, $2, $3, $3, $4, '', '')`,
    [
      Buffer.from(hashToken(token), 'hex'),
      userId,
      new Date(gateway.clock.now()),
      new Date(gateway.clock.now() + 86_400_000),
    ],
  );
const enforces = (): boolean => accessOf(harness.sequencer.state).vouched.has('sessions');

describe('sessions in the core', () => {
  let before: string;

  test('without the adoption nothing is refused: logs of before replay as they did', async () => {
    const { token } = await gateway.guest();
    expect([enforces(), await buy(token, 'before-1')]).toEqual([false, 200]);
    before = token;
  });

  test('the first start takes over what is open', async () => {
    const adopt = adoption(harness.sequencer.state);
    for (const command of adopt) await harness.sequencer.submitInternal(command);
    // A session that was opened while no core was told of any.
    const old = newToken();
    const { id } = await gateway.guest();
    await insertSession(id, old);
    await adoptSessions(harness.sequencer, database.pool, gateway.clock.now());
    expect(enforces()).toBe(true);
    expect([await buy(before, 'after-1'), await buy(old, 'after-2')]).toEqual([200, 200]);
    expect(await adoptSessions(harness.sequencer, database.pool, gateway.clock.now())).toBe(0);
  });

  test('a session row that somebody inserts opens nothing: neither the gateway nor the core takes it', async () => {
    const { id, token } = await gateway.guest();
    expect(await buy(token, 'own-1')).toBe(200);
    const forged = newToken();
    await insertSession(id, forged);
    expect(await buy(forged, 'forged-1')).toBe(code.sessionExpired);
    expect((await gateway.call('getUserInfo', { token: forged })).json.code).toBe(code.sessionExpired);
    const session = sessionDigest(hashToken(forged));
    const input = {
      id: `${id}:forged-2`,
      userId: id,
      book: 'demo',
      type: 'options.buy',
      body: ORDER,
      session,
    } as const;
    expect((await harness.sequencer.submit(input)).code).toBe(code.sessionExpired);
    await database.pool.query('delete from sessions where token_hash = $1', [Buffer.from(hashToken(forged), 'hex')]);
    const { rows } = await database.pool.query(
      `select command_id as id, code, entry::json->>'session' as session from command_log
        where command_id like $1`,
      [`${id}:forged-%`],
    );
    expect(rows).toEqual([{ id: `${id}:forged-2`, code: code.sessionExpired, session }]);
  });

  test('another token in a known row, or a known session under another owner, is refused', async () => {
    const thief = await gateway.guest();
    const victim = await gateway.guest();
    await gateway.sessions.refresh(victim.id);
    const otherToken = newToken();
    await database.pool.query('update sessions set token_hash = $1 where token_hash = $2', [
      Buffer.from(hashToken(otherToken), 'hex'),
      Buffer.from(hashToken(victim.token), 'hex'),
    ]);
    expect(await buy(otherToken, 'swapped-1')).toBe(code.sessionExpired);
    await database.pool.query('update sessions set user_id = $1 where token_hash = $2', [
      victim.id,
      Buffer.from(hashToken(thief.token), 'hex'),
    ]);
    await gateway.sessions.refresh(victim.id);
    expect(await buy(thief.token, 'moved-1')).toBe(code.sessionExpired);
  });

  test('a session that ended is ended for the core too, whatever its row says afterwards', async () => {
    const { id, token } = await gateway.guest();
    expect(await buy(token, 'ended-1')).toBe(200);
    await gateway.sessions.revokeAll(id);
    await database.pool.query('update sessions set revoked_at = null where user_id = $1', [id]);
    expect(await buy(token, 'ended-2')).toBe(code.sessionExpired);
  });

  test('what ended without the core is reconciled', async () => {
    const { id, token } = await gateway.guest();
    await database.pool.query('delete from sessions where user_id = $1', [id]);
    // Opened by the clock of the core, which stands.
    const now = () => harness.now + 3_600_000;
    const registry = createSessionRegistry({
      bus,
      pool: database.pool,
      now,
      onError: (error) => expect.fail(String(error)),
    });
    expect(accessOf(harness.sequencer.state).open.has(sessionDigest(hashToken(token)))).toBe(true);
    await reconcileSessions({ pool: database.pool, now }, registry);
    expect(accessOf(harness.sequencer.state).open.has(sessionDigest(hashToken(token)))).toBe(false);
  });

  test('a restart knows the same sessions, and the log replays', async () => {
    const { token } = await gateway.guest();
    const known = [...accessOf(harness.sequencer.state).open.keys()].sort();
    await harness.sequencer.stop();
    await begin();
    expect([...accessOf(harness.sequencer.state).open.keys()].sort()).toEqual(known);
    expect(await buy(token, 'again-1')).toBe(200);
    const { findings } = await verifyDatabase(database.pool, MODULES);
    expect(findings).toEqual([]);
  });

  test('an order without a known session cannot be in a log that replays', async () => {
    const { rows } = await database.pool.query(
      `select seq, entry from command_log where type = 'options.buy' and code = 200 order by seq desc limit 1`,
    );
    const entry = JSON.parse(rows[0].entry);
    await database.pool.query('update command_log set entry = $2 where seq = $1', [
      rows[0].seq,
      JSON.stringify({ ...entry, session: 'f'.repeat(32) }),
    ]);
    const { findings } = await verifyDatabase(database.pool, MODULES);
    await database.pool.query('update command_log set entry = $2 where seq = $1', [rows[0].seq, rows[0].entry]);
    expect(findings).toContainEqual(expect.stringContaining(`replayed ${code.sessionExpired}`));
  });
});
