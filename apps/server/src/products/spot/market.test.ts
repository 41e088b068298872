/**
 * Whatever users, the house and prices do to a market: assets are conserved, holds are exactly what
 * open orders need, the book is never crossed, every fill follows from the rules, and the log
 * replays to the same state.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillFaults } from './check-fills.ts';
import type { SpotFill, SpotOrder } from './rows.ts';
import { spotOf } from './slice.ts';
import { expectSound } from './testing/expect-sound.ts';
import { NEXT_PRICE, SpotFixture } from './testing/fixture.ts';

const cents = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((points) => (points / 100).toFixed(2));
const steps = (max: number) => fc.integer({ min: 1, max }).map((count) => (count / 1_000).toFixed(3));
const user = fc.integer({ min: 1, max: 3 });
const side = fc.constantFrom<'buy' | 'sell'>('buy', 'sell');
const force = fc.constantFrom(null, 'GTC', 'IOC', 'FOK', 'postOnly');

const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('limit' as const),
      user,
      side,
      price: cents(9_700, 10_300),
      quantity: steps(3_000),
      timeInForce: force,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('market' as const), user, side, quantity: steps(3_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('spend' as const), user, amount: cents(100, 50_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), user, victim: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('tick' as const), mid: fc.integer({ min: 9_700, max: 10_300 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

/** Rates and precision at which nothing comes out even, so that every rounding occurs. */
const UNEVEN = { precision: 8, makerRate: '0.00123457', takerRate: '0.00234569', quantityStep: '0.00001' } as const;

test.each([
  ['under terms of before', {}],
  ['where the house is met at the next price', NEXT_PRICE],
])('any history leaves the market sound %s', { timeout: 120_000 }, async (_name, pair) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { maxLength: 60, size: 'max' }),
      fc.constantFrom('0.5', '5', '0'),
      async (actions, base) => {
        const fixture = await SpotFixture.start({ pair, ...(base === '0' ? {} : { pool: { base, quote: '700' } }) });
        const ids: number[] = [];
        for (const action of actions) {
          if (action.kind === 'tick') await fixture.harness.tick(action.mid);
          else if (action.kind === 'restart') await fixture.restart();
          else if (action.kind === 'cancel')
            await fixture.cancel(action.user, ids[action.victim % Math.max(1, ids.length)] ?? 1);
          else {
            const { kind, user: who, ...rest } = action;
            const order =
              kind === 'limit' ? rest : { ...rest, side: 'side' in rest ? rest.side : 'buy', type: 'market' as const };
            const answer = await fixture.submit(who, order as Parameters<SpotFixture['submit']>[1]);
            if (answer.code === 200) ids.push((answer.result as { id: number }).id);
          }
        }
        expectSound(fixture);
        expectFillsFollow(fixture);
      },
    ),
    { numRuns: 40 },
  );
});

test('a cancelled rest leaves no rounding to its buyer, and terms of before did', async () => {
  for (const [pair, owed] of [
    [NEXT_PRICE, 1n],
    [{}, 0n],
  ] as const) {
    const fixture = await SpotFixture.start();
    const ladder = { levels: 0, spacingPpm: 0, levelAmount: '0' };
    const fees = { makerRate: '0', takerRate: '0' };
    await fixture.define({ ...UNEVEN, ...fees, minQuantity: '0.00001', minAmount: '0.00001', ladder, ...pair });
    await fixture.harness.tick(10_000_000_000);
    const before = fixture.balance(1, 'USDT', 'available');
    // 0.00001 at 99.00000001 is 0.0009900000001: its fill takes what the need of 3 falls by.
    const maker = await fixture.placed(1, { side: 'buy', price: '99.00000001', quantity: '0.00003' });
    await fixture.placed(2, { side: 'sell', price: '99.00000001', quantity: '0.00001' });
    await fixture.cancel(1, maker.id);
    const paid = before - fixture.balance(1, 'USDT', 'available');
    expect(paid).toBe(99_000n + owed);
    expectSound(fixture);
    expectFillsFollow(fixture);
  }
});

test('amounts that never come out even are rounded by the rules, to the unit', async () => {
  const fixture = await SpotFixture.start();
  // 8 decimals of a price and 5 of a quantity make 13 of an amount, which has 8.
  await fixture.define({
    ...UNEVEN,
    minQuantity: '0.00001',
    minAmount: '0.00001',
    ladder: { levels: 0, spacingPpm: 0, levelAmount: '0' },
  });
  await fixture.harness.tick(10_000_000_000);
  const maker = await fixture.placed(1, { side: 'buy', price: '99.12345679', quantity: '1.00003' });
  for (const quantity of ['0.33333', '0.03337', '0.00001', '0.05', '0.58332']) {
    await fixture.placed(2, { side: 'sell', price: '99.12345679', quantity });
    expectSound(fixture);
  }
  expect(fixture.latest(maker.id)).toMatchObject({ state: 'filled', held: '0', filledAmount: '99.1264305' });
  const second = await fixture.placed(1, { side: 'sell', price: '101.98765433', quantity: '1.00001' });
  await fixture.placed(3, { side: 'buy', price: '102', quantity: '0.77777' });
  await fixture.placed(3, { side: 'buy', price: '102', quantity: '0.22224' });
  expect(fixture.latest(second.id).state).toBe('filled');
  expectSound(fixture);
  expectFillsFollow(fixture);
});

function expectFillsFollow({ store, harness }: SpotFixture): void {
  const fills = new Map<number, SpotFill[]>();
  for (const row of store.rows.get('spot_fills')?.values() ?? []) {
    const fill = row as SpotFill;
    fills.set(fill.order_id, [...(fills.get(fill.order_id) ?? []), fill]);
  }
  for (const row of store.rows.get('spot_orders')?.values() ?? []) {
    const order = row as SpotOrder;
    const own = (fills.get(order.id) ?? []).sort((left, right) => left.idx - right.idx);
    expect(fillFaults(order, own), `order ${order.id}`).toEqual([]);
  }
  expect(spotOf(harness.sequencer.state).orders.size).toBe(
    [...(store.rows.get('spot_orders')?.values() ?? [])].filter((row) => row.settled_by === null).length,
  );
}
