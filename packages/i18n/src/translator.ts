import { createInstance } from 'i18next';
import { isolateFigures } from './isolates.ts';
import type { MessageKey } from './keys.ts';
import { type Language, languageInfo } from './languages.ts';
import { type Messages, type MessageTree, NAMESPACES, type Namespace } from './namespaces.ts';

type Tree = Record<Namespace, MessageTree>;

/**
 * `count` chooses the plural form. Numbers are shown as they are: format them first where it
 * matters.
 */
export type MessageValues = Readonly<Record<string, string | number>>;

export interface Translator {
  readonly language: Language;
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  readonly t: (key: MessageKey, values?: MessageValues) => string;
  /**
   * For keys that come from the server (`trade:reason.options.stake`): undefined when there is no
   * such message.
   */
  readonly find: (key: string, values?: MessageValues) => string | undefined;
  /**
   * Text of a catalogue code; the text for an unknown error when the number is not in the
   * catalogue.
   */
  readonly error: (code: number, values?: MessageValues) => string;
  readonly has: (namespace: Namespace) => boolean;
  /** Adds messages that were loaded later. */
  readonly add: (messages: Messages) => void;
}

/**
 * A translator for one language over messages that are already loaded. Values are not escaped:
 * React escapes what it shows, and an email must escape what it puts into HTML. In Arabic they and
 * the figures are isolated. `english` answers for messages that the language lacks; the check of
 * the catalogues makes sure that none does.
 */
export function createTranslator(language: Language, messages: Messages, english?: Messages): Translator {
  const { locale, dir } = languageInfo(language);
  const instance = createInstance();
  const own = (tree: MessageTree): MessageTree => (dir === 'rtl' ? isolated(tree) : tree);
  // Tags such as `zh-Hant-HK` go to Intl.PluralRules as they are, without a look for `zh-Hant`.
  void instance.init({
    lng: locale,
    load: 'currentOnly',
    fallbackLng: english === undefined ? false : 'en',
    ns: [...NAMESPACES],
    defaultNS: 'common',
    resources: {
      ...(english === undefined ? {} : { en: english as Tree }),
      [locale]: Object.fromEntries(Object.entries(messages).map(([namespace, tree]) => [namespace, own(tree)])) as Tree,
    },
    interpolation: { escapeValue: false },
    returnNull: false,
    initAsync: false,
  });
  const text = (key: string, values: MessageValues | undefined): string => instance.t(key, { ...values }) as string;
  const find = (key: string, values?: MessageValues): string | undefined =>
    instance.exists(key, { ...values }) ? text(key, values) : undefined;
  return {
    language,
    locale,
    dir,
    t: text as Translator['t'],
    find,
    error: (code, values) => find(`errors:${code}`, values) ?? text('errors:11082', values),
    has: (namespace) => instance.hasResourceBundle(locale, namespace),
    add: (more) => {
      for (const [namespace, tree] of Object.entries(more)) instance.addResourceBundle(locale, namespace, own(tree));
    },
  };
}

const isolated = (tree: MessageTree): MessageTree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? isolateFigures(value) : isolated(value),
    ]),
  );
