/**
 * An order has one result. A person trades contracts and options at random, with gaps, nights and
 * liquidations among it; of every order that ended, the list, its own page, the message of the
 * socket, the notification and the lines of the exported statement must give the same net figure,
 * and the days must add up to all of them.
 */
import type { ResultOf } from '@glasshouse/api/calls';
import { createFormatter } from '@glasshouse/i18n/format';
import { contractOrderDerivations } from '@glasshouse/rules/derivations/orders';
import { type Amount, add, amountOf, formatAmount, ZERO } from '@glasshouse/rules/money';
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { endedContract, optionResult } from '@glasshouse/rules/results';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../http/testing/gateway.ts';
import type { CoreBus } from '../kernel/core/bus.ts';
import { PostgresStore } from '../kernel/core/postgres-store.ts';
import type { Json } from '../kernel/core/types.ts';
import { Harness, TEST_CODE } from '../kernel/testing/harness.ts';
import { randomOf } from '../ledger/testing/fixture.ts';
import { encodeTicks } from '../market-data/tape/codec.ts';
import { notificationsOf } from '../people/notifications/queries.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { contractsCalls } from '../products/contracts/routes.ts';
import { TEST_CONTRACT } from '../products/contracts/testing/fixture.ts';
import { optionsCalls } from '../products/options/routes.ts';
import { newTapeKey, testEvidence } from '../transparency/testing/proving.ts';
import { MODULES } from './modules.ts';

type Contract = ResultOf<'listPositions'>['items'][number];
type Option = ResultOf<'listOptionOrders'>['items'][number];

const DAY_MS = 86_400_000;
const PAGE = 'limit=200';
const { signedMoney } = createFormatter('en');

const key = newTapeKey();
const publicKey = key.publicKey.toString('hex');
const database = withTestDatabase();
let harness: Harness;
let gateway: TestGateway;

beforeAll(async () => {
  const { pool, url } = database;
  harness = new Harness(
    new PostgresStore({ connectionString: url, modules: MODULES, encodeTicks, acquireTimeoutMs: 2_000 }),
  );
  await harness.start();
  const costs = { feeRate: '0.0005', financingRate: '0.0003', profitMaxRate: '0.1', personMax: '5000000' };
  await harness.internal('contracts.define', { ...TEST_CONTRACT, ...costs }, 'contract');
  for (const into of ['pool.contracts', 'pool.insurance']) {
    await harness.internal('house.fund', { asset: 'USDT', amount: '10000000', into }, into);
  }
  await harness.tick(2_000_000);
  const bus: CoreBus = {
    submit: (input) => harness.sequencer.submit(input),
    onUserEvents: () => {},
    onMarketFrame: () => {},
  };
  const products = {
    pool,
    bus,
    nameOf: () => 'BTC/USDT',
    networkOf: () => ({}),
    now: () => harness.now,
    ...testEvidence(pool, { key, now: () => harness.now }),
    pricesOf: (code: string) => harness.market.lastTick(code) ?? null,
  };
  gateway = await openTestGateway(pool, { bus, handlers: { ...contractsCalls(products), ...optionsCalls(products) } });
});
afterAll(async () => {
  await gateway.app.close();
  await harness.sequencer.stop();
});

const netOf = (order: Parameters<typeof endedContract>[0]): string => formatAmount(endedContract(order).net);

function optionNet({ outcome, amount, fee, profit }: Option): string {
  const terms = { stake: amountOf(amount), fee: amountOf(fee), profit: amountOf(profit) };
  return formatAmount(optionResult({ outcome: outcome ?? 'void', ...terms }).net);
}

