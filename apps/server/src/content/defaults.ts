import { readFileSync } from 'node:fs';
import type { Language } from '@glasshouse/api/constants';
import { LANGUAGES } from '@glasshouse/api/constants';
import type { ContentKind, FAQ_CATEGORIES } from '@glasshouse/api/schemas/content';
import { documentsIn } from '@glasshouse/i18n/documents';
import { textsHash } from './publish.ts';
import type { ContentText, Texts } from './rows.ts';

export type FaqCategory = (typeof FAQ_CATEGORIES)[number];

/** Something that every release comes with. Its number is part of links and stays. */
export interface DefaultItem {
  readonly id: number;
  readonly kind: ContentKind;
  readonly type: 1 | 2 | 3;
  readonly category: FaqCategory | null;
}

/** When the texts of this release were last written. */
export const DEFAULTS_AT = Date.UTC(2026, 10, 23);
/** Numbers from here on are an operator's own. */
export const OWN_IDS_FROM = 1_000;

const document = (id: number, type: 1 | 2 | 3): DefaultItem => ({ id, kind: 'document', type, category: null });
const questions = (category: FaqCategory, first: number, last: number): DefaultItem[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ id: first + index, kind: 'faq', type: 3, category }));

/**
 * 1 about us, 2 licence supervision, 3 introduction, 4 terms, 5 privacy, 6 legal information, 7
 * disclaimer, 8 risk warning, 9 cookies, 10 about advertising; then questions.
 */
export const DEFAULT_ITEMS: readonly DefaultItem[] = [
  ...[1, 2, 3].map((id) => document(id, 1)),
  ...[4, 5].map((id) => document(id, 2)),
  ...[6, 7, 8, 9, 10].map((id) => document(id, 3)),
  ...questions('start', 101, 105),
  ...questions('trading', 106, 109),
  ...questions('trading', 131, 133),
  ...questions('trading', 110, 111),
  ...questions('costs', 112, 115),
  ...questions('money', 116, 122),
  ...questions('security', 123, 126),
  ...questions('checks', 127, 130),
];

interface LanguageFile {
  /** What stands where an operator has entered nothing. */
  readonly phrases: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<number, ContentText>;
}

/**
 * Reads a file of texts: `@= name phrase`, and `@@ number title` before each text in Markdown.
 * Files are read when somebody first wants the language.
 */
export function parseDefaults(source: string): LanguageFile {
  const phrases = [...source.matchAll(/^@= (\w+) (.+)/gm)].map(([, name, text]) => [name!, text!.trim()] as const);
  return { phrases: new Map(phrases), texts: documentsIn(source) };
}

const files = new Map<Language, LanguageFile>();

function fileOf(language: Language): LanguageFile {
  let file = files.get(language);
  if (file === undefined) {
    file = parseDefaults(readFileSync(new URL(`./defaults/${language}.txt`, import.meta.url), 'utf8'));
    files.set(language, file);
  }
  return file;
}

export const phrasesOf = (language: Language): ReadonlyMap<string, string> => fileOf(language).phrases;

/** A text of this release; a missing one is a bug. */
export function defaultText(id: number, language: Language): ContentText {
  const found = fileOf(language).texts.get(id);
  if (found === undefined) throw new Error(`no text ${id} in ${language}`);
  return found;
}

/** In all languages. */
export const defaultTexts = (id: number): Texts =>
  Object.fromEntries(LANGUAGES.map((language) => [language, defaultText(id, language)]));

const hashes = new Map<number, string>();

export function defaultHash(id: number): string {
  const hash = hashes.get(id) ?? textsHash(defaultTexts(id));
  hashes.set(id, hash);
  return hash;
}
