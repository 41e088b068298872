import type { Language } from '../languages.ts';
import { type Row, readTable } from './tables.ts';

const COLUMNS = ['language', 'pattern', 'where', 'instead', 'reason'] as const;

/**
 * Words that a language does not use. `pattern` is a regular expression; in languages that put
 * spaces between words it stands for whole words. `where`, when there is one, says in which keys.
 */
export type BannedWord = Row<(typeof COLUMNS)[number]>;
export const BANNED_WORDS: readonly BannedWord[] = readTable('banned-words.tsv', COLUMNS);

const WHOLE_WORDS: ReadonlySet<string> = new Set<Language>(['en', 'de', 'fr', 'it', 'es']);

const compiled = BANNED_WORDS.map((word) => ({
  word,
  text: new RegExp(WHOLE_WORDS.has(word.language) ? `(?<!\\p{L})(?:${word.pattern})(?!\\p{L})` : word.pattern, 'u'),
  key: new RegExp(word.where),
}));

export function bannedWordsIn(language: Language, key: string, text: string): BannedWord[] {
  return compiled
    .filter(({ word, ...is }) => word.language === language && is.text.test(text) && is.key.test(key))
    .map(({ word }) => word);
}
