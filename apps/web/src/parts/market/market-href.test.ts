import { expect, test } from 'vitest';
import { marketHref } from './market-href.ts';

test('the URL of a market holds what is known of it, and nothing else', () => {
  expect(marketHref({ code: 'BTCUSDT' })).toBe('/cruuency?code=BTCUSDT');
  expect(marketHref({ code: 'BTCUSDT', type: 2, id: 7 })).toBe('/cruuency?code=BTCUSDT&type=2&id=7');
  expect(marketHref({ code: 'BRK.B&C', type: 3, product: 'contracts' })).toBe(
    '/cruuency?code=BRK.B%26C&type=3&product=contracts',
  );
});

test('other properties of a row do not end up in it', () => {
  const row = { code: 'AAPL', type: 3, id: 412, appName: 'Apple', precision: 2 };
  expect(marketHref(row)).toBe('/cruuency?code=AAPL&type=3&id=412');
});
