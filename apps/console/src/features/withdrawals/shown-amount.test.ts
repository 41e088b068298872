import { createFormatter } from '@glasshouse/i18n/format';
import { expect, test } from 'vitest';
import { shownAmount } from './shown-amount.ts';

test.each([
  ['bank', { amount: '2712.5', symbol: 'USDT', currency: 'EUR', currencyAmount: '2500' }, '2,500.00 EUR'],
  ['crypto', { amount: '50', symbol: 'USDT', currency: 'USDT', currencyAmount: '49' }, '50.00 USDT'],
] as const)('a withdrawal by %s is shown in what leaves', (method, item, text) => {
  expect(shownAmount(createFormatter('en'), { method, ...item })).toBe(text);
});
