import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CoreBus } from '../kernel/core/bus.ts';
import { PostgresStore } from '../kernel/core/postgres-store.ts';
import { Harness } from '../kernel/testing/harness.ts';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { statementOf } from '../ledger/queries.ts';
import { encodeTicks } from '../market-data/tape/codec.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { optionsCalls } from '../products/options/routes.ts';
import { MODULES } from '../runtime/modules.ts';
import { testEvidence } from '../transparency/testing/proving.ts';
import { openTestGateway, type TestGateway } from './testing/gateway.ts';

/**
 * Money over HTTP, through the real sequencer into PostgreSQL: moved once, shown as it was moved,
 * and the books add up.
 */
const database = withTestDatabase();
let gateway: TestGateway;
let harness: Harness;

beforeAll(async () => {
  const store = new PostgresStore({
    connectionString: database.url,
    modules: MODULES,
    encodeTicks,
    acquireTimeoutMs: 2_000,
  });
  harness = new Harness(store);
  await harness.start();
  await harness.tick(10_000_000);
  const { pool } = database;
  const bus: CoreBus = {
    submit: (input) => harness.sequencer.submit(input),
    onUserEvents: () => {},
    onMarketFrame: () => {},
  };
  const linesOf = async (query: { userId: number; book: 'demo' | 'real'; ref: string }) =>
    (await statementOf(pool, query, { after: undefined, limit: 100, from: null, to: null })).items;
  const handlers = optionsCalls({
    pool,
    bus,
    nameOf: () => 'BTC/USDT',
    findTick: async () => undefined,
    prove: testEvidence(pool).prove,
    networkOf: () => ({}),
    linesOf,
  });
  gateway = await openTestGateway(pool, { bus, handlers });
});
afterAll(async () => {
  await gateway.app.close();
  await harness.sequencer.stop();
});

const ORDER = { code: 'BTCUSDT', direction: 'up', amount: '100', periodId: 60 };
const buy = (token: string, key: string, body: object = ORDER, headers: Record<string, string> = {}) =>
  gateway.call('buyOption', { token, key, body, headers });
const balance = async (token: string) => (await gateway.call('listBalances', { token })).json.result.items[0];

describe('an order', () => {
  test('is placed once by thirty requests with one key, and the stake is held once', async () => {
    const { token, id } = await gateway.guest();
    expect(await balance(token)).toMatchObject({ asset: 'USDT', available: '100000', inOptions: '0', total: '100000' });
    const answers = await Promise.all(Array.from({ length: 30 }, () => buy(token, 'click')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.json))).size).toBe(1);
    expect(answers[0]?.json).toMatchObject({ code: 200, result: { state: 'waiting', amount: '100' } });
    const list = await gateway.call('listOptionOrders', { token, query: 'state=waiting&state=open' });
    expect(list.json.result.items).toHaveLength(1);
    const { fee } = answers[0]!.json.result;
    const now = await balance(token);
    expect(now).toMatchObject({ held: '0', total: '100000' });
    expect(Number(now.inOptions)).toBeCloseTo(100 + Number(fee), 8);
    expect((await buy(token, 'click', { ...ORDER, amount: '101' })).json.code).toBe(code.idempotencyKeyReused);
    const stored = await database.pool.query('select count(*)::int as n from option_orders where user_id = $1', [id]);
    expect(stored.rows[0].n).toBe(1);
  });

  test('never costs more than there is, however many come at once', async () => {
    const { token } = await gateway.guest();
    const stake = { ...ORDER, amount: '5000' };
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => buy(token, `greedy-${index}`, stake)));
    const codes = answers.map((answer) => answer.json.code as number);
    expect([...new Set(codes)].sort()).toEqual([code.balanceInsufficientForOrder, 200].sort());
    const bought = answers
      .filter((answer) => answer.json.code === 200)
      .map((answer) => 5000 + Number(answer.json.result.fee));
    const now = await balance(token);
    expect(Number(now.inOptions)).toBeCloseTo(
      bought.reduce((sum, cost) => sum + cost, 0),
      6,
    );
    expect(Number(now.available)).toBeGreaterThanOrEqual(0);
    expect(now.total).toBe('100000');
  });

  test('on the real book is refused for want of a balance', async () => {
    const { token } = await gateway.guest();
    const { json } = await buy(token, 'real', ORDER, { virtually: 'YES' });
    expect(json.code).not.toBe(200);
    expect((await gateway.call('listBalances', { token, headers: { virtually: 'YES' } })).json.result.items).toEqual(
      [],
    );
  });

  test('of somebody else is not found', async () => {
    const mine = await gateway.guest();
    const stranger = await gateway.guest();
    const { id } = (await buy(mine.token, 'mine')).json.result;
    expect((await gateway.call('getOptionOrder', { token: mine.token, path: { id: String(id) } })).json.code).toBe(200);
    expect((await gateway.call('getOptionOrder', { token: stranger.token, path: { id: String(id) } })).json.code).toBe(
      code.orderNotFound,
    );
  });
});