/** Trades at random; what is refused is refused. */
async function trade(user: number, seed: number): Promise<void> {
  const random = randomOf(seed);
  const submit = (type: string, body: Json) => harness.submit(user, type, body);
  const placed: number[] = [];
  const buy = async (order: { side: string; lots: string; leverage: number; type?: string; price?: string }) => {
    const { code, result } = await submit('contracts.buy', { code: TEST_CODE, type: 'market', ...order });
    if (code === 200) placed.push((result as { id: number }).id);
  };
  let mid = 2_000_000;
  const price = async (next: number, afterMs = 1_000) => {
    mid = next;
    await harness.tick(mid, afterMs);
  };
  await price(mid);
  // As much in both directions, and a gap of ten times the margin: one covers the other.
  for (const side of ['buy', 'sell']) await buy({ side, lots: '0.5', leverage: 100 });
  await price(1_800_000);
  await price(2_000_000);
  for (let round = 0; round < 60; round += 1) {
    const deed = random(8);
    const side = random(2) === 0 ? 'buy' : 'sell';
    if (deed < 3) {
      const away = (share: number) => ((mid * (side === 'buy' ? 1 + share : 1 - share)) / 100).toFixed(2);
      const more = [{}, { stopLoss: away(-0.004) }, { takeProfit: away(0.006) }][random(3)] ?? {};
      await buy({ side, lots: `0.${1 + random(9)}`, leverage: 10 + random(90), ...more });
    } else if (deed === 3 && 0 < placed.length) {
      await submit('contracts.close', { id: placed[random(placed.length)] ?? 0, lots: '0.1' });
    } else if (deed === 4 && 0 < placed.length) {
      await submit('contracts.close', { id: placed[random(placed.length)] ?? 0 });
    } else if (deed === 5) {
      const direction = side === 'buy' ? 'up' : 'down';
      await submit('options.buy', { code: TEST_CODE, direction, amount: `${20 + random(80)}.37`, periodId: 30 });
    } else if (deed === 6) await buy({ side: 'buy', lots: '0.1', leverage: 10, type: 'limit', price: '12000' });
    // Most ticks are small; some are gaps, and now and then a night passes.
    const step = random(12) === 0 ? 60 : 4;
    const night = random(20) === 0;
    for (let tick = 0; tick < 5; tick += 1) {
      await price(
        Math.round(mid * (1 + (random(2 * step + 1) - step) / 1_000)),
        night && tick === 0 ? DAY_MS : 5_000 + random(2) * 500,
      );
    }
  }
  for (const id of placed) {
    await submit('contracts.close', { id });
    await submit('contracts.cancel', { id });
  }
  for (let tick = 0; tick < 40; tick += 1) await price(mid + tick, 1_000);
}

/** Sums of the exported lines by a key of each. Moves between own accounts cancel out. */
async function exported(token: string): Promise<(keyOf: (line: Line) => string) => Map<string, Amount>> {
  const { text } = await gateway.call('exportStatement', { token, query: 'format=csv' });
  const lines = text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row: string): Line => {
      const [, at = '', , , , amount = '', , , reason = '', ref = ''] = row.split(',');
      return { day: at.slice(0, 10), kind: reason.split('.')[0] ?? '', ref, amount: amountOf(amount) };
    });
  return (keyOf) => {
    const sums = new Map<string, Amount>();
    for (const line of lines) sums.set(keyOf(line), add(sums.get(keyOf(line)) ?? ZERO, line.amount));
    return sums;
  };
}

/** What it paid for another position follows from its receipt; earlier releases left it out. */
function expectNettingProved(receipt: ResultOf<'getPosition'>): void {
  const { netted, ...order } = receipt.order;
  // The test has no tape for the ticks, and every change breaks the seal.
  const faultsOf = (shown: object) =>
    verifyEvidence({ ...receipt, order: shown }, [publicKey]).faults.filter(({ check }) =>
      ['order', 'amounts'].includes(check),
    );
  expect(faultsOf({ ...order, netted })).toEqual([]);
  expect(faultsOf(order)).toEqual([]);
  expect(faultsOf({ ...order, netted: '0.01' })).not.toEqual([]);
}

interface Line {
  readonly day: string;
  readonly kind: string;
  readonly ref: string;
  readonly amount: Amount;
}

