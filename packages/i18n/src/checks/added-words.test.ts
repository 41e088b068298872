import { expect, test } from 'vitest';
import { addedWords } from './added-words.ts';

test.each([
  ['it', 'Trailing stop dinamico', 'Trailing stop', ['dinamico']],
  ['it', 'Trailing stop', 'Trailing stop', []],
  ['fr', 'Messages échangés', 'Messages', ['échangés']],
  ['fr', 'Hash de transaction', 'Transaction hash', []],
  ['fr', 'Cours acheteur (bid)', 'Bid', []],
  ['de', 'Enthaltene Ticks', 'Ticks', ['enthaltene']],
  ['de', 'Version {{version}}', 'Version {{version}}', []],
  ['de', 'Ein Chart zeigt jeden Tick im Status', 'A chart shows the status', []],
  ['ja', 'Bid 価格', 'Bid', []],
] as const)('%s "%s" for "%s": %j', (language, text, english, expected) => {
  expect(addedWords(language, { key: 'a:b', text, english })).toEqual(expected);
});
