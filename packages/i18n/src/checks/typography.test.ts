import { expect, test } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { loadMessagesOf } from '../server.ts';
import { messagesOf } from './texts.ts';
import { typeset } from './typography.ts';

// `npm run typography -w @glasshouse/i18n` sets them right.
test.each(LANGUAGES)('%s has the spaces and marks of its language', (language) => {
  const wrong = messagesOf(loadMessagesOf(language)).filter(([, text]) => typeset(language, text) !== text);
  expect(wrong).toEqual([]);
});

test.each([
  ['fr', 'Vraiment ?', 'Vraiment\u202f?'],
  ['fr', 'Vraiment?', 'Vraiment\u202f?'],
  ['fr', 'Vraiment\u00a0?!', 'Vraiment\u202f?!'],
  ['fr', 'Compte : {{name}}', 'Compte\u00a0: {{name}}'],
  ['fr', 'À {{time}}; fini', 'À {{time}}\u202f; fini'],
  ['fr', 'https://example.com à 10:30', 'https://example.com à 10:30'],
  ['fr', '« Oui »', '«\u00a0Oui\u00a0»'],
  ['fr', '100 000 USDT', '100\u202f000 USDT'],
  ['ja', 'Glasshouse の口座', 'Glasshouseの口座'],
  ['ja', '残り {{count}} 件', '残り{{count}}件'],
  ['ja', '想定元本 × 率', '想定元本 × 率'],
  ['ja', '{{lots}} {{base}} を購入', '{{lots}} {{base}}を購入'],
  ['ar', 'نعم, لا?', 'نعم، لا؟'],
  ['zh', '价格:{{price}}', '价格:{{price}}'],
  ['zh', '注意:价格', '注意：价格'],
  ['de', 'Warten...', 'Warten…'],
  ['de', 'bis zu {{rate}} % oder 80 %', 'bis zu {{rate}}\u00a0% oder 80\u00a0%'],
  ['en', 'From -5% to (-{{share}})', 'From \u22125% to (\u2212{{share}})'],
  ['en', 'UTC-5, 2026-11-29, {{from}}-{{to}}, COVID-19', 'UTC-5, 2026-11-29, {{from}}-{{to}}, COVID-19'],
] as const)('%s: "%s" becomes "%s"', (language, text, expected) => {
  expect(typeset(language, text)).toBe(expected);
  expect(typeset(language, expected)).toBe(expected);
});
