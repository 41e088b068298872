import { describe, expect, test } from 'vitest';
import { LANGUAGE_LIST, languageOf, negotiateLanguage } from './languages.ts';
import { loadMessagesOf, translatorFor } from './server.ts';
import { createTranslator } from './translator.ts';
import { loadMessages } from './web.ts';

describe('languages', () => {
  test.each([
    ['zh-tw', 'zh'],
    ['zh-TW', 'zh'],
    ['zh-HK', 'hk'],
    ['zh-Hant', 'hk'],
    ['zh-Hans-CN', 'zh'],
    ['zh_CN', 'zh'],
    ['hk', 'hk'],
    ['de-AT', 'de'],
    ['EN', 'en'],
    ['pt-BR', undefined],
    ['', undefined],
    ['__proto__', undefined],
  ])('%s is %s', (tag, expected) => expect(languageOf(tag)).toBe(expected));

  test.each([
    [undefined, 'en'],
    ['pt-BR, fr;q=0.8, de;q=0.9', 'de'],
    ['ja;q=0, ko', 'ko'],
    ['*', 'en'],
    [';;;,,,q=1', 'en'],
    [`${'xx,'.repeat(100_000)}de`, 'en'],
  ])('Accept-Language %.40s gives %s', (header, expected) => expect(negotiateLanguage(header)).toBe(expected));

  test('only Arabic runs from right to left', () => {
    expect(LANGUAGE_LIST.filter(({ dir }) => dir === 'rtl').map(({ code }) => code)).toEqual(['ar']);
  });
});

describe('translator', () => {
  test('values, plurals and texts of codes', () => {
    const { t, error } = translatorFor('en');
    expect(t('common:count.orders', { count: 1 })).toBe('1 order');
    expect(t('common:count.orders', { count: 5 })).toBe('5 orders');
    expect(error(11013)).toBe(t('errors:11013'));
    expect(error(12345)).toBe(t('errors:11082'));
  });

  test('values are not escaped, for React does that', () => {
    const translator = createTranslator('en', { common: { state: { stale: 'Last price {{age}} ago' } } });
    expect(translator.t('common:state.stale', { age: '<b>' })).toBe('Last price <b> ago');
  });

  test('each language speaks its own plural', () => {
    const own = createTranslator('ar', {
      common: {
        count: {
          orders_zero: '0',
          orders_one: '1',
          orders_two: '2',
          orders_few: 'f',
          orders_many: 'm',
          orders_other: 'o',
        },
      },
    });
    expect([0, 1, 2, 3, 11, 100].map((count) => own.t('common:count.orders', { count }))).toEqual([
      '0',
      '1',
      '2',
      'f',
      'm',
      'o',
    ]);
  });

  test('the two Chinese do not fall into each other', () => {
    expect(translatorFor('hk').t('shell:tool.language')).not.toBe(translatorFor('zh').t('shell:tool.language'));
  });

  test('a key that is unknown is told as such, and English answers where a language lacks a message', () => {
    expect(translatorFor('en').find('account:reason.no.such')).toBeUndefined();
    const german = createTranslator('de', {}, { common: { brand: 'Glasshouse' } });
    expect(german.t('common:brand')).toBe('Glasshouse');
  });

  test('namespaces that are loaded later join', () => {
    const translator = createTranslator('en', {});
    expect(translator.has('shell')).toBe(false);
    translator.add({ shell: loadMessagesOf('en').shell! });
    expect(translator.has('shell')).toBe(true);
    expect(translator.t('shell:nav.home')).toBe('Home');
  });

  test('the web loads one namespace at a time', async () => {
    expect(await loadMessages('en', ['shell'])).toEqual({ shell: loadMessagesOf('en').shell });
  });
});