test.each([1, 2, 3])('every place gives the same result of an order, and days add them up, seed %i', async (seed) => {
  const { token, id } = await gateway.guest();
  const user = Number(id);
  await trade(user, seed);
  const read = async (name: Parameters<TestGateway['call']>[0], query: string) =>
    (await gateway.call(name, { token, query })).json.result;
  const contracts: Contract[] = (await read('listPositions', PAGE)).items;
  const options: Option[] = (await read('listOptionOrders', PAGE)).items;
  const sumsBy = await exported(token);
  const byOrder = sumsBy(({ kind, ref }) => `${kind} ${ref}`);
  const notices = (
    await notificationsOf(
      database.pool,
      { userId: user, unread: false, language: 'en', nameOf: () => 'BTC/USDT' },
      { after: undefined, limit: 200, from: null, to: null },
    )
  ).items;
  const titleOf = (link: string): string | undefined =>
    notices.find((notice) => notice.link === link && /\.(closed|settled)$/.test(notice.type))?.title;
  const live = new Map(harness.events.map(({ kind, data }) => [`${kind} ${(data as { id: number }).id}`, data]));

  let total = ZERO;
  for (const order of contracts) {
    if (order.state === 'open' || order.state === 'waiting') throw new Error(`order ${order.id} has not ended`);
    const net = netOf(order);
    expect(formatAmount(byOrder.get(`contracts ${order.id}`) ?? ZERO), `lines of ${order.closedBy}`).toBe(net);
    const { json } = await gateway.call('getPosition', { token, path: { id: String(order.id) } });
    expect(netOf(json.result.order)).toBe(net);
    if (order.closedBy === 'netting') expectNettingProved(json.result);
    expect(netOf(live.get(`contracts.order ${order.id}`) as unknown as Contract)).toBe(net);
    const { openPrice } = order;
    if (openPrice !== null) expect(contractOrderDerivations({ ...order, openPrice }).net.result).toBe(net);
    const title = titleOf(`/order/contracts/${order.id}`);
    if (title !== undefined && order.state !== 'cancelled') expect(title).toContain(signedMoney(net, 'USDT'));
    total = add(total, amountOf(net));
  }
  for (const order of options) {
    const net = optionNet(order);
    expect(formatAmount(byOrder.get(`options ${order.id}`) ?? ZERO), `lines of ${order.outcome}`).toBe(net);
    expect(optionNet(live.get(`options.order ${order.id}`) as unknown as Option)).toBe(net);
    if (order.state === 'settled') expect(titleOf(`/order/options/${order.id}`)).toContain(signedMoney(net, 'USDT'));
    total = add(total, amountOf(net));
  }

  const days: ResultOf<'listProfitDays'>['items'] = (await read('listProfitDays', 'zone=UTC&limit=100')).items;
  expect(formatAmount(days.reduce((sum, day) => add(sum, amountOf(day.net ?? '0')), ZERO))).toBe(formatAmount(total));
  const byDay = sumsBy(({ kind, day }) => `${kind} ${day}`);
  for (const { day, products } of days) {
    for (const { kind, net } of products) expect(net).toBe(formatAmount(byDay.get(`${kind} ${day}`) ?? ZERO));
  }
  const totals: ResultOf<'getProfitTotal'> = await read('getProfitTotal', '');
  const booked = totals.reduce(
    (sum, productTotal) => (sum + amountOf(productTotal.realised) - amountOf(productTotal.fees)) as Amount,
    ZERO,
  );
  expect(formatAmount(booked)).toBe(formatAmount(total));

  const endings = new Set(contracts.map(({ closedBy }) => closedBy));
  for (const by of ['user', 'liquidation', 'netting'] as const) expect(endings).toContain(by);
  expect(contracts.some(({ financing }) => financing !== '0')).toBe(true);
  expect(new Set(options.map(({ outcome }) => outcome)).size).toBeGreaterThan(1);
});
