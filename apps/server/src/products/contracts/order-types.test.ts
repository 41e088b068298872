/**
 * Stop and stop-limit orders, orders of which one cancels the other, and take-profit ladders: at a
 * price of 20,000, bid and ask a cent beside it.
 */
import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { afterEach, describe, expect, test } from 'vitest';
import type { BuyBody } from './buy.ts';
import { ContractsFixture, TEST_CONTRACT } from './testing/fixture.ts';
import { historyFaults } from './verify-history.ts';

const OFFER = { ...TEST_CONTRACT, slippageRate: '0.01', feeRate: '0.0005', nearRate: '0.01', personMax: '1000000' };
const GRANT = amountOf('100000');
const GROUP = { type: 'stop', stopPrice: '20100' } as const;
const ladder = (...steps: readonly [string, string][]) => steps.map(([price, lots]) => ({ price, lots }));

let fixture: ContractsFixture;
const start = async (): Promise<ContractsFixture> => {
  fixture = await ContractsFixture.start({ offer: OFFER });
  return fixture;
};

afterEach(() => {
  if (fixture === undefined) return;
  expect(fixture.faults()).toEqual([]);
  for (const { order, steps, terms } of fixture.histories()) {
    expect(historyFaults(order, steps, terms), `history of order ${order.id}`).toEqual([]);
  }
});

const refusals: readonly [string, Partial<BuyBody>, number, string][] = [
  ['without its stop price', { type: 'stop' }, code.orderPriceIncorrect, 'stopPrice'],
  ['with a limit as well', { ...GROUP, price: '20200' }, code.orderPriceIncorrect, 'price'],
  ['whose stop is reached already', { ...GROUP, stopPrice: '20000.01' }, code.orderPriceIncorrect, 'stopPrice'],
  ['of a seller above the price', { ...GROUP, side: 'sell' }, code.orderPriceIncorrect, 'stopPrice'],
  ['off the grid', { ...GROUP, stopPrice: '20100.001' }, code.orderPriceIncorrect, 'stopPrice'],
  ['stop-limit without its limit', { ...GROUP, type: 'stopLimit' }, code.orderPriceIncorrect, 'price'],
  ['market with a stop price', { type: 'market', stopPrice: '20100' }, code.orderPriceIncorrect, 'stopPrice'],
  ['with a loss beyond its own stop', { ...GROUP, stopLoss: '20100' }, code.stopLossUnreasonable, 'stopLoss'],
  ['beside one that does not exist', { ...GROUP, ocoWith: 4_711 }, code.orderAlreadyFinal, 'ocoWith'],
  [
    'with ladder and target',
    { takeProfit: '20500', targets: ladder(['20300', '0.5']) },
    code.takeProfitUnreasonable,
    'targets',
  ],
  ['with a ladder behind', { targets: ladder(['19900', '0.5']) }, code.takeProfitUnreasonable, 'targets'],
  [
    'with a ladder out of order',
    { targets: ladder(['20500', '0.5'], ['20400', '0.5']) },
    code.takeProfitUnreasonable,
    'targets',
  ],
  [
    'with a ladder of more lots than it has',
    { targets: ladder(['20400', '0.5'], ['20500', '0.51']) },
    code.takeProfitUnreasonable,
    'targets',
  ],
  ['with a ladder off step', { targets: ladder(['20400', '0.005']) }, code.takeProfitUnreasonable, 'targets'],
];

test.each(refusals)('an order %s is refused', async (_name, order, refused, field) => {
  const answer = await (await start()).buy(order);
  expect(answer).toMatchObject({ code: refused });
  expect(Object.keys(answer.fields ?? {})).toEqual([field]);
  expect(fixture.available()).toBe(GRANT);
});

test('terms that do not say how far beyond its stop an order fills take no stop orders', async () => {
  fixture = await ContractsFixture.start();
  expect((await fixture.buy(GROUP)).code).toBe(code.orderPriceIncorrect);
});

describe('a stop order', () => {
  test.each([
    ['buy', '20100', 20_099.98, 20_100, 2_010_001],
    ['sell', '19900', 19_900.02, 19_900, 1_989_999],
  ] as const)(
    'of a %ser opens at the first tick that reaches its stop',
    async (side, stopPrice, before, at, points) => {
      const { id, state, limitPrice } = await (await start()).bought({ type: 'stop', side, stopPrice });
      expect({ state, limitPrice }).toEqual({ state: 'waiting', limitPrice: side === 'buy' ? '20301.00' : '19701.00' });
      await fixture.price(before);
      expect(fixture.latest(id).state).toBe('waiting');
      await fixture.price(at);
      expect(fixture.latest(id)).toMatchObject({ state: 'open', stopPrice: `${stopPrice}.00`, triggered: false });
      expect(fixture.steps(id).map(({ kind, points: price }) => [kind, price])).toEqual([
        ['placed', side === 'buy' ? 2_030_100 : 1_970_100],
        ['opened', points],
      ]);
      expect(fixture.user('held')).toBe(0n);
    },
  );

  test('whose price jumps beyond what it fills at is cancelled, and its hold comes back', async () => {
    const { id } = await (await start()).bought(GROUP);
    expect(fixture.available()).toBeLessThan(GRANT);
    await fixture.price(20_301);
    expect(fixture.latest(id)).toMatchObject({ state: 'cancelled', closedBy: 'moved' });
    expect(fixture.available()).toBe(GRANT);
  });
});

