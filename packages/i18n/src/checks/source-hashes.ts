import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '../languages.ts';
import type { Messages } from '../namespaces.ts';
import { packageFile } from './tables.ts';
import { baseKey, messagesOf } from './texts.ts';

/** Languages that translate English. */
export const TRANSLATIONS: readonly Language[] = LANGUAGES.filter((language) => language !== 'en');

/** `ns:key` → hash of the English text that the translation was made from or last compared with. */
export type Hashes = Readonly<Record<string, string>>;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** Hashes of the English texts as they are now; the forms of a plural count as one text. */
export function englishHashes(english: Messages): Hashes {
  const texts = new Map<string, string[]>();
  for (const [key, text] of messagesOf(english)) {
    texts.set(baseKey(key), [...(texts.get(baseKey(key)) ?? []), text]);
  }
  return Object.fromEntries([...texts].map(([key, forms]) => [key, hash(forms.join('\n'))]));
}

const fileOf = (language: Language): URL => packageFile(`translated-from/${language}.json`);

export const readHashes = (language: Language): Hashes => JSON.parse(readFileSync(fileOf(language), 'utf8'));

/** In the order of the keys, so that two branches rarely touch the same lines. */
export function writeHashes(language: Language, hashes: Hashes): void {
  const sorted = Object.fromEntries(Object.entries(hashes).sort(([left], [right]) => (left < right ? -1 : 1)));
  writeFileSync(fileOf(language), `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Keys whose translation has to be looked at: the English text is new, another one, or gone. */
export function staleKeys(now: Hashes, known: Hashes): string[] {
  const keys = new Set([...Object.keys(now), ...Object.keys(known)]);
  return [...keys].filter((key) => now[key] !== known[key]).sort();
}

/** The hashes after `keys` were reviewed; those of texts that are gone fall away. */
export function reviewed(now: Hashes, known: Hashes, keys: readonly string[]): Hashes {
  const unknown = keys.filter((key) => now[key] === undefined);
  if (0 < unknown.length) throw new Error(`English has no ${unknown.join(', ')}`);
  const current = Object.entries(known).filter(([key]) => now[key] !== undefined);
  return { ...Object.fromEntries(current), ...Object.fromEntries(keys.map((key) => [key, now[key] as string])) };
}
