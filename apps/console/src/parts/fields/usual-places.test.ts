import { createFormatter } from '@glasshouse/i18n/format';
import { expect, test } from 'vitest';
import { usualPlaces } from './usual-places.ts';

test.each([
  ['1234.56789012', 'USDT', '1,234.56'],
  ['1234.5', 'USDT', '1,234.50'],
  ['0.00000001', 'BTC', '0.00000001'],
  ['12.345678', 'TRX', '12.3456'],
])('%s %s is usually written as %s', (value, asset, written) => {
  expect(createFormatter('en').number(value, usualPlaces(asset))).toBe(written);
});
