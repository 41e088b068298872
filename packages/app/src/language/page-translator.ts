import type { Messages, MessageTree, Namespace, Translator } from '@glasshouse/i18n';
import { isolateFigures } from '@glasshouse/i18n/isolates';
import { type Language, languageInfo } from '@glasshouse/i18n/languages';

type Values = Readonly<Record<string, string | number>>;

/**
 * The translator of the page: the interface and the words of the one in `@glasshouse/i18n`, without
 * the library behind that one, which alone would take a tenth of what the first page may load. A
 * test holds the two equal over every message.
 */
export function createPageTranslator(language: Language, messages: Messages): Translator {
  const { locale, dir } = languageInfo(language);
  const plurals = new Intl.PluralRules(locale);
  const trees = new Map(Object.entries(messages) as [Namespace, MessageTree][]);

  const lookUp = (key: string): string | undefined => {
    const colon = key.indexOf(':');
    let node: string | MessageTree | undefined = trees.get(key.slice(0, colon) as Namespace);
    for (const part of key.slice(colon + 1).split('.')) {
      if (node === undefined || typeof node === 'string') return undefined;
      node = Object.hasOwn(node, part) ? node[part] : undefined;
    }
    return typeof node === 'string' ? node : undefined;
  };
  const find = (key: string, values?: Values): string | undefined => {
    const count = values?.count;
    const plural = typeof count === 'number' ? lookUp(`${key}_${plurals.select(count)}`) : undefined;
    const pattern = plural ?? lookUp(key);
    if (pattern === undefined) return undefined;
    return fill(dir === 'rtl' ? isolateFigures(pattern) : pattern, values ?? {});
  };
  const text = (key: string, values?: Values): string => find(key, values) ?? key.slice(key.indexOf(':') + 1);
  return {
    language,
    locale,
    dir,
    t: text,
    find,
    error: (code, values) => find(`errors:${code}`, values) ?? text('errors:11082', values),
    has: (namespace) => trees.has(namespace),
    add: (more) => {
      for (const [namespace, tree] of Object.entries(more)) trees.set(namespace as Namespace, tree);
    },
  };
}

/** A placeholder without a value stays empty, as in the library. */
const fill = (pattern: string, values: Values): string =>
  pattern.replace(/\{\{\s*(\w+)\s*\}\}/g, (_all, name: string) => String(values[name] ?? ''));
