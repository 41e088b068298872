/** `boot.js` runs before any module and has its own few lines for the language: they must agree. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { firstLanguageOf, LANGUAGES, languageInfo, languageOf } from '@glasshouse/i18n/languages';
import { expect, test } from 'vitest';

const boot = readFileSync(new URL('../../public/boot.js', import.meta.url), 'utf8');

function booted(stored: string | null, languages: readonly string[]) {
  const root = { dataset: {}, lang: '', dir: '' };
  runInNewContext(boot, {
    document: { documentElement: root },
    localStorage: { getItem: (key: string) => (key === 'language' ? stored : null) },
    location: { pathname: '/profile', search: '' },
    navigator: { languages, userAgent: '' },
    URLSearchParams,
  });
  return { lang: root.lang, dir: root.dir };
}

const BROWSERS = [
  ['de-AT', 'en'],
  ['zh-TW'],
  ['zh-HK', 'zh'],
  ['zh-MO'],
  ['zh-Hant-TW'],
  ['zh-Hans-HK'],
  ['pt-BR', 'ar-EG'],
  ['den', 'eno'],
  ['en-US'],
  ['pt-BR'],
  [],
];

test.each(BROWSERS.map((languages) => [languages]))('a first visit with a browser in %j', (languages) => {
  const { locale, dir } = languageInfo(firstLanguageOf(languages));
  expect(booted(null, languages)).toEqual({ lang: locale, dir });
});

test.each([...LANGUAGES, 'zh-tw', 'xx', ''])('what was chosen before comes first: %j', (stored) => {
  const { locale, dir } = languageInfo(languageOf(stored) ?? 'ko');
  expect(booted(stored, ['ko'])).toEqual({ lang: locale, dir });
});
