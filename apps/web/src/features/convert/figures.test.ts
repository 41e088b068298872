import { convert } from '@glasshouse/rules/convert';
import { amountOf, formatAmount, priceOf, rateOf } from '@glasshouse/rules/money';
import { expect, test } from 'vitest';
import { readablePrices } from '../../shared/ticket/readable-prices.ts';
import { plainAmount, priceConversion, spreadCost } from './figures.ts';

test('the spread costs the difference to the reference price', () => {
  expect(spreadCost({ amount: '2', reference: '100.5', receive: '200.8' })).toBe('0.2');
  expect(spreadCost({ amount: '2', reference: '100.5', receive: '201' })).toBe('0');
  expect(spreadCost({ amount: '1000000', reference: '0.000000000123456789', receive: '0.0001' })).toBe('0.00002345');
});

test('the spread cost agrees with the rule that the core prices by', () => {
  const btc = { bid: priceOf('63000'), ask: priceOf('63002'), mid: priceOf('63001') };
  const usdt = { bid: priceOf('1'), ask: priceOf('1'), mid: priceOf('1') };
  const amount = amountOf('0.5');
  const made = convert({ amount, from: btc, to: usdt, marginRate: rateOf('0.001') });
  // 31,500.5 at the mid; 31,500 × 0.999 received.
  expect(spreadCost({ amount: '0.5', reference: made.reference, receive: formatAmount(made.receive) })).toBe('32');
});

test.each([
  ['', '10', { size: 'empty' }],
  ['0.0', '10', { size: 'empty' }],
  ['10.01', '10', { size: 'notEnough' }],
  ['10', '10', {}],
  ['99', undefined, {}],
])('an amount of "%s" with %s available has the problems %o', (amount, available, problems) => {
  const draft = { from: 'USDT', to: 'BTC', amount, pricing: 'firm' } as const;
  expect(priceConversion({ draft, available, quote: undefined })).toEqual({ problems, figures: undefined });
});

test('an amount is sent in its shortest text', () => {
  expect(plainAmount('1.50')).toBe('1.5');
  expect(plainAmount('2')).toBe('2');
});

test('prices are quoted per unit of the more valuable coin', () => {
  expect(
    readablePrices({ from: 'USDT', to: 'BTC', price: '0.000009518573605', reference: '0.00000952818886' }),
  ).toEqual({
    of: 'BTC',
    in: 'USDT',
    price: '105057.75',
    reference: '104951.74',
  });
  expect(readablePrices({ from: 'BTC', to: 'USDT', price: '104846.7482', reference: '104951.74' })).toEqual({
    of: 'BTC',
    in: 'USDT',
    price: '104846.74',
    reference: '104951.74',
  });
});
