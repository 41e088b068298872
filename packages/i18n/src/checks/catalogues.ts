import { LANGUAGES, type Language, languageInfo } from '../languages.ts';
import { type Messages, NAMESPACES, type Namespace } from '../namespaces.ts';
import { isSameAsEnglish } from './same-as-english.ts';
import { flatten, PLACEHOLDER, PLURAL } from './texts.ts';

/** What is wrong with one message of one language. */
export interface Problem {
  readonly language: Language;
  readonly namespace: Namespace;
  readonly key: string;
  readonly kind: 'missing' | 'extra' | 'placeholders' | 'plural' | 'english' | 'empty';
  /** The English text to translate, or what is expected. */
  readonly english: string;
}

type Flat = ReadonlyMap<string, string>;

const placeholders = (text: string): string => [...new Set(text.match(PLACEHOLDER) ?? [])].sort().join(' ');

/** The keys that a language needs: plural messages in every category of its grammar. */
function expectedKeys(english: Flat, language: Language): Map<string, string> {
  const categories = new Intl.PluralRules(languageInfo(language).locale).resolvedOptions().pluralCategories;
  const expected = new Map<string, string>();
  for (const [key, text] of english) {
    const base = PLURAL.exec(key)?.[1];
    if (base === undefined) expected.set(key, text);
    else for (const category of categories) expected.set(`${base}_${category}`, english.get(`${base}_other`) ?? text);
  }
  return expected;
}

/**
 * A singular may say "one" in words, so a plural form may leave `count` out; every other
 * placeholder must be there, and none that English lacks.
 */
export function samePlaceholders(english: string, text: string, isPlural: boolean): boolean {
  const strip = (list: string) => (isPlural ? list.replace('{{count}}', '').replace(/\s+/g, ' ').trim() : list);
  return strip(placeholders(english)) === strip(placeholders(text));
}

function checkNamespace(language: Language, namespace: Namespace, english: Flat, own: Flat): Problem[] {
  const problems: Problem[] = [];
  const report = (kind: Problem['kind'], key: string, text: string) =>
    problems.push({ language, namespace, key, kind, english: text });
  const expected = expectedKeys(english, language);
  for (const [key, source] of expected) {
    const text = own.get(key);
    const isPlural = PLURAL.test(key);
    if (text === undefined) report(isPlural ? 'plural' : 'missing', key, source);
    else if (text.trim() === '') report('empty', key, source);
    else if (!samePlaceholders(source, text, isPlural)) report('placeholders', key, source);
    else if (language !== 'en' && text === source && !isSameAsEnglish(language, text)) report('english', key, source);
  }
  for (const [key, text] of own) if (!expected.has(key)) report('extra', key, text);
  return problems;
}

/** Everything that is wrong in the catalogues, English first. */
export function findProblems(messages: Readonly<Record<Language, Messages>>): Problem[] {
  return LANGUAGES.flatMap((language) =>
    NAMESPACES.flatMap((namespace) =>
      checkNamespace(language, namespace, flatten(messages.en[namespace]), flatten(messages[language][namespace])),
    ),
  );
}