describe('a stop-limit order', () => {
  const order = { type: 'stopLimit', stopPrice: '20100', price: '20110' } as const;

  test('opens at the tick that reaches its stop within the limit', async () => {
    const { id } = await (await start()).bought(order);
    await fixture.price(20_105);
    expect(fixture.latest(id)).toMatchObject({ state: 'open', openPrice: '20105.01' });
  });

  test('waits for its limit when the price jumped over it', async () => {
    const { id } = await (await start()).bought(order);
    await fixture.price(20_150);
    expect(fixture.latest(id)).toMatchObject({ state: 'waiting', triggered: true });
    // Below its stop again, which is behind it.
    await fixture.price(20_090);
    expect(fixture.latest(id)).toMatchObject({ state: 'open', openPrice: '20090.01' });
    expect(fixture.steps(id).map(({ kind }) => kind)).toEqual(['placed', 'triggered', 'opened']);
  });

  test('is found again after a restart between stop and limit', async () => {
    const { id } = await (await start()).bought(order);
    await fixture.price(20_150);
    await fixture.restart();
    await fixture.price(20_090);
    expect(fixture.latest(id).state).toBe('open');
  });
});

describe('of two orders that exclude each other', () => {
  test('the one that opens first cancels the other, and its hold comes back', async () => {
    const breakout = await (await start()).bought(GROUP);
    const pullback = await fixture.bought({ type: 'limit', price: '19900', ocoWith: breakout.id });
    expect(pullback.ocoGroup).toBe(breakout.id);
    expect(fixture.latest(breakout.id).ocoGroup).toBe(breakout.id);
    await fixture.price(19_899);
    expect(fixture.latest(pullback.id).state).toBe('open');
    expect(fixture.latest(breakout.id)).toMatchObject({ state: 'cancelled', closedBy: 'oco' });
    await fixture.price(20_150);
    expect(fixture.latest(breakout.id).state).toBe('cancelled');
  });

  test('a tick that reaches both opens the one that it passed further', async () => {
    const near = await (await start()).bought({ type: 'limit', price: '19900' });
    const far = await fixture.bought({ type: 'limit', price: '19800', ocoWith: near.id });
    await fixture.price(19_700);
    expect(fixture.latest(near.id).state).toBe('open');
    expect(fixture.latest(far.id)).toMatchObject({ state: 'cancelled', closedBy: 'oco' });
  });

  test('cancelling one leaves the other', async () => {
    const first = await (await start()).bought(GROUP);
    const second = await fixture.bought({ type: 'limit', price: '19900', ocoWith: first.id });
    await fixture.cancel(first.id);
    await fixture.price(19_899);
    expect(fixture.latest(second.id).state).toBe('open');
  });

  test('an order of somebody else, or one that is open, is not joined', async () => {
    const waiting = await (await start()).bought(GROUP);
    await fixture.harness.open(8);
    expect((await fixture.buy({ ...GROUP, ocoWith: waiting.id }, 8)).code).toBe(code.orderNotFound);
    await fixture.price(20_150);
    expect((await fixture.buy({ ...GROUP, stopPrice: '20300', ocoWith: waiting.id })).code).toBe(
      code.orderAlreadyFinal,
    );
  });
});

describe('a take-profit ladder', () => {
  const open = async (targets = ladder(['20200', '0.25'], ['20400', '0.25'], ['20600', '0.5'])) => {
    const { id } = await (await start()).bought({ targets });
    await fixture.price(20_000);
    return id;
  };

  test('closes its lots step by step, and the last of them the position', async () => {
    const id = await open();
    for (const [price, openLots, left] of [
      [20_250, '0.75', 2],
      [20_300, '0.75', 2],
      [20_450, '0.5', 1],
    ] as const) {
      await fixture.price(price);
      expect(fixture.latest(id)).toMatchObject({ openLots, state: 'open' });
      expect(fixture.latest(id).targets).toHaveLength(left);
    }
    await fixture.price(20_700);
    expect(fixture.latest(id)).toMatchObject({ state: 'closed', closedBy: 'takeProfit' });
  });

  test('closes several steps at the tick that jumps over them', async () => {
    const id = await open();
    await fixture.price(20_450);
    expect(fixture.latest(id)).toMatchObject({ openLots: '0.5', targets: ladder(['20600.00', '0.5']) });
  });

  test('closes no more than is open', async () => {
    const id = await open(ladder(['20200', '0.5'], ['20400', '0.5']));
    await fixture.close(id, '0.75');
    await fixture.price(20_000);
    await fixture.price(20_201);
    expect(fixture.latest(id)).toMatchObject({ state: 'closed', closedBy: 'takeProfit' });
  });

  test('leaves a close that was asked for to the next tick', async () => {
    const id = await open(ladder(['20200', '0.25']));
    await fixture.close(id, '0.9');
    await fixture.price(20_201);
    expect(fixture.latest(id)).toMatchObject({ openLots: '0.75', closingLots: '0.75' });
    await fixture.price(20_201);
    expect(fixture.latest(id)).toMatchObject({ state: 'closed', closedBy: 'user' });
  });

  test('takes the place of a target, and a target that of a ladder', async () => {
    const id = await open();
    await fixture.stops(id, { takeProfit: '20500' });
    expect(fixture.latest(id)).toMatchObject({ takeProfit: '20500.00' });
    expect(fixture.latest(id).targets).toBeUndefined();
    await fixture.stops(id, { targets: ladder(['20300', '0.5']) });
    expect(fixture.latest(id)).toMatchObject({ takeProfit: null, targets: ladder(['20300.00', '0.5']) });
    await fixture.restart();
    await fixture.price(20_301);
    expect(fixture.latest(id).openLots).toBe('0.5');
  });
});
