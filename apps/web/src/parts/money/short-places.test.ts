/** A rounded balance never shows more than there is, and knows when it is rounded. */
import { createFormatter } from '@glasshouse/i18n/format';
import { expect, test } from 'vitest';
import { isCut, shortPlaces } from './short-places.ts';

const short = (value: string, asset: string) =>
  createFormatter('en', 'UTC').money(value, asset, shortPlaces(asset, value)).replace('\u00a0', ' ');

test.each([
  ['90692.94607952', 'USDT', '90,692.94 USDT', true],
  ['0.99999999', 'USDT', '0.99 USDT', true],
  ['100000', 'USDT', '100,000.00 USDT', false],
  ['12.50', 'USD', '12.50 USD', false],
  ['0.12345678', 'BTC', '0.123456 BTC', true],
  ['0.00012345', 'BTC', '0.00012345 BTC', false],
  ['0.026014', 'BTC', '0.026014 BTC', false],
  ['12.34567891', 'ETH', '12.3456 ETH', true],
  ['1234567.89', 'DOGE', '1,234,567 DOGE', true],
  ['2', 'ETH', '2 ETH', false],
])('%s %s is %s', (value, asset, text, cut) => {
  expect(short(value, asset)).toBe(text);
  expect(isCut(value, asset)).toBe(cut);
});
