import type { Language } from '../languages.ts';
import type { Pair, Violation } from './pairs.ts';
import { type Row, readTable } from './tables.ts';
import { formsFor, plain } from './term-forms.ts';
import { baseKey, PLACEHOLDER } from './texts.ts';

/** Where a link of a document goes. */
const LINK_TARGET = /\]\([^)]*\)/g;
const ENGLISH_COLUMNS = ['id', 'pattern', 'except', 'why'] as const;
const EXEMPT_COLUMNS = ['language', 'id', 'key', 'why'] as const;

/**
 * How English texts name a term, in the order in which they are looked for; what one matches is not
 * looked at again. `except` says in which keys the word means something else: `.` in all. A term
 * without a pattern is not looked for.
 */
export const ENGLISH_TERMS = readTable('glossary-english.tsv', ENGLISH_COLUMNS);
/** Texts that name a thing without its word, each for a reason; `*` is every language. */
export const EXEMPT: readonly Row<(typeof EXEMPT_COLUMNS)[number]>[] = readTable('glossary-exempt.tsv', EXEMPT_COLUMNS);

const compiled = ENGLISH_TERMS.filter(({ pattern }) => pattern !== '').map(({ id, pattern, except }) => ({
  id,
  text: new RegExp(`(?<![\\p{L}-])(?:${pattern})(?![\\p{L}-])`, 'giu'),
  except: except === '' ? undefined : new RegExp(except),
}));

/** The terms that an English text names. */
export function termsIn(key: string, english: string): string[] {
  let rest = english
    .replace(/[’']s\b/g, '')
    .replace(LINK_TARGET, ']')
    .replace(PLACEHOLDER, '¤');
  const found: string[] = [];
  for (const { id, text, except } of compiled) {
    const without = rest.replace(text, '§');
    if (without === rest) continue;
    rest = without;
    if (except?.test(key) !== true) found.push(id);
  }
  return [...new Set(found)];
}

const exempt = new Set(EXEMPT.map(({ language, id, key }) => `${language} ${id} ${key}`));

/** Terms that the English text names and the translation does not. */
export function missingTerms(language: Language, { key, text, english }: Pair): Violation[] {
  if (language === 'en') return [];
  const own = plain(language, text.replace(LINK_TARGET, ']').replace(PLACEHOLDER, '¤'));
  return termsIn(baseKey(key), english)
    .filter((id) => !['*', language].some((code) => exempt.has(`${code} ${id} ${baseKey(key)}`)))
    .map((id) => ({ id, forms: formsFor(language, id) }))
    .filter(({ forms }) => !forms.patterns.some((pattern) => pattern.test(own)))
    .map(({ id, forms }) => ({
      language,
      key,
      text,
      english,
      rule: `glossary ${id}`,
      expected: forms.shown.join(' | '),
    }));
}
