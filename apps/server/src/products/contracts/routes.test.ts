/**
 * Contracts over HTTP, through the sequencer into PostgreSQL: calls, pages, evidence, and the books
 * afterwards.
 */
import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../http/testing/gateway.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { PostgresStore } from '../../kernel/core/postgres-store.ts';
import { Harness } from '../../kernel/testing/harness.ts';
import { verifyDatabase } from '../../kernel/verify/verify.ts';
import { statementOf } from '../../ledger/queries.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { checkedOrders } from '../../market-data/tape/testing/checked-orders.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { testEvidence } from '../../transparency/testing/proving.ts';
import { cancelCall } from './cancel-call.ts';
import { contractsCalls, contractsCancel } from './routes.ts';
import { TEST_CONTRACT } from './testing/fixture.ts';
import { PositionCheck } from './verify-positions.ts';

const database = withTestDatabase();
let gateway: TestGateway;
let harness: Harness;

const newStore = () =>
  new PostgresStore({ connectionString: database.url, modules: MODULES, encodeTicks, acquireTimeoutMs: 2_000 });

beforeAll(async () => {
  harness = new Harness(newStore());
  await harness.start();
  const offer = { ...TEST_CONTRACT, feeRate: '0.0005', financingRate: '0.0003' };
  await harness.internal('contracts.define', offer, 'contract');
  for (const [into, amount] of [
    ['pool.contracts', '10000000'],
    ['pool.insurance', '1000000'],
  ] as const) {
    await harness.internal('house.fund', { asset: 'USDT', amount, into }, into);
  }
  await harness.tick(2_000_000);
  const { pool } = database;
  const bus: CoreBus = {
    submit: (input) => harness.sequencer.submit(input),
    onUserEvents: () => {},
    onMarketFrame: () => {},
  };
  const handlers = {
    ...contractsCalls({
      pool,
      bus,
      nameOf: () => 'BTC/USDT',
      pricesOf: (code) => harness.market.lastTick(code) ?? null,
      now: () => harness.now,
      findTick: async () => undefined,
      prove: testEvidence(pool).prove,
      networkOf: () => ({}),
      linesOf: async (query) =>
        (await statementOf(pool, query, { after: undefined, limit: 100, from: null, to: null })).items,
    }),
    ...cancelCall([contractsCancel({ pool, bus, nameOf: () => 'BTC/USDT' })]),
  };
  gateway = await openTestGateway(pool, { bus, handlers });
});
afterAll(async () => {
  await gateway.app.close();
  await harness.sequencer.stop();
});

