import { expect, test } from 'vitest';
import { keyFinder } from './find-keys.ts';

const find = keyFinder({
  common: { close: 'Schließen', done: 'Fertig', pair: '{{a}} · {{b}}' },
  trade: { placed: 'Order {{id}} gekauft', placedWith: 'Order {{id}} gekauft, mit {{fee}} Gebühr', close: 'Schließen' },
});

test.each([
  ['a text without values', 'Fertig', ['common:done']],
  ['the same words for two messages', ' Schließen\n', ['common:close', 'trade:close']],
  ['values in their places', 'Order 4711 gekauft', ['trade:placed']],
  ['the pattern with more words of its own', 'Order 4711 gekauft, mit 2,00 USDT Gebühr', ['trade:placedWith']],
  ['values that are isolated', 'Order \u20664711\u2069 gekauft', ['trade:placed']],
  ['a pattern that is nearly all values', 'BTC · ETH', []],
  ['another text', 'Bitcoin', []],
  ['nothing', ' ', []],
])('%s', (_name, shown, keys) => expect(find(shown)).toEqual(keys));
