import bidiFactory from 'bidi-js';

/** A stretch of a line with one direction, in the order in which it is read. */
export interface Run {
  readonly text: string;
  readonly isRtl: boolean;
}

const bidi = bidiFactory();

/** Marks that steer the direction, and are not drawn. */
const CONTROLS = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const STRONG_RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * The runs of a line from left to right, by the Unicode bidirectional algorithm (UAX 9). A run
 * keeps its reading order: the font engine turns the glyphs of a right-to-left script itself.
 */
export function visualRuns(line: string, dir: 'ltr' | 'rtl'): Run[] {
  if (dir === 'ltr' && !STRONG_RTL.test(line)) return [{ text: line.replace(CONTROLS, ''), isRtl: false }];
  const { levels } = bidi.getEmbeddingLevels(line, dir);
  const mirrored = bidi.getMirroredCharactersMap(line, levels);
  const runs: { text: string; level: number }[] = [];
  for (let index = 0; index < line.length; index += 1) {
    const level = levels[index] ?? 0;
    const text = mirrored.get(index) ?? (line[index] as string);
    const last = runs.at(-1);
    if (last !== undefined && last.level === level) last.text += text;
    else runs.push({ text, level });
  }
  const highest = runs.reduce((most, { level }) => Math.max(most, level), 0);
  // Rule L2: from the highest level down, turn round every sequence at that level or above.
  for (let level = highest; 1 <= level; level -= 1) {
    for (let start = 0; start < runs.length; start += 1) {
      let end = start;
      while (end < runs.length && level <= (runs[end] as { level: number }).level) end += 1;
      if (1 < end - start) runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return runs
    .map(({ text, level }) => ({ text: text.replace(CONTROLS, ''), isRtl: level % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

export const isRtlScript = (text: string): boolean => STRONG_RTL.test(text);

/** What must not begin a line, or end one. */
const NO_START = /^[\s\p{Pe}\p{Pf}\p{Po}\p{Mn}ー々]+$/u;
const NO_END = /^[\p{Ps}\p{Pi}]+$/u;
const NO_BREAK_SPACE = /[\u00a0\u202f\u2060]/;

/** The pieces of a paragraph between which a line may break. */
export function piecesOf(text: string, locale: string): string[] {
  const pieces: string[] = [];
  let isOpen = false;
  for (const { segment, isWordLike } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)) {
    const last = pieces.at(-1);
    // Scripts with spaces break only at them; others between words.
    const isAfterSpace = last === undefined || (/\s$/.test(last) && !NO_BREAK_SPACE.test(last.at(-1) as string));
    const isDense = /[\u0e00-\u0e7f\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/.test(segment);
    const mayStart = !isOpen && (isAfterSpace || (isDense && isWordLike === true)) && !NO_START.test(segment);
    if (last === undefined || mayStart) pieces.push(segment);
    else pieces[pieces.length - 1] = last + segment;
    isOpen = NO_END.test(segment);
  }
  return pieces;
}
