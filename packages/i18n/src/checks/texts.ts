import { type Messages, type MessageTree, NAMESPACES } from '../namespaces.ts';

export function flatten(tree: MessageTree | undefined, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree ?? {})) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

/** Every message of a language as `[ns:key, text]`, each plural form by itself. */
export const messagesOf = (messages: Messages): (readonly [key: string, text: string])[] =>
  NAMESPACES.flatMap((namespace) =>
    [...flatten(messages[namespace])].map(([key, text]) => [`${namespace}:${key}`, text] as const),
  );

export const PLURAL = /^(.*)_(zero|one|two|few|many|other)$/;

/** The key that code asks for: `common:count.orders` of `common:count.orders_one`. */
export const baseKey = (key: string): string => PLURAL.exec(key)?.[1] ?? key;

export const PLACEHOLDER = /\{\{\w+\}\}/g;

/** Text as a part of a regular expression that matches it. */
export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
