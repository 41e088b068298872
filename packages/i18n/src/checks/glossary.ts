import { LANGUAGES, type Language } from '../languages.ts';
import { type Row, readTable } from './tables.ts';
import { PLACEHOLDER } from './texts.ts';

const COLUMNS = ['id', ...LANGUAGES, 'note'] as const;
export type Term = Row<(typeof COLUMNS)[number]>;

/** One word for one thing, in every language. */
export const GLOSSARY: readonly Term[] = readTable('glossary.tsv', COLUMNS);

/** `買値（ロング）` without what only explains it. */
const bare = (text: string): string =>
  text
    .replace(/\s*[（(].*?[)）]/g, '')
    .trim()
    .toLowerCase();

/** Terms that a language calls by one word: `tick = replay: "…"`. */
export function sharedWords(language: Language, terms: readonly Term[] = GLOSSARY): string[] {
  const owners = new Map<string, Set<string>>();
  for (const term of terms) {
    for (const word of [term[language].toLowerCase(), bare(term[language])]) {
      owners.set(word, (owners.get(word) ?? new Set()).add(term.id));
    }
  }
  return [...owners].filter(([, ids]) => 1 < ids.size).map(([word, ids]) => `${[...ids].join(' = ')}: "${word}"`);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** English words that the glossary keeps in a language: `spread` in German, not `leverage`. */
const loanwords = new Map<Language, ReadonlySet<string>>(
  LANGUAGES.map((language) => [
    language,
    new Set(
      GLOSSARY.flatMap((term) => {
        const own = wordsOf(term[language]);
        return wordsOf(term.en).filter((word) => own.includes(word));
      }),
    ),
  ]),
);

/** Whether the text holds nothing but loanwords of the glossary, in the singular or the plural. */
export function isLoanword(language: Language, text: string): boolean {
  const known = loanwords.get(language)!;
  return wordsOf(text.replace(PLACEHOLDER, '')).every((word) => known.has(word) || known.has(word.replace(/s$/, '')));
}