const ORDER = { code: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', leverage: 50 };
const LIMIT = { ...ORDER, type: 'limit', price: '19900' };
let keys = 0;
const post = async (
  name: 'openPosition' | 'closePosition' | 'setStops' | 'cancelOrder',
  token: string,
  body: object,
  key?: string,
) => {
  keys += 1;
  return (await gateway.call(name, { token, body, key: key ?? `contract-${keys}` })).json;
};
const bought = async (token: string, body: object = ORDER): Promise<number> =>
  (await post('openPosition', token, body)).result.id;
const listed = async (token: string, query = '') => (await gateway.call('listPositions', { token, query })).json.result;
const readEvidence = async (token: string, id: number) =>
  (await gateway.call('getPosition', { token, path: { id: String(id) } })).json;

describe('an order', () => {
  test('is placed once by thirty clicks with one key', async () => {
    const { token } = await gateway.guest();
    const answers = await Promise.all(Array.from({ length: 30 }, () => post('openPosition', token, ORDER, 'click')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ code: 200, result: { state: 'open', name: 'BTC/USDT', openLots: '1' } });
    expect((await listed(token)).items).toHaveLength(1);
    expect((await post('openPosition', token, { ...ORDER, lots: '2' }, 'click')).code).toBe(code.idempotencyKeyReused);
    const { json } = await gateway.call('listBalances', { token });
    expect(json.result.items).toMatchObject([{ margin: '400.0002', total: '99989.999995' }]);
  });

  test('is shown at the current price, with its full history', async () => {
    const { token } = await gateway.guest();
    const id = await bought(token, { ...ORDER, takeProfit: '20500' });
    expect(await post('setStops', token, { id, stopLoss: '19800' })).toMatchObject({ code: 200, message: 20005 });
    await harness.tick(2_010_000);
    const [shown] = (await listed(token, 'state=open')).items;
    expect(shown).toMatchObject({ mark: '20100.00', unrealised: '99.99', marginLevel: '4.89939955' });
    expect(await post('closePosition', token, { id, lots: '0.4' })).toMatchObject({
      result: { openLots: '0.6', realised: '39.992' },
    });
    await harness.tick(1_979_000);
    const { result } = await readEvidence(token, id);
    expect(result.order).toMatchObject({ state: 'closed', closedBy: 'stopLoss', unrealised: null, mark: null });
    expect(result.steps.map((step: { kind: string; type: string }) => [step.kind, step.type])).toEqual([
      ['opened', 'contracts.buy'],
      ['stopsChanged', 'contracts.stops'],
      ['partClosed', 'contracts.close'],
      ['closed', 'contracts.fire'],
    ]);
    expect(result.steps[3]).toMatchObject({
      price: '19789.99',
      tick: { price: '19790.00', bid: '19789.99', ask: '19790.01' },
    });
    expect(result.terms).toMatchObject({
      version: 1,
      feeRate: '0.0005',
      tiers: [{ deduction: '0' }, { deduction: '500' }],
    });
    const moved = result.lines.filter((line: { account: string }) => line.account === 'margin');
    const left = moved.reduce((sum: number, line: { amount: string }) => sum + Number(line.amount), 0);
    expect(left).toBeCloseTo(0, 8);
    await harness.tick(2_000_000);
  });

  test('that waits is cancelled once; an open, ended or unknown one is not', async () => {
    const { token } = await gateway.guest();
    const id = await bought(token, LIMIT);
    expect(await post('cancelOrder', token, { id })).toMatchObject({ code: 200, result: { state: 'cancelled' } });
    expect((await post('cancelOrder', token, { id })).code).toBe(code.orderAlreadyFinal);
    expect((await post('cancelOrder', token, { id: await bought(token) })).code).toBe(code.orderAlreadyFinal);
    expect((await post('cancelOrder', token, { id: 999_999 })).code).toBe(code.orderNotFound);
  });

  test('of somebody else is not found by any call', async () => {
    const mine = await gateway.guest();
    const stranger = await gateway.guest();
    const id = await bought(mine.token, LIMIT);
    for (const name of ['closePosition', 'setStops', 'cancelOrder'] as const) {
      expect((await post(name, stranger.token, { id })).code).toBe(code.orderNotFound);
    }
    expect((await readEvidence(stranger.token, id)).code).toBe(code.orderNotFound);
    expect((await readEvidence(mine.token, id)).result.order.state).toBe('waiting');
  });
});

test('the list pages through all orders once, newest first, by state and code', async () => {
  const { token } = await gateway.guest();
  for (let count = 0; count < 5; count += 1) await bought(token, { ...ORDER, lots: '0.01' });
  const waiting = await bought(token, LIMIT);
  const all = (await listed(token)).items.map(({ id }: { id: number }) => id);
  expect(all).toHaveLength(6);
  const paged: number[] = [];
  for (let query = 'limit=2'; ; ) {
    const page = await listed(token, query);
    paged.push(...page.items.map(({ id }: { id: number }) => id));
    if (page.next === null) break;
    query = `limit=2&cursor=${page.next}`;
  }
  expect(paged).toEqual(all);
  expect((await listed(token, 'state=waiting')).items.map(({ id }: { id: number }) => id)).toEqual([waiting]);
  expect((await listed(token, 'state=waiting&state=open')).items).toHaveLength(6);
  expect((await listed(token, 'code=ETHUSDT')).items).toEqual([]);
});

test('a restart from the database restores every position, and the next tick liquidates them', async () => {
  const { token, id: user } = await gateway.guest();
  await bought(token);
  const before = [...harness.sequencer.state.slices.entries()];
  await harness.sequencer.stop();
  const again = new Harness(newStore());
  again.now = harness.now;
  const last = harness.market.lastTick('BTCUSDT');
  if (last !== undefined) again.market.sequenced(last);
  harness = again;
  await harness.sequencer.start();
  const orders = (slices: Iterable<readonly [string, unknown]>) =>
    (new Map(slices).get('contracts') as { orders: ReadonlyMap<number, unknown> }).orders;
  expect(new Map(orders(harness.sequencer.state.slices))).toEqual(new Map(orders(before)));
  await harness.tick(1_500_000);
  expect((await listed(token)).items).toMatchObject([{ state: 'liquidated', realised: '-400.0002' }]);
  const stored = await database.pool.query(
    'select sum(balance)::text as margin from accounts where owner = $1 and kind = $2',
    [user, 'margin'],
  );
  expect(Number(stored.rows[0].margin)).toBe(0);
});

test('afterwards every balance and row follows from the log, and every history from its ticks', async () => {
  await harness.sequencer.stop();
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
  expect(await checkedOrders(database.pool, (reader) => new PositionCheck(reader))).toBeGreaterThan(10);
});
