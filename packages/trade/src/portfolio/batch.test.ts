import { expect, test } from 'vitest';
import type { ContractOrder, SpotOrder } from '../orders.ts';
import { type BatchOrder, heldTogether, inTurns, type Outcome, outcomeOf, tallyOf } from './batch.ts';

const waiting = (margin: string): BatchOrder => ({
  product: 'contracts',
  order: { margin, openFee: '0.5' } as ContractOrder,
});
const resting = (side: 'buy' | 'sell', held: string): BatchOrder => ({
  product: 'spot',
  order: { side, held, base: 'BTC', quote: 'USDT' } as SpotOrder,
});

test('what is released is summed by asset, USDT first', () => {
  expect(heldTogether([resting('sell', '0.02'), waiting('100'), resting('buy', '25.25'), waiting('1')])).toEqual([
    { asset: 'USDT', amount: '127.25' },
    { asset: 'BTC', amount: '0.02' },
  ]);
});

test('an order has an outcome once it ended: its price, and its result after all fees', () => {
  const open = { state: 'open' } as ContractOrder;
  expect(outcomeOf(open)).toBeUndefined();
  const costs = { openFee: '1', closeFeePaid: '2', financing: '-3' };
  const closed = { state: 'closed', closePrice: '20100.00', realised: '100', ...costs } as ContractOrder;
  expect(outcomeOf(closed)).toEqual({ state: 'closed', price: '20100.00', net: '94' });
  expect(outcomeOf({ state: 'cancelled' } as ContractOrder)).toEqual({ state: 'cancelled' });
});

test('a tally counts what is done, refused and pending, and sums results only of what was closed', () => {
  const outcomes = new Map<number, Outcome>([
    [1, { state: 'closed', price: '1', net: '5' }],
    [2, { state: 'closed', price: '1', net: '-7.5' }],
    [3, { state: 'closing' }],
    [4, { state: 'refused', failure: { kind: 'timeout' } }],
    [5, { state: 'sending' }],
  ]);
  expect(tallyOf(outcomes)).toEqual({ done: 2, refused: 1, pending: 2, net: '-2.5' });
});

test('never more run at once than allowed, and all are run', async () => {
  let running = 0;
  let most = 0;
  const ran: number[] = [];
  await inTurns([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 2 * (item % 3)));
    running -= 1;
    ran.push(item);
  });
  expect(most).toBe(3);
  expect(ran.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
