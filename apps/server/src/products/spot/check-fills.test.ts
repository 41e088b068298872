/**
 * A fill that does not follow from its price, quantity, rates and tick is reported, whatever was
 * changed.
 */
import { expect, test } from 'vitest';
import { fillFaults } from './check-fills.ts';
import type { SpotFill, SpotOrder } from './order.ts';
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
])('%s', async (_name, index, change, wanted) => {
  const { order, fills } = await evidence();
  const changed = fills.map((fill, place) => (place === index ? { ...fill, ...change } : fill));
  expect(fillFaults(order, changed).join('\n')).toMatch(wanted);
});

test('a missing fill, and a hold that is not the need', async () => {
  const { order, fills } = await evidence();
  expect(fillFaults(order, fills.slice(1)).join('\n')).toMatch(/fill 1 is missing/);
  expect(fillFaults({ ...order, held: '1' }, fills)).toEqual(['its held amount should be 50.055005, is 1']);
});
