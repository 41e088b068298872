import { LANGUAGES, type Language } from '../languages.ts';
import { GLOSSARY, type Term } from './glossary.ts';
import { type Row, readTable } from './tables.ts';
import { escapeRegExp } from './texts.ts';

const COLUMNS = ['language', 'id', 'form', 'why'] as const;

/** Forms that may stand for the word of the glossary: inflections and alternatives. */
export const FORMS: readonly Row<(typeof COLUMNS)[number]>[] = readTable('glossary-forms.tsv', COLUMNS);

const ROMANCE: readonly Language[] = ['fr', 'it', 'es'];
const LETTERS = '\\p{L}\\p{M}';

/** `買い（ロング）` and `Gewinn/Verlust (netto)` without what only explains them. */
const bare = (word: string): string => word.replace(/\s*[（(].*?[)）]/g, '').trim();

/** `órdenes` has no accent in the singular. */
const withoutAccents = (language: Language, text: string): string =>
  ROMANCE.includes(language) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text;

/** Arabic without marks and with one alif, so that a word is found however it is written. */
export const plain = (language: Language, text: string): string =>
  language === 'ar'
    ? text
        .replace(/[\u064b-\u065f\u0670\u0640]/g, '')
        .replace(/[أإآٱ]/g, 'ا')
        .replace(/ى/g, 'ي')
    : withoutAccents(language, text)
        .replace(/[’‘]/g, "'")
        .replace(/[\u00a0\u202f]/g, ' ');

/** The part of a word that inflection leaves as it is. */
function stemOf(language: Language, word: string): string {
  if (language === 'ar') return word.replace(/^(?:و?ال)(?=.{2})/, '').replace(/ة$/, '');
  if (ROMANCE.includes(language)) return 4 < word.length ? word.replace(/(?:es|os|as|[aeios])$/u, '') : word;
  return word;
}

/** Finds a form in a text, inflected as the language does it. */
export function formPattern(language: Language, form: string): RegExp {
  const words = plain(language, bare(form)).split(' ');
  const stems = words.map((word) => escapeRegExp(stemOf(language, word)));
  if (language === 'ar') return new RegExp(stems.join('[\\p{L}]{0,4} (?:\\p{L}{0,3})'), 'iu');
  if (ROMANCE.includes(language))
    return new RegExp(`(?<![${LETTERS}])${stems.join(`[${LETTERS}]{0,3} `)}[${LETTERS}]{0,3}(?![${LETTERS}])`, 'iu');
  return new RegExp(stems.join(language === 'de' ? `[${LETTERS}]{0,2} ` : ' ?'), 'iu');
}

interface Forms {
  readonly shown: readonly string[];
  readonly patterns: readonly RegExp[];
}

function formsOf(language: Language, term: Term): Forms {
  const others = FORMS.filter((row) => row.language === language && row.id === term.id).map(({ form }) => form);
  const shown = [term[language], ...others];
  return { shown, patterns: shown.map((form) => formPattern(language, form)) };
}

const forms: ReadonlyMap<string, Forms> = new Map(
  LANGUAGES.flatMap((language) => GLOSSARY.map((term) => [`${language} ${term.id}`, formsOf(language, term)] as const)),
);

/** The forms of a term in a language; a term that the glossary lacks is a bug. */
export function formsFor(language: Language, id: string): Forms {
  const found = forms.get(`${language} ${id}`);
  if (found === undefined) throw new Error(`the glossary has no ${id}`);
  return found;
}