describe('the statement', () => {
  test('pages through every line once, newest first, and each balance follows from the one before', async () => {
    const { token } = await gateway.guest();
    for (let index = 0; index < 7; index += 1)
      await buy(token, `line-${index}`, { ...ORDER, amount: String(10 + index) });
    const all = (await gateway.call('listStatement', { token, query: 'limit=200' })).json.result;
    expect(all.next).toBeNull();
    for (const limit of [1, 2, 3, 5]) {
      const paged: { id: string }[] = [];
      let cursor: string | null = null;
      do {
        const query: string = cursor === null ? `limit=${limit}` : `limit=${limit}&cursor=${cursor}`;
        const page: { items: { id: string }[]; next: string | null } = (
          await gateway.call('listStatement', { token, query })
        ).json.result;
        expect(page.items.length).toBeLessThanOrEqual(limit);
        paged.push(...page.items);
        cursor = page.next;
      } while (cursor !== null);
      expect(paged).toEqual(all.items);
    }
    for (const account of ['available', 'held']) {
      let sum = 0;
      for (const line of all.items.filter((item: { account: string }) => item.account === account).reverse()) {
        sum += Number(line.amount);
        expect(Number(line.balanceAfter)).toBeCloseTo(sum, 6);
      }
    }
    const grants = await gateway.call('listStatement', { token, query: 'reason=demo.grant' });
    expect(grants.json.result.items).toMatchObject([
      { amount: '100000', account: 'available', counterparty: 'playMoney' },
    ]);
  });

  test.each([
    ['cursor=abc', code.cursorInvalid],
    ['cursor=1_2', code.cursorInvalid],
    ['cursor=1_2_99999999999999999', code.cursorInvalid],
    ['from=2026-13-45T00:00:00Z', code.timeRangeInvalid],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', code.timeRangeInvalid],
    ['from=yesterday', code.wrongFormat],
    ['limit=0', code.outOfRange],
    ['limit=201', code.outOfRange],
    ['limit=ten', code.wrongType],
    ['book=real', code.unknownField],
  ])('refuses ?%s', async (query, refusal) => {
    const { token } = await gateway.guest();
    expect((await gateway.call('listStatement', { token, query })).json.code).toBe(refusal);
  });
});

describe('the demo book', () => {
  test('is reset once per key, after closing everything open', async () => {
    const { token } = await gateway.guest();
    await buy(token, 'open-one');
    const resets = await Promise.all([1, 2, 3].map(() => gateway.call('resetDemo', { token, key: 'again' })));
    expect(new Set(resets.map((answer) => JSON.stringify(answer.json))).size).toBe(1);
    expect(resets[0]?.json).toMatchObject({
      code: 200,
      message: 20005,
      result: { balances: [{ available: '100000' }] },
    });
    expect(await balance(token)).toMatchObject({ available: '100000', inOptions: '0', held: '0' });
    const orders = (await gateway.call('listOptionOrders', { token })).json.result.items;
    expect(orders).toMatchObject([{ state: 'void', reason: 'reset' }]);
  });

  test('survives the upgrade of a guest', async () => {
    const { token } = await gateway.guest();
    await buy(token, 'before');
    const before = await balance(token);
    const password = 'nine brown owls';
    const form = { username: 'Upgraded', password, confirmPassword: password };
    expect((await gateway.call('upgradeGuest', { token, body: form })).json.code).toBe(200);
    const login = await gateway.call('login', { body: { account: 'upgraded', password } });
    expect(await balance(login.json.result.token)).toEqual(before);
    expect((await gateway.call('listOptionOrders', { token: login.json.result.token })).json.result.items).toHaveLength(
      1,
    );
  });
});

test('afterwards every balance follows from the ledger and the log is whole', async () => {
  await harness.sequencer.stop();
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
});
