/**
 * Somebody frozen begins nothing, whoever sends the order and whatever their session still says;
 * they end what they have. Decided from version 7 of the rules on, so that older logs replay.
 */
import { code } from '@glasshouse/api/codes';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SHIPPED } from '../figures/figures.ts';
import { RULES_VERSION } from '../kernel/core/rules.ts';
import type { CommandAnswer, Json } from '../kernel/core/types.ts';
import { TEST_CONTRACT } from '../products/contracts/testing/fixture.ts';
import { type Acting, AuthorityFixture } from './testing/authority-fixture.ts';

type OrderRow = Readonly<Record<string, unknown>>;

const FROZEN = 1;
const OTHER = 2;
let core: AuthorityFixture;
let ada: Acting;

beforeEach(() => begin());
afterEach(() => core.replays());

async function begin(version = RULES_VERSION): Promise<void> {
  core = await AuthorityFixture.start();
  const { harness } = core;
  await harness.internal('rules.adopt', { version, figures: SHIPPED }, 'rules');
  await harness.internal('contracts.define', TEST_CONTRACT, 'contracts');
  await core.fund('pool.contracts', '1000000');
  ada = await core.operator('ada', ['owner']);
  for (const user of [FROZEN, OTHER]) await harness.open(user);
  await harness.tick(6_000_000);
}

const stand = (status: 'frozen' | 'disabled' | 'active') =>
  core.act(ada, 'standing.set', { status }, { userId: FROZEN, book: 'demo' });

const ORDERS = [
  ['options.buy', { code: 'BTCUSDT', direction: 'up', amount: '100', periodId: 60 }],
  ['contracts.buy', { code: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', leverage: 10 }],
  [
    'spot.submit',
    { code: 'BTCUSDT', side: 'buy', type: 'limit', price: '1', quantity: '1', amount: null, timeInForce: null },
  ],
  ['convert.fill', { from: 'USDT', to: 'BTC', amount: '10', quoteId: null }],
  ['convert.ask', { from: 'USDT', to: 'BTC', amount: '10', quoteId: 'quote' }],
] as const;

const send = (user: number, [type, body]: readonly [string, Json]): Promise<CommandAnswer> =>
  core.harness.submit(user, type, body);

describe.each(['frozen', 'disabled'] as const)('somebody %s', (status) => {
  test.each(ORDERS)('sends no %s', async (...order) => {
    await stand(status);
    expect((await send(FROZEN, order)).code).toBe(code.userStatusWrong);
    expect((await send(OTHER, order)).code).not.toBe(code.userStatusWrong);
    await stand('active');
    expect((await send(FROZEN, order)).code).not.toBe(code.userStatusWrong);
  });
});

test('the same of a log from before is decided as it was', async () => {
  await begin(6);
  await stand('frozen');
  for (const order of ORDERS) expect((await send(FROZEN, order)).code).not.toBe(code.userStatusWrong);
});

test('what is open is closed, and what waits cancelled, by whoever was frozen since', async () => {
  const { harness } = core;
  const market = await send(FROZEN, ORDERS[1]);
  const limit = await harness.submit(FROZEN, 'contracts.buy', { ...ORDERS[1][1], type: 'limit', price: '50000' });
  await harness.tick(6_000_000);
  await stand('frozen');
  const close = await harness.submit(FROZEN, 'contracts.close', { id: market.seq });
  const cancel = await harness.submit(FROZEN, 'contracts.cancel', { id: limit.seq });
  expect([market.code, limit.code, close.code, cancel.code]).toEqual([200, 200, 200, 200]);
});

describe.each(['frozen', 'disabled'] as const)('what waited when its owner was %s', (status) => {
  /** Both placed the same; only one of them is barred. */
  async function bothAs(order: readonly [string, Json], after: () => Promise<unknown>) {
    const own = await send(FROZEN, order);
    const foreign = await send(OTHER, order);
    expect([own.code, foreign.code]).toEqual([200, 200]);
    await stand(status);
    await after();
    const orderOf = ({ seq }: CommandAnswer) => {
      const {
        id: _id,
        user_id: _user,
        ...rest
      } = core.rows<OrderRow>('contract_orders').find((row) => row.id === seq)!;
      return rest;
    };
    return [orderOf(own), orderOf(foreign)];
  }
  const LIMIT = ['contracts.buy', { ...ORDERS[1][1], type: 'limit', price: '59000' }] as const;

  test('opens at its price as that of anybody else: a freeze chooses no outcome', async () => {
    const [own, foreign] = await bothAs(LIMIT, () => core.harness.tick(5_890_000));
    expect(own).toMatchObject({ state: 'open' });
    expect(own).toEqual(foreign);
  });

  test('still waits while its price does not come', async () => {
    const [own] = await bothAs(LIMIT, () => core.harness.tick(5_950_000));
    expect(own).toMatchObject({ state: 'waiting' });
  });
});

test('a repeat of what was accepted before is answered as then', async () => {
  const { harness } = core;
  const before = await harness.buy(FROZEN, {}, 'once');
  await stand('frozen');
  expect(await harness.buy(FROZEN, {}, 'once')).toEqual({ ...before, repeated: true });
});

describe.each(['buy', 'sell'] as const)('stops of somebody frozen who is in a %s', (side) => {
  /** Prices in tens of dollars away from 60,000, towards profit. */
  const away = (tens: number): string => String(60_000 + (side === 'buy' ? 10 : -10) * tens);

  /** Opens a position with stop and target 100 away, and then is frozen. */
  async function openFrozen(stops: { readonly stopLoss?: string; readonly takeProfit?: string }): Promise<number> {
    const { seq, code: answered } = await send(FROZEN, ['contracts.buy', { ...ORDERS[1][1], side, ...stops }]);
    expect(answered).toBe(200);
    await core.harness.tick(6_000_000);
    await stand('frozen');
    return seq;
  }
  const set = async (id: number, stops: { readonly [name: string]: string | null }) =>
    (await core.harness.submit(FROZEN, 'contracts.stops', { id, ...stops })).code;

  const BOTH = { stopLoss: away(-100), takeProfit: away(100) };
  test.each([
    ['a first stop', {}, { stopLoss: away(-100) }, 200],
    ['a first target', {}, { takeProfit: away(100) }, 200],
    ['a nearer stop', BOTH, { stopLoss: away(-50) }, 200],
    ['a nearer target', BOTH, { takeProfit: away(50) }, 200],
    ['the same ones', BOTH, BOTH, 200],
    ['a stop further away', BOTH, { stopLoss: away(-101) }, code.userStatusWrong],
    ['a target further away', BOTH, { takeProfit: away(101) }, code.userStatusWrong],
    ['no stop any more', BOTH, { stopLoss: null }, code.userStatusWrong],
    ['no target any more', BOTH, { takeProfit: null }, code.userStatusWrong],
    ['a nearer target for no stop', BOTH, { stopLoss: null, takeProfit: away(50) }, code.userStatusWrong],
    ['a stop on the wrong side', {}, { stopLoss: away(100) }, code.stopLossUnreasonable],
  ] as const)('%s', async (_name, before, after, answer) => {
    expect(await set(await openFrozen(before), after)).toBe(answer);
  });

  test('in a log from before, any', async () => {
    await begin(6);
    expect(await set(await openFrozen(BOTH), { stopLoss: null })).toBe(200);
  });
});
