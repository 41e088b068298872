import { evaluate } from '@glasshouse/rules/derivations';
import { expect, test } from 'vitest';
import { type Period, priceOption } from './figures.ts';

const period: Period = { id: 60, payoutRate: '0.82', feeRate: '0.001', minStake: '1', maxStake: '5000' };
const price = (stake: string, available?: string) => priceOption({ draft: { stake, period }, available });

test('the figures of an order, exact to the last unit', () => {
  expect(price('100', '1000')).toMatchObject({
    problems: {},
    figures: {
      stake: '100',
      fee: '0.1',
      total: '100.1',
      payout: '182',
      netProfit: '81.9',
      breakEven: '0.55',
      houseEdge: '0.091',
      balanceAfter: { result: '899.9' },
    },
  });
});

test('what is shown as the reason of a figure gives that figure', () => {
  const { figures } = price('333.33');
  for (const figure of ['fee', 'payout', 'netProfit', 'breakEven', 'houseEdge'] as const)
    expect(evaluate(figures!.why[figure])).toBe(figures![figure]);
  expect(evaluate(figures!.why.total)).toBe(figures!.total);
  expect(evaluate(figures!.why.loss)).toBe(`-${figures!.total}`);
});

test.each([
  ['', 'empty'],
  ['0', 'empty'],
  ['0.00', 'empty'],
  ['0.99', 'outOfRange'],
  ['5000.01', 'outOfRange'],
  ['999.01', 'notEnough'],
])('a stake of "%s" is %s', (stake, problem) => {
  expect(price(stake, '1000').problems).toEqual({ size: problem });
});

test('the fee counts: a balance that covers only the stake is not enough', () => {
  expect(price('1000', '1000').problems).toEqual({ size: 'notEnough' });
  expect(price('1000', '1001').problems).toEqual({});
});

test('visitors see the figures without a balance', () => {
  const { figures, problems } = price('100');
  expect(problems).toEqual({});
  expect(figures?.balanceAfter).toBeUndefined();
});
