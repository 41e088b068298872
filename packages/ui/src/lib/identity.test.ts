/** Stand-ins for logos: initials and a hue, both derived from the name alone. */
import { expect, test } from 'vitest';
import { hueOf, initials } from './identity.ts';

test.each([
  ['BTCUSDT', 'BTC'],
  ['EUR/USD', 'EUR'],
  ['Grace Hopper', 'GH'],
  ['AAPL', 'AAP'],
  ['USDT', 'USD'],
  ['ゲスト1000', 'ゲ'],
  ['게스트 1000', '게'],
  ['', ''],
])('%s is abbreviated to "%s"', (name, expected) => {
  expect(initials(name)).toBe(expected);
});

test('a name always has the same hue, and hues cover the colour wheel', () => {
  expect(hueOf('BTCUSDT')).toBe(hueOf('BTCUSDT'));
  const sextants = new Set(Array.from({ length: 200 }, (_, index) => Math.floor(hueOf(`code${index}`) / 60)));
  expect(sextants.size).toBe(6);
});
