import { type Row, readTable } from './tables.ts';
import { PLACEHOLDER } from './texts.ts';

const COLUMNS = ['key', 'longest', 'note'] as const;

/**
 * What a translator cannot see in a text: where it stands and what its values hold. `longest`, when
 * there is one, is the width that its place has, in Latin letters, values not counted.
 */
export type Note = Row<(typeof COLUMNS)[number]>;
export const NOTES: readonly Note[] = readTable('notes.tsv', COLUMNS);

/** Letters that are as wide as two Latin ones, and marks that take no room. */
export const WIDE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\u3000-\u303f\uff01-\uff60]/u;
export const MARK = /[\p{M}\p{Cf}]/u;

/**
 * In Latin letters: a Chinese, Japanese or Korean letter is as wide as two, a mark on a letter as
 * none.
 */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text.replace(PLACEHOLDER, '').trim()) {
    if (!MARK.test(character)) width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}
