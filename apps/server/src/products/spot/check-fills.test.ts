/**
 * A fill that does not follow from its price, quantity, rates and tick is reported, whatever was
 * changed.
 */
import { expect, test } from 'vitest';
import { fillFaults } from './check-fills.ts';
import type { SpotFill, SpotOrder } from './rows.ts';
import { SpotFixture } from './testing/fixture.ts';

/** A buy that took one coin from the house, rested, and was filled further by a user. */
async function evidence(): Promise<{ order: SpotOrder; fills: SpotFill[] }> {
  const fixture = await SpotFixture.start({ pool: { base: '0.5', quote: '0' } });
  const { id } = await fixture.placed(1, { side: 'buy', price: '100.01', quantity: '2' });
  await fixture.placed(2, { side: 'sell', price: '100.01', quantity: '1' });
  const order = fixture.store.rows.get('spot_orders')?.get(String(id)) as SpotOrder;
  const all = [...(fixture.store.rows.get('spot_fills')?.values() ?? [])] as SpotFill[];
  return { order, fills: all.filter((fill) => fill.order_id === id) };
}

test('a sound order has no fault', async () => {
  const { order, fills } = await evidence();
  expect(fills.map(({ role, house }) => [role, house])).toEqual([
    ['taker', true],
    ['maker', false],
  ]);
  expect(fillFaults(order, fills)).toEqual([]);
});

test.each<[string, number, Partial<SpotFill>, RegExp]>([
  ['a cheaper amount', 0, { amount: '50' }, /fill 1's amount should be 50.005/],
  ['a waived fee', 1, { fee: '0' }, /fill 2's fee should be 0.10001/],
  ['another quantity', 1, { quantity: '0.9' }, /filled quantity should be 1.4/],
  ['a price above the limit', 0, { price: 10_002 }, /worse than its limit/],
  ['a maker off its limit', 1, { price: 10_000 }, /not at its limit/],
  ['a price better than the quote', 0, { price: 10_000 }, /better than the house quoted/],
  ['a quote without a tick', 0, { tick_ask: null, tick_bid: null }, /which tick the house quoted by/],
  ['somebody else', 0, { user_id: 9 }, /not its own/],
])('%s', async (_name, index, change, expected) => {
  const { order, fills } = await evidence();
  const changed = fills.map((fill, place) => (place === index ? { ...fill, ...change } : fill));
  expect(fillFaults(order, changed).join('\n')).toMatch(expected);
});

test('a missing fill, and a hold that is not the need', async () => {
  const { order, fills } = await evidence();
  expect(fillFaults(order, fills.slice(1)).join('\n')).toMatch(/fill 1 is missing/);
  expect(fillFaults({ ...order, held: '1' }, fills)).toEqual(['its held amount should be 50.055005, is 1']);
});

/** A one-cancels-other that fills in part, and whose stop sells the rest; or a trailing stop. */
async function triggered(type: 'oco' | 'trailingStop'): Promise<{ order: SpotOrder; fills: SpotFill[] }> {
  const fixture = await SpotFixture.start({ pool: { base: '0', quote: '1000' } });
  const order = { side: 'sell', quantity: '1' } as const;
  const { id } = await fixture.placed(
    1,
    type === 'oco'
      ? { ...order, type, price: '105', stopPrice: '95', stopLimitPrice: '90' }
      : { ...order, type, trailingDistance: '5' },
  );
  if (type === 'oco') await fixture.placed(2, { side: 'buy', price: '105', quantity: '0.4' });
  await fixture.harness.tick(10_100);
  await fixture.harness.tick(9_500);
  const stored = fixture.store.rows.get('spot_orders')?.get(String(id)) as SpotOrder;
  const all = [...(fixture.store.rows.get('spot_fills')?.values() ?? [])] as SpotFill[];
  return { order: stored, fills: all.filter((fill) => fill.order_id === id) };
}

test.each(['oco', 'trailingStop'] as const)('a sound %s has no fault', async (type) => {
  const { order, fills } = await triggered(type);
  expect(order.triggered_by).not.toBeNull();
  expect(fillFaults(order, fills)).toEqual([]);
});

test.each<[string, 'oco' | 'trailingStop', Partial<SpotOrder>, RegExp]>([
  ['another stop', 'oco', { stop_points: 9_499 }, /a tick that does not reach it/],
  ['another best price', 'trailingStop', { peak_mid: 9_999 }, /a tick that does not reach it/],
  ['another distance', 'trailingStop', { trail_points: 601 }, /a tick that does not reach it/],
  ['another trigger', 'trailingStop', { trigger_mid: 9_601 }, /a tick that does not reach it/],
  ['a later trigger', 'trailingStop', { triggered_by: 1_000 }, /trades before it was triggered/],
  ['a trigger of a plain order', 'oco', { type: 'limit' }, /waits for nothing/],
])('%s', async (_name, type, change, expected) => {
  const { order, fills } = await triggered(type);
  expect(fillFaults({ ...order, ...change }, fills).join('\n')).toMatch(expected);
});
