import { createTranslator, LANGUAGES, type Messages, type MessageTree, NAMESPACES } from '@glasshouse/i18n';
import { loadMessages } from '@glasshouse/i18n/web';
import { describe, expect, test } from 'vitest';
import { createPageTranslator } from './page-translator.ts';

/** Every key of a tree, plural forms under their common name. */
function* keysOf(tree: MessageTree, prefix: string): Iterable<string> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') yield `${prefix}${key.replace(/_(zero|one|two|few|many|other)$/, '')}`;
    else yield* keysOf(value, `${prefix}${key}.`);
  }
}
const placesOf = (messages: Messages): string[] => [
  ...new Set([...JSON.stringify(messages).matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1] as string)),
];

describe('the page translates as the library does', () => {
  test.each(LANGUAGES)('%s', async (language) => {
    const messages = await loadMessages(language, NAMESPACES).catch(() => loadMessages('en', NAMESPACES));
    const library = createTranslator(language, messages);
    const page = createPageTranslator(language, messages);
    const words = Object.fromEntries(placesOf(messages).map((name) => [name, `<${name}>`]));
    for (const [namespace, tree] of Object.entries(messages)) {
      for (const key of new Set(keysOf(tree, `${namespace}:`))) {
        for (const count of [0, 1, 2, 3, 11, 100]) {
          const values = { ...words, count };
          expect(page.find(key, values), `${key} ${count}`).toBe(library.find(key, values));
        }
      }
    }
  });

  test('both answer alike for a message that does not exist', async () => {
    const messages = await loadMessages('en', ['common', 'errors']);
    const library = createTranslator('en', messages);
    const page = createPageTranslator('en', messages);
    expect(page.find('common:no.such')).toBe(library.find('common:no.such'));
    expect(page.find('common:action')).toBe(undefined);
    expect(page.error(1)).toBe(library.error(1));
    expect(page.has('errors')).toBe(true);
    expect(page.has('trade')).toBe(false);
  });
});
