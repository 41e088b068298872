/** Which figures of an approval or of the audit log are money, and of what. */
import { expect, test } from 'vitest';
import { unitsOf } from './money-fields.ts';

const nothing = { subject: 'user 1', before: null, payment: null };
const bank = { asset: 'USDT', currency: 'EUR' };
const balance = { book: 'real', asset: 'USDT', available: '11976', count: 3, feeRate: '0.0004' };

test.each([
  ['a balance', { ...nothing, after: balance }, 'available', 'USDT'],
  ['a count is no money', { ...nothing, after: balance }, 'count', undefined],
  ['nor is a rate', { ...nothing, after: balance }, 'feeRate', undefined],
  ['the asset of a withdrawal', { ...nothing, after: { amount: '500' }, payment: bank }, 'amount', 'USDT'],
  [
    'the currency of a transfer',
    { ...nothing, after: { currencyAmount: '250' }, payment: bank },
    'currencyAmount',
    'EUR',
  ],
  ['a report by bank', { ...nothing, after: { reported: '2500' }, payment: bank }, 'reported', 'EUR'],
  ['its difference', { ...nothing, after: { difference: '-9.5' }, payment: bank }, 'difference', 'EUR'],
  ['a report of coins', { ...nothing, after: {}, payment: { ...bank, currency: null } }, 'reported', 'USDT'],
  ['an amount of nobody knows what', { ...nothing, after: { amount: '500' } }, 'amount', undefined],
  ['a limit', { ...nothing, subject: 'parameter kyc.limits_none', after: {} }, 'deposit_total', 'USDT'],
  ['a parameter', { ...nothing, after: '500' }, '', undefined],
])('%s', (_name, change, field, asset) => {
  expect(unitsOf(change)(field)).toBe(asset);
});
