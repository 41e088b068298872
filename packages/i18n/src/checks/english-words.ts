import type { Language } from '../languages.ts';
import { LATIN } from './pairs.ts';
import { PLACEHOLDER } from './texts.ts';

/** English words that only join others; two of them in a translation are English left over. */
const FUNCTION_WORDS =
  'the of and is are was were be been it its this that these those with without from for to by on at in as or if when your you we our they their not no has have had can will would must than then until after before which who what into about each every only also'.split(
    ' ',
  );

/** Words among them that the language has too. */
const OWN: Partial<Record<Language, readonly string[]>> = {
  de: ['was', 'in', 'an', 'am', 'so', 'not'],
  fr: ['on', 'as', 'or', 'no', 'if', 'pour'],
  it: ['in', 'no', 'a', 'come'],
  es: ['no', 'has', 'he', 'as'],
};

/** Names that hold English words. */
const NAMES = /Buy and Hold|Post[- ]only|over[- ]the[- ]counter|“[^”]*”|«[^»]*»/giu;

/** The English function words of a translation, when there are two or more of them. */
export function englishWordsIn(language: Language, text: string): string[] {
  if (!LATIN.includes(language)) return [];
  const own = OWN[language] ?? [];
  const words =
    text
      .replace(PLACEHOLDER, ' ')
      .replace(NAMES, ' ')
      .toLowerCase()
      .match(/(?<![\p{L}’'-])\p{L}+(?![\p{L}’'])/gu) ?? [];
  const found = words.filter((word) => FUNCTION_WORDS.includes(word) && !own.includes(word));
  return 2 <= found.length ? found : [];
}
