import { Cell } from '@glasshouse/client/emitter';
import type { Messages, Namespace, Translator } from '@glasshouse/i18n';
import { DEFAULT_LANGUAGE, firstLanguageOf, type Language, languageInfo, languageOf } from '@glasshouse/i18n/languages';
import { loadMessages } from '@glasshouse/i18n/web';
import { useSyncExternalStore } from 'react';
import { followLanguage } from '../session/preferences.ts';
import { readStored, writeStored } from '../session/storage.ts';
import { setLanguageHeader } from './header.ts';
import { createPageTranslator } from './page-translator.ts';

/**
 * Messages of the language in use. Routes name the namespaces that they need; what was needed once
 * is loaded in every language chosen later.
 */
const FIRST: readonly Namespace[] = ['common', 'shell'];
const requested = new Set<Namespace>(FIRST);
const current = new Cell<Translator>(createPageTranslator(DEFAULT_LANGUAGE, {}));

/**
 * The language that the address names, as links from search engines do, else the one chosen here
 * before, else the first of the browser's that we have. `boot.js` agrees.
 */
const startingLanguage = (): Language =>
  languageOf(new URLSearchParams(window.location.search).get('language') ?? '') ??
  languageOf(readStored('language') ?? '') ??
  firstLanguageOf(navigator.languages);

async function use(language: Language): Promise<void> {
  const count = requested.size;
  const messages = await loadMessages(language, [...requested]);
  // A page opened meanwhile needs more, and has asked for it in the language of before.
  if (requested.size > count) return use(language);
  const { locale, dir } = languageInfo(language);
  document.documentElement.lang = locale;
  document.documentElement.dir = dir;
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.webmanifest?language=${language}`);
  setLanguageHeader(language);
  followLanguage(language);
  current.set(createPageTranslator(language, messages));
}

/** Before the first render. `namespaces` are those of the first route. */
export function startLanguage(namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces) requested.add(namespace);
  return use(startingLanguage());
}

/** For a page that is painted, or that hydrates over what was: all its texts are at hand. */
export function setMessages(language: Language, messages: Messages): void {
  current.set(createPageTranslator(language, messages));
}

/** Loads what a route needs; resolves at once when it is there. */
export async function needMessages(namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces) requested.add(namespace);
  const translator = current.get();
  const missing = namespaces.filter((namespace) => !translator.has(namespace));
  if (missing.length === 0) return;
  const messages = await loadMessages(translator.language, missing);
  if (current.get() === translator) translator.add(messages);
  else await needMessages(namespaces);
}

/** Fetches, then switches: the page never mixes languages. Rejects when the fetch fails. */
export async function changeLanguage(language: Language): Promise<void> {
  await use(language);
  writeStored('language', language);
  // Or the address would bring the language of before back with the next load.
  const address = new URL(window.location.href);
  if (!address.searchParams.has('language')) return;
  address.searchParams.set('language', language);
  window.history.replaceState(window.history.state, '', address);
}

export const translator = current.get;
export const useTranslator = (): Translator => useSyncExternalStore(current.subscribe, current.get, current.get);
export const useT = (): Translator['t'] => useTranslator().t;
