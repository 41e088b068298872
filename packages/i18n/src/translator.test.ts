import { describe, expect, test } from 'vitest';
import { isolateFigures } from './isolates.ts';
import { firstLanguageOf, LANGUAGE_LIST, languageOf, negotiateLanguage } from './languages.ts';
import { loadMessagesOf, translatorFor } from './server.ts';
import { createTranslator } from './translator.ts';
import { loadMessages } from './web.ts';

describe('languages', () => {
  test.each([
    ['zh-tw', 'zh'],
    ['zh-TW', 'zh'],
    ['zh-HK', 'hk'],
    ['zh-MO', 'hk'],
    ['zh-Hant', 'hk'],
    ['zh-Hant-TW', 'hk'],
    ['zh-Hans-HK', 'zh'],
    ['en-US', 'en'],
    ['zh-Hans-CN', 'zh'],
    ['zh_CN', 'zh'],
    ['hk', 'hk'],
    ['de-AT', 'de'],
    ['EN', 'en'],
    ['pt-BR', undefined],
    ['', undefined],
    ['__proto__', undefined],
  ])('a call for %s gets %s', (tag, expected) => expect(languageOf(tag)).toBe(expected));

  test.each([
    [undefined, 'en'],
    ['pt-BR, fr;q=0.8, de;q=0.9', 'de'],
    ['ja;q=0, ko', 'ko'],
    ['*', 'en'],
    [';;;,,,q=1', 'en'],
    [`${'xx,'.repeat(100_000)}de`, 'en'],
  ])('Accept-Language %.40s gives %s', (header, expected) => expect(negotiateLanguage(header)).toBe(expected));

  test.each([
    [['zh-TW', 'en'], 'hk'],
    [['zh-tw'], 'hk'],
    [['zh_TW'], 'hk'],
    [['zh-Hant', 'zh-Hans'], 'hk'],
    [['zh-Hant-TW', 'zh-TW', 'zh'], 'hk'],
    [['zh-Hant-HK'], 'hk'],
    [['zh-Hant-MO'], 'hk'],
    [['zh-MO', 'en'], 'hk'],
    [['zh-Hans-TW', 'zh-TW'], 'zh'],
    [['zh-CN', 'zh-TW'], 'zh'],
    [['zh-SG'], 'zh'],
    [['zh'], 'zh'],
    [['en', 'zh-TW'], 'en'],
    [['zh-HK', 'zh'], 'hk'],
    [['pt-BR', 'es-419', 'en'], 'es'],
    [['pt-BR'], 'en'],
    [[], 'en'],
  ])('a reader of %j gets %s, by the browser as by the header', (tags, expected) => {
    expect(firstLanguageOf(tags)).toBe(expected);
    expect(negotiateLanguage(tags.map((tag, index) => `${tag};q=${1 - index / 10}`).join(', '))).toBe(expected);
  });

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

  test('values are not escaped: React does that', () => {
    const translator = createTranslator('en', { common: { state: { requestId: 'Request {{id}}' } } });
    expect(translator.t('common:state.requestId', { id: '<b>' })).toBe('Request <b>');
  });

  test('each language has its own plural forms', () => {
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

  const isolated = (text: string) => text.replaceAll('[', '\u2068').replaceAll(']', '\u2069');
  test.each([
    ['السعر {{price}}.', 'السعر [{{price}}].'],
    ['حتى {{cap}}× لهذا الحجم', 'حتى [{{cap}}×] لهذا الحجم'],
    ['رافعة ×100', 'رافعة [×100]'],
    ['الحد الأدنى BTC 0.01.', 'الحد الأدنى [BTC 0.01].'],
    ['رصيد 100,000 USDT، افتراضي', 'رصيد [100,000 USDT]، افتراضي'],
    ['عند {{price}} {{quote}} أو أقل', 'عند [{{price}} {{quote}}] أو أقل'],
    ['عند {{time}} UTC', 'عند [{{time}} UTC]'],
    ['{{market}} {{direction}}', '[{{market}}] [{{direction}}]'],
    ['بين 1.5 و2.5', 'بين [1.5] و[2.5]'],
    ['من 3 إلى 32', 'من 3 إلى 32'],
    ['أعلى 24 ساعة (RSI)', 'أعلى 24 ساعة (RSI)'],
  ])('Arabic: %s', (text, expected) => {
    expect(isolateFigures(text)).toBe(isolated(expected));
    const translator = createTranslator('ar', { common: { brand: text } });
    expect(translator.t('common:brand', { price: 1 })).toContain(isolated(expected).replace(/\{\{.*/, ''));
  });

  test('what is filled in is isolated in Arabic alone', () => {
    const messages = { common: { brand: '{{id}}', n_one: '{{count}}', n_other: '{{count}}' } };
    expect(createTranslator('ar', messages).t('common:brand', { id: '<b>' })).toBe('\u2068<b>\u2069');
    expect(createTranslator('de', messages).t('common:brand', { id: '<b>' })).toBe('<b>');
  });

  test('the two Chinese do not fall back to each other', () => {
    expect(translatorFor('hk').t('shell:tool.language')).not.toBe(translatorFor('zh').t('shell:tool.language'));
  });

  test('an unknown key is undefined, and English answers where a language lacks a message', () => {
    expect(translatorFor('en').find('account:reason.no.such')).toBeUndefined();
    const german = createTranslator('de', {}, { common: { brand: 'Glasshouse' } });
    expect(german.t('common:brand')).toBe('Glasshouse');
  });

  test('namespaces can be added later', () => {
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
