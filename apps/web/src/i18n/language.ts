import type { Namespace, Translator } from '@glasshouse/i18n';
import { DEFAULT_LANGUAGE, type Language, languageInfo, languageOf } from '@glasshouse/i18n/languages';
import { loadMessages } from '@glasshouse/i18n/web';
import { useSyncExternalStore } from 'react';
import { Cell } from '../live/emitter.ts';
import { followLanguage } from '../session/preferences.ts';
import { setLanguageHeader } from '../session/session.ts';
import { readStored, writeStored } from '../session/storage.ts';
import { createPageTranslator } from './page-translator.ts';

/** Words of the language in use. Routes name the namespaces they need; what is loaded once is there in every language. */
const FIRST: readonly Namespace[] = ['common', 'shell'];
const wanted = new Set<Namespace>(FIRST);
const current = new Cell<Translator>(createPageTranslator(DEFAULT_LANGUAGE, {}));

const storedLanguage = (): Language => languageOf(readStored('language') ?? '') ?? DEFAULT_LANGUAGE;

async function use(language: Language): Promise<void> {
  const messages = await loadMessages(language, [...wanted]);
  const { locale, dir } = languageInfo(language);
  document.documentElement.lang = locale;
  document.documentElement.dir = dir;
  setLanguageHeader(language);
  followLanguage(language);
  current.set(createPageTranslator(language, messages));
}

/** Before the first render. `namespaces`: those of the first route, fetched along. */
export function startLanguage(namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace);
  return use(storedLanguage());
}

/** Loads words that a route needs; at once when they are there. */
export async function needMessages(namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace);
  const translator = current.get();
  const missing = namespaces.filter((namespace) => !translator.has(namespace));
  if (missing.length === 0) return;
  const messages = await loadMessages(translator.language, missing);
  if (current.get() === translator) translator.add(messages);
  else await needMessages(namespaces);
}

/** Fetches first and switches then: the page never shows half of one language. Rejects when the words cannot be fetched. */
export async function changeLanguage(language: Language): Promise<void> {
  await use(language);
  writeStored('language', language);
}

export const translator = current.get;
export const onLanguageChange = current.subscribe;
/** The third: what is drawn where no browser is, as in tests of single parts. */
export const useTranslator = (): Translator => useSyncExternalStore(current.subscribe, current.get, current.get);
export const useT = (): Translator['t'] => useTranslator().t;
