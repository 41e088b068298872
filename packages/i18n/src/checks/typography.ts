import type { Language } from '../languages.ts';

type Replacement = readonly [pattern: RegExp, by: string];

const ANY_SPACE = '[ \\u00a0\\u202f]*';
const JAPANESE = '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}、。「」（）：；！？]';
const FULL_WIDTH: readonly Replacement[] = ([',，', ';；', ':：', '?？', '!！'] as const).map(([half, full]) => [
  new RegExp(`(?<=\\p{scx=Han}|\\}\\}) *[${half}] *(?=\\p{scx=Han}|$)`, 'gu'),
  full as string,
]);

/** How a language sets its marks. Texts must already be what these make of them. */
const RULES: Partial<Record<Language, readonly Replacement[]>> = {
  // A narrow non-breaking space before high marks, a full one before a colon and inside guillemets.
  fr: [
    [new RegExp(`(?<=[^\\s(«;?!])${ANY_SPACE}(?=[;?!])`, 'gu'), '\u202f'],
    [new RegExp(`(?<=\\S)${ANY_SPACE}:(?=\\s|$)`, 'gu'), '\u00a0:'],
    [new RegExp(`«${ANY_SPACE}`, 'gu'), '«\u00a0'],
    [new RegExp(`${ANY_SPACE}»`, 'gu'), '\u00a0»'],
    [/(?<=\d)[ \u00a0](?=\d{3}(?!\d))/gu, '\u202f'],
  ],
  // No space between Japanese and Latin letters, figures or what is filled in.
  ja: [
    [new RegExp(`(?<=${JAPANESE}) +(?=[\\w{])`, 'gu'), ''],
    [new RegExp(`(?<=[\\w}%]) +(?=${JAPANESE})`, 'gu'), ''],
  ],
  ar: [
    [/(?<=\p{scx=Arab}) *,/gu, '،'],
    [/(?<=\p{scx=Arab}) *;/gu, '؛'],
    [/(?<=\p{scx=Arab}) *\?/gu, '؟'],
  ],
  hk: FULL_WIDTH,
  zh: FULL_WIDTH,
};

/** In any language: no line begins with the sign of a figure that ended the line before. */
const PERCENT: Replacement = [/(?<=[\d}]) (?=%)/gu, '\u00a0'];

/** The sign of a figure or of a value, as the formats of figures write it. */
const MINUS: Replacement = [/(?<![\p{L}\p{N}})\]_./-])-(?=\d|\{\{)/gu, '\u2212'];

/** The text with the marks and spaces of its language. */
export const typeset = (language: Language, text: string): string =>
  [PERCENT, MINUS, ...(RULES[language] ?? [])].reduce(
    (current, [pattern, by]) => current.replace(pattern, by),
    text.replaceAll('...', '…'),
  );
