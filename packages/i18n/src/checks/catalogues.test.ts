import { CODE_KEYS, catalogue } from '@glasshouse/api/codes';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../languages.ts';
import type { Messages } from '../namespaces.ts';
import { loadAllMessages } from '../server.ts';
import { findProblems } from './catalogues.ts';
import { ALSO_IN, wordsOf } from './same-as-english.ts';
import { flatten } from './texts.ts';

const messages = loadAllMessages();
const problems = findProblems(messages);

describe('catalogues', () => {
  test.each(LANGUAGES)('%s has every message, and nothing is left in English', (language) => {
    const own = problems.filter((problem) => problem.language === language);
    expect(own.map(({ namespace, key, kind }) => `${kind} ${namespace}:${key}`)).toEqual([]);
  });

  test('every code has a text, and every text of a code has one', () => {
    const numbers = CODE_KEYS.map((key) => String(catalogue[key].number)).sort();
    expect([...flatten(messages.en.errors).keys()].sort()).toEqual(numbers);
  });

  test('every word listed as the same in English is used', () => {
    for (const [language, words] of Object.entries(ALSO_IN)) {
      const own = Object.values(messages[language as Language]).flatMap((tree) =>
        [...flatten(tree).values()].map(wordsOf),
      );
      expect(words.filter((word) => !own.includes(word))).toEqual([]);
    }
  });

  test('messages hold no HTML', () => {
    for (const language of LANGUAGES) {
      for (const tree of Object.values(messages[language])) {
        for (const [key, text] of flatten(tree)) expect(text, `${language} ${key}`).not.toMatch(/<\/?[a-z]|&[a-z]+;/i);
      }
    }
  });
});

describe('the check itself', () => {
  const only = (de: Messages) => {
    const english: Messages = { common: { a: 'One {{name}}', n_one: '{{count}} day', n_other: '{{count}} days' } };
    const empty: Messages = {};
    const all = Object.fromEntries(LANGUAGES.map((code) => [code, empty])) as Record<Language, Messages>;
    return findProblems({ ...all, en: english, de })
      .filter(({ language }) => language === 'de')
      .map(({ kind, key }) => `${kind} ${key}`);
  };
  const good = { a: 'Eins {{name}}', n_one: 'ein Tag', n_other: '{{count}} Tage' };

  test.each([
    ['nothing wrong', good, []],
    ['missing', { n_one: 'ein Tag', n_other: '{{count}} Tage' }, ['missing a']],
    ['extra', { ...good, b: 'Zwei' }, ['extra b']],
    ['lost placeholder', { ...good, a: 'Eins' }, ['placeholders a']],
    ['other placeholder', { ...good, a: 'Eins {{nmae}}' }, ['placeholders a']],
    ['English left over', { ...good, a: 'One {{name}}' }, ['english a']],
    ['empty', { ...good, a: ' ' }, ['empty a']],
    ['plural form missing', { a: good.a, n_one: 'ein Tag' }, ['plural n_other']],
    ['plural form that German lacks', { ...good, n_few: '{{count}} Tage' }, ['extra n_few']],
  ] as const)('finds: %s', (_, common, expected) => expect(only({ common })).toEqual(expected));

  test('Arabic needs all six plural forms, Japanese one', () => {
    const english: Messages = { common: { n_one: '{{count}} day', n_other: '{{count}} days' } };
    const empty: Messages = {};
    const all = Object.fromEntries(LANGUAGES.map((code) => [code, empty])) as Record<Language, Messages>;
    const found = findProblems({ ...all, en: english });
    const keys = (code: Language) => found.filter(({ language }) => language === code).map(({ key }) => key);
    expect(keys('ar').sort()).toEqual(['n_few', 'n_many', 'n_one', 'n_other', 'n_two', 'n_zero']);
    expect(keys('ja')).toEqual(['n_other']);
  });
});
