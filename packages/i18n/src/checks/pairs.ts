import type { Language } from '../languages.ts';
import type { Messages } from '../namespaces.ts';
import { baseKey, messagesOf } from './texts.ts';

/** Languages that write in Latin letters, as English does. */
export const LATIN: readonly Language[] = ['de', 'fr', 'it', 'es'];

/** A text of a language beside the English one that it stands for. */
export interface Pair {
  readonly key: string;
  readonly text: string;
  readonly english: string;
}

/** One text that breaks one rule. */
export interface Violation extends Pair {
  readonly language: Language;
  readonly rule: string;
  readonly expected: string;
}

/** Every text of a language; plural forms that English lacks stand beside its `_other`. */
export function pairsOf(english: Messages, own: Messages): Pair[] {
  const sources = new Map(messagesOf(english));
  return messagesOf(own).flatMap(([key, text]) => {
    const source = sources.get(key) ?? sources.get(`${baseKey(key)}_other`);
    return source === undefined ? [] : [{ key, text, english: source }];
  });
}
