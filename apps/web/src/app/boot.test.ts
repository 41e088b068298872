/** `boot.js` runs before any module and has its own few lines for the language: they must agree. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { firstLanguageOf, LANGUAGES, type Language, languageInfo, languageOf } from '@glasshouse/i18n/languages';
import { expect, test } from 'vitest';

const boot = readFileSync(new URL('../../public/boot.js', import.meta.url), 'utf8');

function booted(stored: string | null, languages: readonly string[]) {
  const root = { dataset: {}, lang: '', dir: '' };
  let manifest = '';
  const link = {
    setAttribute: (_name: string, value: string) => {
      manifest = value;
    },
  };
  runInNewContext(boot, {
    document: { documentElement: root, querySelector: () => link },
    localStorage: { getItem: (key: string) => (key === 'language' ? stored : null) },
    location: { pathname: '/profile', search: '' },
    navigator: { languages, userAgent: '' },
    URLSearchParams,
  });
  return { lang: root.lang, dir: root.dir, manifest };
}

function inLanguage(language: Language) {
  const { locale, dir } = languageInfo(language);
  return { lang: locale, dir, manifest: `/manifest.webmanifest?language=${language}` };
}

const BROWSERS = [
  ['de-AT', 'en'],
  ['zh-TW'],
  ['zh-tw', 'en'],
  ['zh-CN', 'zh-TW'],
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
  expect(booted(null, languages)).toEqual(inLanguage(firstLanguageOf(languages)));
});

test.each([...LANGUAGES, 'zh-tw', 'xx', ''])('what was chosen before comes first: %j', (stored) => {
  expect(booted(stored, ['ko'])).toEqual(inLanguage(languageOf(stored) ?? 'ko'));
});
