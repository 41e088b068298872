import type { Language } from '../languages.ts';
import type { Pair } from './pairs.ts';
import { readTable } from './tables.ts';
import { baseKey, PLURAL } from './texts.ts';

/** Values that are never 1, so that English needs no singular, with what some always are. */
const NEVER_ONE: ReadonlyMap<string, string> = new Map(
  readTable('counted-never-one.tsv', ['key', 'name', 'always', 'why']).map(
    ({ key, name, always }) => [`${key} ${name}`, always] as const,
  ),
);

const NOUNS = [
  'seconds?',
  'minutes?',
  'hours?',
  'days?',
  'nights?',
  'weeks?',
  'months?',
  'years?',
  'characters?',
  'letters?',
  'digits',
  'decimals',
  'lots?',
  'accounts?',
  'people',
  'persons?',
  'customers',
  'orders',
  'positions',
  'markets',
  'prices',
  'confirmations',
  'blocks',
  'items',
  'files',
  'lines',
  'entries',
  'attempts',
  'questions',
].join('|');
const COUNTED = new RegExp(`\\{\\{(\\w+)\\}\\} (?:more |other |open |free )?(?:${NOUNS})\\b`, 'gu');

/** Values that a text counts a noun by without plural forms: `days` of "{{days}} days". */
function countedBy({ key, english }: Pair): string[] {
  if (PLURAL.test(key)) return [];
  return [...new Set([...english.matchAll(COUNTED)].map(([, name]) => name!))];
}

/** A word of Arabic that a number governs: not one that begins another part of the sentence. */
const GOVERNED = '[ \\u00a0]+(?!(?:من|في|على|إلى|أو|قبل|بعد|فلا) )\\p{scx=Arab}';

/**
 * Values that govern a noun of the text. English needs a singular where the value may be 1. In
 * Arabic the noun differs after 1, 2, 3 to 10 and 11 to 99: a text without plural forms keeps the
 * number away from it, as in `عدد الأيام: {{days}}`, unless the number is always the same. Other
 * languages follow English.
 */
export function governedBy(language: Language, pair: Pair): string[] {
  const never = (name: string): string | undefined => NEVER_ONE.get(`${baseKey(pair.key)} ${name}`);
  const names = countedBy(pair);
  if (language === 'en') return names.filter((name) => never(name) === undefined);
  if (language !== 'ar') return [];
  return names.filter((name) => {
    const isAlwaysTheSame = (never(name) ?? '') !== '';
    return !isAlwaysTheSame && new RegExp(`\\{\\{${name}\\}\\}${GOVERNED}`, 'u').test(pair.text);
  });
}
