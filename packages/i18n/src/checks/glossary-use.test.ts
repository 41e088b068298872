import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { loadMessagesOf } from '../server.ts';
import { GLOSSARY } from './glossary.ts';
import { ENGLISH_TERMS, EXEMPT, missingTerms, termsIn } from './glossary-use.ts';
import { FORMS } from './term-forms.ts';
import { baseKey, messagesOf } from './texts.ts';

describe('the terms of an English text', () => {
  test.each([
    ['Your open orders', ['order']],
    ['The order book is empty', ['order_book']],
    ['The operator’s receipts', ['operator', 'receipt']],
    ['Numbers are assigned in order.', []],
    ['Set it above the market price.', []],
    ['All markets', ['market']],
    ['The leveraged contracts of this market', ['contracts', 'market']],
    ['[Withdraw](/market/order)', []],
    ['Disorderly {{order}}', []],
  ] as const)('"%s": %j', (english, expected) => expect(termsIn('a:b', english).sort()).toEqual(expected));

  test('a word may mean something else in some texts', () => {
    expect(termsIn('trade:orders.settled', 'Settled')).toEqual(['settled']);
    expect(termsIn('errors:1', 'Settled')).toEqual([]);
  });
});

describe('a translation', () => {
  const missing = (language: (typeof LANGUAGES)[number], english: string, text: string) =>
    missingTerms(language, { key: 'a:b', english, text }).map(({ rule }) => rule);

  test.each([
    ['de', 'Your balance', 'Ihr Saldo', ['glossary balance']],
    ['de', 'Your balance', 'Ihr Guthaben', []],
    ['de', 'Limit orders and positions', 'Limitorders und Positionen', []],
    ['fr', 'Your receipts', 'Vos reçus', []],
    ['fr', 'Your receipts', 'Vos quittances', ['glossary receipt']],
    ['fr', 'Held by the insurance fund', 'Détenu par le fonds d’assurance', []],
    ['it', 'All positions', 'Tutte le posizioni', []],
    ['it', 'All positions', 'Tutti i contratti', ['glossary position']],
    ['es', 'Open orders', 'Órdenes abiertas', []],
    ['es', 'Bank withdrawals', 'Retiros bancarios', ['glossary withdrawal']],
    ['ar', 'The markets', 'الأسواق', []],
    ['ar', 'Your demo account', 'حسابك التجريبيّ', []],
    ['ar', 'Your demo account', 'حسابك المبدئي', ['glossary demo_account']],
    ['ja', 'Real account', 'リアル口座', []],
    ['ja', 'Real account', '本番口座', ['glossary real_account']],
    ['hk', 'Your position', '該倉位', ['glossary position']],
    ['en', 'Your balance', 'Your balance', []],
  ] as const)('%s "%s" as "%s": %j', (language, english, text, expected) => {
    expect(missing(language, english, text)).toEqual(expected);
  });

  test('what is missing is told with the forms that would do', () => {
    const pair = { key: 'a:b', english: 'Your balance', text: '你的钱' };
    expect(missingTerms('zh', pair)).toEqual([{ language: 'zh', ...pair, rule: 'glossary balance', expected: '余额' }]);
  });

  test('a text may be exempt', () => {
    const [{ key, id }] = EXEMPT.filter(({ language }) => language === 'de') as [(typeof EXEMPT)[number]];
    const english = id === 'order' ? 'Orders' : 'Balance';
    expect(missingTerms('de', { key, english, text: '–' })).toEqual([]);
  });
});

describe('the tables', () => {
  const ids = new Set(GLOSSARY.map(({ id }) => id));

  test('say how English names every term, or why it is not looked for', () => {
    expect([...ids].filter((id) => !ENGLISH_TERMS.some((row) => row.id === id))).toEqual([]);
    expect(ENGLISH_TERMS.filter(({ id }) => !ids.has(id))).toEqual([]);
    expect(ENGLISH_TERMS.filter(({ pattern, except, why }) => why === '' && (pattern === '' || except !== ''))).toEqual(
      [],
    );
  });

  test('know their languages, terms and keys, and give reasons', () => {
    const codes = new Set<string>(LANGUAGES);
    const keys = new Set(messagesOf(loadMessagesOf('en')).map(([key]) => baseKey(key)));
    expect(
      FORMS.filter(({ language, id, form, why }) => !codes.has(language) || !ids.has(id) || form === '' || why === ''),
    ).toEqual([]);
    expect(
      EXEMPT.filter(
        ({ language, id, why }) => !(language === '*' || codes.has(language)) || !ids.has(id) || why === '',
      ),
    ).toEqual([]);
    expect(EXEMPT.filter(({ key }) => !key.startsWith('document:') && !keys.has(key))).toEqual([]);
  });
});
