import { readFileSync } from 'node:fs';
import { createFormatter, type Formatter } from './format.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { type Messages, type MessageTree, NAMESPACES } from './namespaces.ts';
import { createTranslator, type Translator } from './translator.ts';

const fileOf = (language: Language, namespace: string) =>
  new URL(`./messages/${language}/${namespace}.json`, import.meta.url);

/** All messages of a language. A missing or broken file is a bug and throws. */
export const loadMessagesOf = (language: Language): Messages =>
  Object.fromEntries(
    NAMESPACES.map((namespace) => [
      namespace,
      JSON.parse(readFileSync(fileOf(language, namespace), 'utf8')) as MessageTree,
    ]),
  );

export const loadAllMessages = (): Readonly<Record<Language, Messages>> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, loadMessagesOf(language)])) as Record<Language, Messages>;

const translators = new Map<Language, Translator>();

/** The translator of a language, made on first use and kept. */
export function translatorFor(language: Language): Translator {
  let translator = translators.get(language);
  if (translator === undefined) {
    translator = createTranslator(language, loadMessagesOf(language), loadMessagesOf('en'));
    translators.set(language, translator);
  }
  return translator;
}

const formatters = new Map<Language, Formatter>();

/**
 * The formatter of a language, made on first use and kept: building one takes half a millisecond,
 * which a server that refuses a flood would pay for each refusal.
 */
export function formatterFor(language: Language): Formatter {
  let formatter = formatters.get(language);
  if (formatter === undefined) {
    formatter = createFormatter(language);
    formatters.set(language, formatter);
  }
  return formatter;
}
