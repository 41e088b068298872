/** `boot.js` runs before any module with lines of its own for language and palette: both agree. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { firstLanguageOf, LANGUAGES, type Language, languageInfo, languageOf } from '@glasshouse/i18n/languages';
import { defaultAppearance } from '@glasshouse/ui/theme/appearance';
import { expect, test } from 'vitest';

const boot = readFileSync(new URL('../../public/boot.js', import.meta.url), 'utf8');

interface Browser {
  readonly dataset?: object;
  readonly stored?: Readonly<Record<string, string | null>>;
  readonly path?: string;
  readonly languages?: readonly string[];
  readonly ethereum?: unknown;
}

interface BootedRoot {
  readonly dataset: { readonly updown?: string };
  readonly lang: string;
  readonly dir: string;
}

/** Runs `boot.js` in a browser without a page; returns what it made of the root. */
function bootedIn({ dataset = {}, stored = {}, path = '/profile', languages = [], ethereum }: Browser) {
  const root: BootedRoot = { dataset, lang: '', dir: '' };
  let manifest = '';
  const link = {
    setAttribute: (_name: string, value: string) => {
      manifest = value;
    },
  };
  class MutationObserver {
    observe() {}
    disconnect() {}
  }
  runInNewContext(boot, {
    document: {
      documentElement: root,
      querySelector: () => link,
      querySelectorAll: () => [],
      createElement: () => ({}),
      head: { append: () => undefined },
    },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    location: { pathname: path, search: '' },
    navigator: { languages, userAgent: '' },
    URLSearchParams,
    MutationObserver,
    addEventListener: () => undefined,
    ...(ethereum !== undefined && { ethereum }),
  });
  return { lang: root.lang, dir: root.dir, updown: root.dataset.updown, manifest };
}

const booted = (stored: string | null, languages: readonly string[]) =>
  bootedIn({ stored: { language: stored }, languages });

function inLanguage(language: Language) {
  const { locale, dir } = languageInfo(language);
  const { updown } = defaultAppearance(language);
  return { lang: locale, dir, updown, manifest: `/manifest.webmanifest?language=${language}` };
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

interface Reader extends Pick<Browser, 'path' | 'stored' | 'ethereum'> {
  readonly painted: string;
}

function isCovered({ painted, ...browser }: Reader): boolean {
  const dataset: { readonly painted: string; covered?: string } = { painted };
  bootedIn({ path: '/', ...browser, dataset, languages: ['de'] });
  return dataset.covered !== undefined;
}

test.each([
  [{ painted: 'de desktop' }, false],
  [{ painted: 'en desktop' }, true],
  [{ painted: 'de mobile' }, true],
  [{ painted: 'de desktop', stored: { token: 'x' } }, true],
  [{ painted: 'de desktop', path: '/market', stored: { token: 'x' } }, false],
  [{ painted: 'de desktop', path: '/pass/login' }, false],
  [{ painted: 'de desktop', path: '/pass/login', stored: { walletGate: 'continued' } }, true],
  [{ painted: 'de desktop', path: '/pass/login', ethereum: {} }, true],
  [{ painted: 'de desktop', path: '/market', ethereum: {} }, false],
] as const)('a page that was painted for another reader is covered: %j %s', (reader, covered) => {
  expect(isCovered(reader)).toBe(covered);
});
