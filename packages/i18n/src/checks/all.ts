import { type Document, documentsIn } from '../documents.ts';
import type { Language } from '../languages.ts';
import type { Messages } from '../namespaces.ts';
import { addedWords } from './added-words.ts';
import { otherAddressIn } from './address.ts';
import { bannedWordsIn } from './banned-words.ts';
import { governedBy } from './counted-nouns.ts';
import { layoutFaults } from './documents.ts';
import { englishWordsIn } from './english-words.ts';
import { missingTerms } from './glossary-use.ts';
import { lacksOwnScript } from './own-script.ts';
import { type Pair, pairsOf, type Violation } from './pairs.ts';

/** What is wrong with the language of one text. */
export function violationsIn(language: Language, pair: Pair): Violation[] {
  const violation = (rule: string, expected: string): Violation => ({ language, ...pair, rule, expected });
  const address = otherAddressIn(language, pair.text);
  const english = englishWordsIn(language, pair.text);
  const added = addedWords(language, pair);
  return [
    ...bannedWordsIn(language, pair.key, pair.text).map(({ pattern, instead, reason }) =>
      violation(`banned ${pattern}`, `${instead} (${reason})`),
    ),
    ...missingTerms(language, pair),
    ...(address === undefined ? [] : [violation(`address ${address.found}`, address.form)]),
    ...(lacksOwnScript(language, pair.text) ? [violation('script', 'letters of the language')] : []),
    ...(english.length === 0 ? [] : [violation(`English ${english.join(', ')}`, 'words of the language')]),
    ...governedBy(language, pair).map((name) =>
      violation(`counted {{${name}}}`, 'plural forms, or a number that governs no noun'),
    ),
    ...(added.length === 0 ? [] : [violation(`added ${added.join(' ')}`, 'the word alone, listed in ALSO_IN')]),
  ];
}

/** What is wrong with the language of a catalogue. */
export const catalogueViolations = (language: Language, english: Messages, own: Messages): Violation[] =>
  pairsOf(english, own).flatMap((pair) => violationsIn(language, pair));

/** With its title as a heading. */
const markdownOf = ({ title, content }: Document): string => `# ${title}\n\n${content}`;

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** What is wrong with a file of documents: the layout of each, and the language of its lines. */
export function documentViolations(language: Language, english: string, own: string): Violation[] {
  const texts = documentsIn(own);
  return [...documentsIn(english)].flatMap(([id, document]) => {
    const key = `document:${id}`;
    const source = markdownOf(document);
    const translated = texts.get(id);
    const text = translated === undefined ? '' : markdownOf(translated);
    const layout = layoutFaults(source, text);
    if (0 < layout.length)
      return layout.map((expected) => ({ language, key, text, english: source, rule: 'layout', expected }));
    const lines = linesOf(text);
    return linesOf(source).flatMap((line, index) =>
      violationsIn(language, { key, text: lines[index]!, english: line }),
    );
  });
}

/** One violation on one line, with all that a reader needs to mend it. */
export const lineOf = ({ language, key, text, english, rule, expected }: Violation): string =>
  [language, key, rule, `"${text}"`, `en "${english}"`, `expected: ${expected}`].join(' | ').replaceAll('\n', ' ');
