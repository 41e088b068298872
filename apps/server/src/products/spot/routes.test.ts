/**
 * Spot orders over HTTP, through the sequencer into PostgreSQL: calls, pages, histories, a restart,
 * and the books afterwards.
 */
import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../http/testing/gateway.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { PostgresStore } from '../../kernel/core/postgres-store.ts';
import type { Tick } from '../../kernel/core/types.ts';
import { Harness } from '../../kernel/testing/harness.ts';
import { verifyDatabase } from '../../kernel/verify/verify.ts';
import { statementOf } from '../../ledger/queries.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { checkedOrders } from '../../market-data/tape/testing/checked-orders.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { testEvidence } from '../../transparency/testing/proving.ts';
import { readSpotTerms, spotTermsView } from './queries.ts';
import { spotCalls, spotCancel } from './routes.ts';
import { bookOf, spotOf } from './slice.ts';
import { TEST_PAIR } from './testing/fixture.ts';
import { FillCheck } from './verify-fills.ts';

const database = withTestDatabase();
let gateway: TestGateway;
let harness: Harness;
const requests: number[] = [];

const newStore = () =>
  new PostgresStore({ connectionString: database.url, modules: MODULES, encodeTicks, acquireTimeoutMs: 2_000 });
/** A test's tick as the tape would prove it. */
const proven = ({ code, seq, at }: Pick<Tick, 'code' | 'seq' | 'at'>) => ({
  tick: { code, seq, bid: '99.99', ask: '100.01', mid: '100', at: new Date(at).toISOString() },
  receipt: null,
});

beforeAll(async () => {
  harness = new Harness(newStore());
  await harness.start();
  await harness.internal('spot.define', TEST_PAIR, 'pair');
  for (const [asset, amount] of [
    ['BTC', '1000'],
    ['USDT', '100000'],
  ] as const) {
    await harness.internal('house.fund', { asset, amount, into: 'pool.liquidity' }, asset);
  }
  await harness.tick(10_000);
  const { pool } = database;
  const bus: CoreBus = {
    submit: (input) => harness.sequencer.submit(input),
    onUserEvents: () => {},
    onMarketFrame: () => {},
  };
  const handlers = {
    ...spotCalls({
      pool,
      bus,
      findTick: async ({ code, seq, at = 0 }) => {
        requests.push(seq);
        return proven({ code, seq, at });
      },
      prove: testEvidence(pool).prove,
      networkOf: () => ({}),
      linesOf: async (query) =>
        (await statementOf(pool, query, { after: undefined, limit: 100, from: null, to: null })).items,
    }),
    cancelOrder: spotCancel({ pool, bus }).cancel,
  };
  gateway = await openTestGateway(pool, { bus, handlers });
});
afterAll(async () => {
  await gateway.app.close();
  await harness.sequencer.stop();
});

let keys = 0;
const post = async (name: 'placeSpotOrder' | 'cancelOrder', token: string, body: object, key?: string) => {
  keys += 1;
  return (await gateway.call(name, { token, body, key: key ?? `spot-key-${keys}` })).json;
};
const listed = async (token: string, query = '') =>
  (await gateway.call('listSpotOrders', { token, query })).json.result;
const readEvidence = async (token: string, id: number) =>
  (await gateway.call('getSpotOrder', { token, path: { id: String(id) } })).json;
const BUY = { code: 'BTCUSDT', side: 'buy', type: 'limit', price: '99.5', quantity: '2' };

test('an order is placed once by thirty clicks with one key, and another body under that key is refused', async () => {
  const { token } = await gateway.guest();
  const answers = await Promise.all(Array.from({ length: 30 }, () => post('placeSpotOrder', token, BUY, 'one-click')));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ code: 200, result: { state: 'waiting', held: '199.199' } });
  expect((await listed(token)).items).toHaveLength(1);
  expect((await post('placeSpotOrder', token, { ...BUY, quantity: '3' }, 'one-click')).code).toBe(
    code.idempotencyKeyReused,
  );
  const id = answers[0].result.id;
  expect((await post('cancelOrder', token, { id })).result).toMatchObject({ state: 'revoked', held: '0' });
  expect((await post('cancelOrder', token, { id })).code).toBe(code.orderAlreadyFinal);
});

