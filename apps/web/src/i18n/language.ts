import type { Namespace, Translator } from '@glasshouse/i18n';
import { DEFAULT_LANGUAGE, firstLanguageOf, type Language, languageInfo, languageOf } from '@glasshouse/i18n/languages';
import { loadMessages } from '@glasshouse/i18n/web';
import { useSyncExternalStore } from 'react';
import { Cell } from '../live/emitter.ts';
import { followLanguage } from '../session/preferences.ts';
import { setLanguageHeader } from '../session/session.ts';
import { readStored, writeStored } from '../session/storage.ts';
import { createPageTranslator } from './page-translator.ts';

/**
 * Texts of the current language. Routes name the namespaces they need; loaded ones exist in every
 * language used.
 */
const FIRST: readonly Namespace[] = ['common', 'shell'];
const wanted = new Set<Namespace>(FIRST);
const current = new Cell<Translator>(createPageTranslator(DEFAULT_LANGUAGE, {}));

/** The language chosen here before, else the first of the browser's that we have. `boot.js` agrees. */
const startingLanguage = (): Language =>
  languageOf(readStored('language') ?? '') ?? firstLanguageOf(navigator.languages);

async function use(language: Language): Promise<void> {
  const messages = await loadMessages(language, [...wanted]);
  const { locale, dir } = languageInfo(language);
  document.documentElement.lang = locale;
  document.documentElement.dir = dir;
  setLanguageHeader(language);
  followLanguage(language);
  current.set(createPageTranslator(language, messages));
}

/** Call before the first render. `namespaces` are those of the first route, fetched in parallel. */
export function startLanguage(namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace);
  return use(startingLanguage());
}

/** Loads the namespaces that a route needs; immediate if they are loaded. */
export async function needMessages(namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace);
  const translator = current.get();
  const missing = namespaces.filter((namespace) => !translator.has(namespace));
  if (missing.length === 0) return;
  const messages = await loadMessages(translator.language, missing);
  if (current.get() === translator) translator.add(messages);
  else await needMessages(namespaces);
}

/**
 * Fetches before switching, so that the page never mixes languages. Rejects if the texts cannot be
 * fetched.
 */
export async function changeLanguage(language: Language): Promise<void> {
  await use(language);
  writeStored('language', language);
}

export const translator = current.get;
/** The third argument renders without a browser, as in component tests. */
export const useTranslator = (): Translator => useSyncExternalStore(current.subscribe, current.get, current.get);
export const useT = (): Translator['t'] => useTranslator().t;
