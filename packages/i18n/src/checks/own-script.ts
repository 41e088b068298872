import type { Language } from '../languages.ts';
import { isSameAsEnglish } from './same-as-english.ts';
import { PLACEHOLDER } from './texts.ts';

const SCRIPTS: Partial<Record<Language, RegExp>> = {
  ja: /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u,
  ko: /\p{scx=Hangul}/u,
  th: /\p{scx=Thai}/u,
  ar: /\p{scx=Arab}/u,
  zh: /\p{scx=Han}/u,
  hk: /\p{scx=Han}/u,
};

/** Names, and terms that the field writes in Latin letters. */
const LATIN = /^(?:Safe Transaction Builder|FX|Cookies?|Trailing Stop)$/;

/** Whether a text of a language with letters of its own has words, but none in those letters. */
export function lacksOwnScript(language: Language, text: string): boolean {
  const script = SCRIPTS[language];
  const words = text.replace(PLACEHOLDER, '').replace(/^#+ /, '').trim();
  if (script === undefined || script.test(words) || !/\p{L}{2}/u.test(words)) return false;
  return !LATIN.test(words) && !isSameAsEnglish(language, words);
}