test('two users and the house: pages by state, and evidence with fills, terms, log, ticks and ledger lines', async () => {
  const ann = await gateway.guest();
  const bob = await gateway.guest();
  await post('placeSpotOrder', ann.token, { code: 'BTCUSDT', side: 'buy', type: 'market', amount: '200' });
  const sell = (await post('placeSpotOrder', ann.token, { ...BUY, side: 'sell', price: '100', quantity: '1' })).result;
  const buy = (await post('placeSpotOrder', bob.token, { ...BUY, price: '100', quantity: '0.4' })).result;
  expect(buy).toMatchObject({ state: 'filled', fills: [{ house: false, role: 'taker' }] });
  expect((await listed(ann.token, 'state=waiting&state=partlyFilled')).items).toMatchObject([
    { id: sell.id, state: 'partlyFilled', filledQuantity: '0.4', fills: [{ role: 'maker' }] },
  ]);
  const tick = await harness.tick(10_002);
  const evidence = (await readEvidence(ann.token, sell.id)).result;
  expect(evidence.order).toMatchObject({
    state: 'filled',
    fills: [{ house: false }, { house: true, tick: { seq: tick.seq } }],
  });
  expect(evidence.terms).toEqual(spotTermsView((await readSpotTerms(database.pool)).get('BTCUSDT')));
  expect(evidence.log.map(({ type }: { type: string }) => type)).toEqual(['spot.submit', 'spot.submit', 'spot.cross']);
  expect(evidence.ticks).toMatchObject([{ tick: { seq: tick.seq } }]);
  expect(requests).toContain(tick.seq);
  const reasons = new Set(evidence.lines.map(({ reason }: { reason: string }) => reason));
  expect(reasons).toEqual(new Set(['spot.hold', 'spot.sell', 'spot.fee']));
  expect((await readEvidence(bob.token, sell.id)).code).toBe(code.orderNotFound);
});

test('an order keeps its terms when the pair is redefined', async () => {
  const { token } = await gateway.guest();
  const { id } = (await post('placeSpotOrder', token, { ...BUY, quantity: '1' })).result;
  await harness.internal('spot.define', { ...TEST_PAIR, takerRate: '0.0005' }, 'cheaper');
  expect((await readEvidence(token, id)).result.terms).toMatchObject({
    version: 1,
    takerRate: '0.002',
    bandRate: '0.5',
  });
  expect((await readSpotTerms(database.pool)).get('BTCUSDT')).toMatchObject({ version: 2, takerRate: '0.0005' });
});

test('malformed orders do not reach the core', async () => {
  const { token } = await gateway.guest();
  const { sequence } = harness.sequencer.state;
  for (const wrong of [
    { side: 'hold' },
    { quantity: '1e3' },
    { price: '-1' },
    { quantity: '99999999999999999999' },
    { timeInForce: 'GTD' },
    { userId: 1 },
  ]) {
    const answer = await post('placeSpotOrder', token, { ...BUY, ...wrong });
    expect(answer.code).not.toBe(200);
  }
  expect(harness.sequencer.state.sequence).toBe(sequence);
});

test('the list says what an order was refused for at its trigger', async () => {
  const { token } = await gateway.guest();
  const waits = { ...BUY, type: 'stopLimit', stopPrice: '100.5', price: '101', quantity: '0.1' };
  const refused = (await post('placeSpotOrder', token, { ...waits, timeInForce: 'postOnly' })).result;
  const filled = (await post('placeSpotOrder', token, { ...waits, timeInForce: 'IOC' })).result;
  const cancelled = (await post('placeSpotOrder', token, waits)).result;
  await post('cancelOrder', token, { id: cancelled.id });
  await harness.tick(10_050);
  const { items } = await listed(token);
  const states = items.map((order: { id: number; state: string; refused?: number }) => [
    order.id,
    order.state,
    order.refused,
  ]);
  expect(states).toEqual([
    [cancelled.id, 'revoked', undefined],
    [filled.id, 'filled', undefined],
    [refused.id, 'revoked', code.postOnlyWouldTrade],
  ]);
});

test('a restart restores the same book, and everything follows from the log', async () => {
  const { token } = await gateway.guest();
  for (const price of ['98', '98', '97.5']) await post('placeSpotOrder', token, { ...BUY, price });
  const depthOf = () => bookOf(spotOf(harness.sequencer.state), 'demo', 'BTCUSDT').depth('buy', 25);
  const before = depthOf();
  const recent = [...spotOf(harness.sequencer.state).recent.values()];
  await harness.sequencer.stop();
  const { now } = harness;
  const last = harness.market.lastTick('BTCUSDT') as Tick;
  harness = new Harness(newStore());
  harness.now = now;
  harness.market.sequenced(last);
  await harness.sequencer.start();
  expect(depthOf()).toEqual(before);
  expect([...spotOf(harness.sequencer.state).recent.values()]).toEqual(recent);
  await harness.tick(9_780);
  expect(harness.bugs).toEqual([]);
  const { findings } = await verifyDatabase(database.pool, MODULES);
  expect(findings).toEqual([]);
  expect(await checkedOrders(database.pool, (reader) => new FillCheck(reader))).toBeGreaterThan(5);
});
