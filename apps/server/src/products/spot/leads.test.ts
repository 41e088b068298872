/**
 * What rests or waits for a trigger under terms with a lead: whoever saw other instruments jump
 * places it across the price that comes next. Prices are cents around 100.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { RULES_VERSION } from '../../kernel/core/rules.ts';
import { fillFaults } from './check-fills.ts';
import type { SpotFill, SpotOrder } from './rows.ts';
import { expectSound } from './testing/expect-sound.ts';
import { NEXT_PRICE, SpotFixture } from './testing/fixture.ts';

const ANN = 1;
const BOB = 2;
const LEAD = { ...NEXT_PRICE, leadMs: 1_000 };
let fixture: SpotFixture;

async function begin({ version = RULES_VERSION, pair = LEAD }: { version?: number; pair?: object } = {}) {
  fixture = await SpotFixture.start({ pool: { base: '50', quote: '5000' }, pair });
  await fixture.harness.internal('rules.adopt', { version, figures: SHIPPED }, 'rules');
}

const tick = (mid: number, afterMs: number) => fixture.harness.tick(mid, afterMs);
const state = (id: number) => fixture.latest(id).state;

afterEach(() => {
  expectSound(fixture);
  for (const order of fixture.rows<SpotOrder>('spot_orders')) {
    const fills = fixture.rows<SpotFill>('spot_fills').filter(({ order_id }) => order_id === order.id);
    expect(fillFaults(order, fills)).toEqual([]);
  }
});

const BUY = { side: 'buy', price: '99', quantity: '0.1' } as const;
const KINDS = [
  ['a limit order', BUY],
  ['a post-only order', { ...BUY, timeInForce: 'postOnly' }],
  ['a stop', { side: 'sell', type: 'stop', quantity: '0.1', stopPrice: '99' }],
  ['a stop-limit', { side: 'sell', type: 'stopLimit', quantity: '0.1', stopPrice: '99', price: '95' }],
  ['a trailing stop', { side: 'sell', type: 'trailingStop', quantity: '0.1', trailingDistance: '1' }],
  ['the stop of an OCO', { side: 'sell', type: 'oco', quantity: '0.1', price: '110', stopPrice: '99' }],
] as const;

describe.each(KINDS)('%s', (_name, order) => {
  test('is met by the first price from the lead on, whether it came back in between', async () => {
    await begin();
    const { id, crossesFrom, placedAt } = await fixture.placed(ANN, order);
    expect(Date.parse(crossesFrom ?? '') - Date.parse(placedAt)).toBe(1_000);
    await tick(9_890, 500);
    await tick(9_880, 499);
    expect(state(id)).toBe('waiting');
    await tick(9_870, 1);
    expect(state(id)).toBe('filled');
  });

  test('is not met by a price that had gone by then', async () => {
    await begin();
    const { id } = await fixture.placed(ANN, order);
    await tick(9_890, 500);
    await tick(10_000, 500);
    expect(state(id)).toBe('waiting');
    await tick(9_890, 1);
    expect(state(id)).toBe('filled');
  });

  test.each([
    ['where times of prices are exact', { pair: NEXT_PRICE }],
    ['under version 10 of the rules', { version: 10 }],
  ])('is met by the next price %s', async (_case, options) => {
    await begin(options);
    const { id, crossesFrom } = await fixture.placed(ANN, order);
    expect(crossesFrom).toBeUndefined();
    await tick(9_890, 1);
    expect(state(id)).toBe('filled');
  });
});

test('an order of before is filled past one that waits at a better price', async () => {
  await begin();
  const { id: older } = await fixture.placed(BOB, BUY);
  await tick(10_000, 1_000);
  const { id: newer } = await fixture.placed(ANN, { ...BUY, price: '99.50' });
  await tick(9_890, 500);
  expect([state(older), state(newer)]).toEqual(['filled', 'waiting']);
  await tick(9_890, 500);
  expect(state(newer)).toBe('filled');
});

test('people meet each other at once', async () => {
  await begin();
  const { id: resting } = await fixture.placed(BOB, { side: 'sell', price: '100', quantity: '0.1' });
  const { id: taking } = await fixture.placed(ANN, { side: 'buy', price: '100', quantity: '0.1' });
  expect([state(resting), state(taking)]).toEqual(['filled', 'filled']);
});

test('several that one price reached within the lead are all met by the first one after it', async () => {
  await begin();
  const { id: trailing } = await fixture.placed(ANN, KINDS[4][1]);
  const { id: stop } = await fixture.placed(ANN, KINDS[2][1]);
  await tick(9_890, 999);
  await tick(9_890, 1);
  expect([state(trailing), state(stop)]).toEqual(['filled', 'filled']);
});
