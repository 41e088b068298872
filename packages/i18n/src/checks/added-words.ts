import type { Language } from '../languages.ts';
import { GLOSSARY } from './glossary.ts';
import { LATIN, type Pair } from './pairs.ts';
import { PLACEHOLDER } from './texts.ts';

/** A longer text is a sentence, which holds other words for its own reasons. */
const ENGLISH_WORDS_MAX = 3;

/** Words that only join others. */
const JOINING = new Set(
  'de des du d en n à la le les il lo da di in del della auf zu von der die das que el los'.split(' '),
);

/** Texts that need the word: each was looked at. */
const NEEDED = new Set([
  'Rente oder Pension',
  'Mettre en pause',
  'Ligne de signal',
  'Notification push',
  'Notifica push',
  'Notificación push',
]);

const wordsOf = (text: string): string[] =>
  text
    .replace(PLACEHOLDER, ' ')
    .toLowerCase()
    .match(/[\p{L}-]+/gu) ?? [];

/**
 * Words beside an English text that was kept whole: `dinamico` of "Trailing stop dinamico". Often
 * they were added only so that the text differs from English, which `ALSO_IN` is there for.
 */
export function addedWords(language: Language, { text, english }: Pair): string[] {
  if (!LATIN.includes(language) || NEEDED.has(text)) return [];
  if (GLOSSARY.some((term) => term[language].toLowerCase() === text.toLowerCase())) return [];
  const own = wordsOf(text);
  const source = wordsOf(english);
  if (source.length === 0 || ENGLISH_WORDS_MAX < source.length || !source.every((word) => own.includes(word)))
    return [];
  return own.filter((word) => !source.includes(word) && !JOINING.has(word));
}
