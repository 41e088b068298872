import { expect, test } from 'vitest';
import { type Period, priceTicket } from './figures.ts';

const period: Period = { id: 60, payoutRate: '0.82', feeRate: '0.001', minStake: '1', maxStake: '5000' };

test('the figures of an order, exact to the last unit', () => {
  expect(priceTicket('100', period, '1000')).toEqual({
    ok: true,
    figures: {
      stake: '100',
      fee: '0.1',
      total: '100.1',
      profit: '82',
      payout: '182',
      breakEven: '0.55',
      houseEdge: '0.091',
      balanceAfter: '899.9',
    },
  });
});

test.each([
  ['', 'empty'],
  ['0', 'empty'],
  ['0.00', 'empty'],
  ['0.99', 'outOfRange'],
  ['5000.01', 'outOfRange'],
  ['999.01', 'notEnough'],
])('%s is refused as %s', (text, problem) => {
  expect(priceTicket(text, period, '1000')).toMatchObject({ ok: false, problem });
});

test('the fee counts: a stake that fits the balance alone is not enough', () => {
  expect(priceTicket('1000', period, '1000')).toMatchObject({ ok: false, problem: 'notEnough' });
  expect(priceTicket('1000', period, '1001').ok).toBe(true);
});

test('visitors see the figures without a balance', () => {
  const priced = priceTicket('100', period, undefined);
  expect(priced.ok).toBe(true);
  expect(priced.figures?.balanceAfter).toBeUndefined();
});
