import { createFormatter } from '@glasshouse/i18n/format';
import { expect, test } from 'vitest';
import { shownAmount } from './shown-amount.ts';

const bank = { symbol: 'USDT', currency: 'EUR', claimed: '2500' };
const crypto = { symbol: 'ETH', currency: null, claimed: '1.5' };

test.each([
  ['reported by bank', { ...bank, arrived: null }, '2,500.00 EUR'],
  ['of a bank transfer that was credited', { ...bank, arrived: '2712.5' }, '2,712.50 USDT'],
  ['reported of a chain', { ...crypto, arrived: null }, '1.50 ETH'],
  ['seen on a chain', { ...crypto, claimed: null, arrived: '1.25' }, '1.25 ETH'],
] as const)('a deposit %s is shown in its own currency', (_name, item, text) => {
  expect(shownAmount(createFormatter('en'), item)).toBe(text);
});
