import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { LANGUAGES } from '@glasshouse/api/constants';
import { CONTENT_TEXT_MAX, CONTENT_TITLE_MAX } from '@glasshouse/api/schemas/content';
import type { MessageKey } from '@glasshouse/i18n';
import { documentViolations, lineOf } from '@glasshouse/i18n/checks/all';
import { translatorFor } from '@glasshouse/i18n/server';
import { expect, test } from 'vitest';
import { DEFAULT_ITEMS, defaultText, parseDefaults, phrasesOf } from './defaults.ts';
import { readMarkdown } from './markdown.ts';
import { unknownPlaceholders } from './placeholders.ts';

const ROWS = LANGUAGES.flatMap((language) => DEFAULT_ITEMS.map(({ id }) => [language, id] as const));
const placeholders = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();
const links = (text: string): string[] => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to!).sort();
const headings = (text: string): number => text.match(/^#/gm)?.length ?? 0;

test('there are ten documents and thirty-three questions', () => {
  expect(DEFAULT_ITEMS.filter(({ kind }) => kind === 'document')).toHaveLength(10);
  expect(DEFAULT_ITEMS.filter(({ kind }) => kind === 'faq')).toHaveLength(33);
});

/** The same figures, links and parts as in English, and not the English words. */
test.each(ROWS)('%s has text %i, whole and its own', (language, id) => {
  const { title, content } = defaultText(id, language);
  const english = defaultText(id, 'en');
  expect(title.length).toBeLessThanOrEqual(CONTENT_TITLE_MAX);
  expect(content.length).toBeLessThanOrEqual(CONTENT_TEXT_MAX);
  expect(placeholders(content)).toEqual(placeholders(english.content));
  expect(links(content)).toEqual(links(english.content));
  expect(headings(content)).toBe(headings(english.content));
  expect(unknownPlaceholders(content)).toEqual([]);
  expect(readMarkdown(content).problems).toEqual([]);
  if (language === 'en') return;
  // Loanwords may stand alone as a title: a German page on cookies is called Cookies.
  const isLoanword = id === 9 || (id === 3 && language === 'fr') || (id === 5 && language === 'it');
  if (!isLoanword) expect(title).not.toBe(english.title);
  const lines = new Set(english.content.split('\n').filter((line) => /[a-z]{3} [a-z]{3}/i.test(line)));
  expect(content.split('\n').filter((line) => lines.has(line))).toEqual([]);
});

const sourceOf = (language: string): Buffer => readFileSync(new URL(`./defaults/${language}.txt`, import.meta.url));

test.each(LANGUAGES)('%s is small, says who runs it only when known, and has nothing left over', (language) => {
  const source = sourceOf(language);
  expect(gzipSync(source).length).toBeLessThan(40_000);
  expect([...phrasesOf(language).keys()].sort()).toEqual(['noContact', 'noLicence', 'noOperator']);
  const { texts } = parseDefaults(source.toString('utf8'));
  expect([...texts.keys()].sort()).toEqual(DEFAULT_ITEMS.map(({ id }) => id).sort());
});

test.each(LANGUAGES)('%s keeps to its glossary, its language and the layout of English', (language) => {
  const found = documentViolations(language, sourceOf('en').toString('utf8'), sourceOf(language).toString('utf8'));
  expect(found.map(lineOf)).toEqual([]);
});

const NAMES: Readonly<Record<string, MessageKey>> = {
  '/house': 'shell:footer.house',
  '/zjxq': 'shell:nav.fundingDetails',
  '/zjxq/tax': 'funds:tax.title',
  '/profile': 'shell:nav.profile',
  '/profile#level': 'shell:nav.profile',
  '/profile/info': 'account:profile.info',
  '/profile/balance': 'wallet:deposit.title',
  '/profile/balance2': 'wallet:withdraw.title',
};

/** Whoever reads of a page looks for it by the name that it has in the menu. */
test.each(LANGUAGES)('%s calls pages and buttons what they are called there', (language) => {
  const { t } = translatorFor(language);
  const plain = (text: string): string => text.toLowerCase();
  for (const { id } of DEFAULT_ITEMS) {
    for (const [, text, to] of defaultText(id, language).content.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)) {
      const name = NAMES[to!];
      if (name !== undefined) expect([id, to, plain(text!)]).toEqual([id, to, plain(t(name))]);
    }
  }
  expect(defaultText(102, language).content).toContain(t('shell:tool.tryDemo'));
});
