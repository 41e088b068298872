import type { Language } from './languages.ts';
import type { Messages, MessageTree, Namespace } from './namespaces.ts';

/**
 * Fetches namespaces of one language; the bundler makes a small file of each. Rejects when one
 * cannot be fetched.
 */
export async function loadMessages(language: Language, namespaces: readonly Namespace[]): Promise<Messages> {
  const trees = await Promise.all(
    namespaces.map(async (namespace) => {
      const module: { readonly default: MessageTree } = await import(`./messages/${language}/${namespace}.json`);
      return [namespace, module.default] as const;
    }),
  );
  return Object.fromEntries(trees);
}
