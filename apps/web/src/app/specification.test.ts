/** What the specification names, against the contract, the texts and the routes of the app. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALL_NAMES, callSpec } from '@glasshouse/api/calls';
import { code, codeKey } from '@glasshouse/api/codes';
import {
  BASE_PATH,
  BOOK_OF_VIRTUALLY,
  CLIENT_TIMEOUT_MS,
  DEFAULT_LANGUAGE,
  HEADER_BOOK,
  LANGUAGE_ALIASES,
  LANGUAGES,
  MARKET_TYPE_NUMBERS,
  PART_TIMEOUT_MS,
  RECENT_PRICES_MAX,
} from '@glasshouse/api/constants';
import {
  CALLS,
  CODES,
  DIALOGS,
  MESSAGES,
  ROUTES,
  SPECIFIED,
  SPECIFIED_LANGUAGES,
} from '@glasshouse/api/testing/specification';
import { LANGUAGE_LIST, languageOf } from '@glasshouse/i18n/languages';
import { translatorFor } from '@glasshouse/i18n/server';
import { expect, test } from 'vitest';
import { callingCodes } from '../features/kyc/calling-codes.ts';
import { MARKET_TABS } from '../parts/market/market-query.ts';
import { routeOf, routes } from './routes.tsx';

const SOURCE = join(import.meta.dirname, '..');
const REPOSITORY = join(SOURCE, '../../..');
const served = new Set(
  CALL_NAMES.filter((name) => callSpec(name).served).map((name) => `${callSpec(name).method} ${callSpec(name).path}`),
);

test.each(ROUTES)('$path has a page', ({ path, private: isPrivate = false, bare = false }) => {
  expect(routeOf(path)).toMatchObject({ load: expect.any(Function) });
  expect({ isPrivate: routeOf(path)?.private ?? false, isBare: routeOf(path)?.bare ?? false }).toEqual({
    isPrivate,
    isBare: bare,
  });
});

test('an unknown path has none', () => {
  for (const path of ['/no-such-page', '/profile/no-such-page', '/pass', '/help/no-such-page', '/marketplace'])
    expect(routeOf(path)).toBeUndefined();
});

test.each(DIALOGS)('$name is drawn, and a browser test opens it', ({ file, test: spec }) => {
  expect(existsSync(join(REPOSITORY, file))).toBe(true);
  expect(existsSync(join(REPOSITORY, `e2e/src/tests/${spec}.spec.ts`))).toBe(true);
});

test.each(CALLS)('%s is in the contract, and served', (call) => {
  expect(served).toContain(call);
});

test.each(Object.entries(CODES))('%s is %s, with a text in every language', (number, key) => {
  expect(codeKey(Number(number))).toBe(key);
  for (const language of LANGUAGES) expect(translatorFor(language).error(Number(number))).not.toMatch(/^\d+$/);
});

test.each(MESSAGES)('the message %s has a number and a text in every language', (key) => {
  const number = code[key as keyof typeof code];
  expect(number).toBeGreaterThan(11_000);
  const texts = LANGUAGES.map((language) => translatorFor(language).find(`errors:${number}`));
  expect(texts.filter((text) => text === undefined)).toEqual([]);
});

test('a request without an answer in time sends people to the list of orders', () => {
  expect(translatorFor('en').t('common:state.timeout')).toMatch(/orders/);
});

test('languages: these, English first, and the alias', () => {
  expect(LANGUAGES).toEqual(SPECIFIED_LANGUAGES);
  expect(LANGUAGE_LIST.map(({ code: language }) => language)).toEqual([...SPECIFIED_LANGUAGES]);
  expect(DEFAULT_LANGUAGE).toBe(SPECIFIED.defaultLanguage);
  expect(LANGUAGE_ALIASES).toEqual(SPECIFIED.languageAliases);
  expect(languageOf('zh-tw')).toBe('zh');
  for (const language of LANGUAGES)
    expect(existsSync(join(REPOSITORY, `packages/i18n/src/messages/${language}/shell.json`))).toBe(true);
});

test('paths, headers and times', () => {
  expect(BASE_PATH).toBe(SPECIFIED.base);
  expect(HEADER_BOOK).toBe(SPECIFIED.bookHeader);
  expect(BOOK_OF_VIRTUALLY).toEqual(SPECIFIED.bookOfHeader);
  expect(CLIENT_TIMEOUT_MS).toBe(SPECIFIED.requestTimeoutMs);
  expect(PART_TIMEOUT_MS).toBe(SPECIFIED.partTimeoutMs);
  expect(RECENT_PRICES_MAX).toBe(SPECIFIED.recentPrices);
});

test('market types have their numbers, and a tab each', () => {
  for (const number of Object.values(SPECIFIED.marketTypes)) {
    expect(MARKET_TYPE_NUMBERS).toContain(number);
    expect(MARKET_TABS.map(({ type }) => type)).toContain(number);
  }
});

test('area codes run without a gap', () => {
  const { from, to } = SPECIFIED.areaCodes;
  const listed = new Set(callingCodes().map(({ code: area }) => Number(area)));
  const missing = Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((area) => !listed.has(area));
  expect(missing).toEqual([]);
});

test('the root font is 100 px, less on narrow windows, and follows the text size of the browser', () => {
  const styles = readFileSync(join(REPOSITORY, 'packages/ui/src/base.css'), 'utf8');
  const rule = /font-size: min\(([\d.]+)%, ([\d.]+)vw\)/.exec(styles);
  const percent = Number(rule?.[1]);
  const width = Number(rule?.[2]);
  expect((16 * percent) / 100).toBe(SPECIFIED.rootFontPx);
  expect((375 * width) / 100).toBeCloseTo(SPECIFIED.rootFontPx, 1);
});

test('search engines stay out of private pages, and browser tests visit every plain one', () => {
  const robots = readFileSync(join(REPOSITORY, 'apps/web/public/robots.txt'), 'utf8');
  const hidden = [...robots.matchAll(/Disallow: (\S+)/g)].map((match) => match[1]!);
  const open = routes.filter((entry) => entry.private && !hidden.some((path) => entry.path.startsWith(path)));
  expect(open.map(({ path }) => path)).toEqual([]);
  const visited = readFileSync(join(REPOSITORY, 'e2e/src/support/routes.ts'), 'utf8');
  const plain = routes.filter(({ path }) => !/[:.*]/.test(path));
  expect(plain.filter(({ path }) => !new RegExp(`'${path}['?]`).test(visited)).map(({ path }) => path)).toEqual([]);
});
