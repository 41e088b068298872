import { escapeRegExp, messagesOf, PLACEHOLDER } from '../checks/texts.ts';
import type { Messages } from '../namespaces.ts';

/** Isolates around values and figures, which the translator adds in Arabic. */
const ISOLATES = /[\u2066-\u2069\u200e\u200f]/g;
/** With fewer letters of its own a pattern such as "{{a}} · {{b}}" would match nearly any text. */
const LETTERS_MIN = 4;

interface Pattern {
  readonly key: string;
  readonly letters: number;
  readonly expression: RegExp;
}

const normalised = (text: string): string => text.replace(ISOLATES, '').replace(/\s+/g, ' ').trim();

/**
 * Finds the messages that a text on the screen was made of: `ns:key`, several where a language has
 * the same words for them. A text with values is matched by its pattern; of several patterns those
 * with the most letters of their own are taken.
 */
export function keyFinder(messages: Messages): (shown: string) => readonly string[] {
  const exact = new Map<string, string[]>();
  const patterns: Pattern[] = [];
  for (const [key, text] of messagesOf(messages)) {
    const plain = normalised(text);
    if (plain.search(PLACEHOLDER) === -1) exact.set(plain, [...(exact.get(plain) ?? []), key]);
    else patterns.push(...patternOf(key, plain));
  }
  const found = new Map<string, readonly string[]>();
  const find = (text: string): readonly string[] => {
    const same = exact.get(text);
    if (same !== undefined) return same;
    const matching = patterns.filter(({ expression }) => expression.test(text));
    const most = Math.max(...matching.map(({ letters }) => letters));
    return matching.filter(({ letters }) => letters === most).map(({ key }) => key);
  };
  return (shown) => {
    const text = normalised(shown);
    const keys = found.get(text) ?? (text === '' ? [] : find(text));
    found.set(text, keys);
    return keys;
  };
}

function patternOf(key: string, text: string): Pattern[] {
  const parts = text.split(PLACEHOLDER);
  const letters = parts.join('').match(/\p{L}/gu)?.length ?? 0;
  if (letters < LETTERS_MIN) return [];
  const escaped = parts.map(escapeRegExp);
  return [{ key, letters, expression: new RegExp(`^${escaped.join('.+')}$`, 'u') }];
}
