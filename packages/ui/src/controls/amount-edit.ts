import { type AmountMarks, type AmountText, isUnclear, typedAmount, UNCLEAR } from './amount-text.ts';

/**
 * Groups of an amount while it is typed. The text of a field (`1234.5`) holds what was typed, the
 * display (`1,234.5`) is that text with group marks in it. An edit of the display is carried over
 * to the text before anybody reads it, so a mark that the field has set is never taken for a typed
 * one.
 */

/** The whole digits in groups of three. Text that can be read in two ways stays as it is. */
export function grouped(text: string, { decimal, group }: AmountMarks): string {
  const [whole = '', ...rest] = text.split(decimal);
  if (!/^\d+$/.test(whole) || 1 < rest.length || rest.some((digits) => !/^\d*$/.test(digits))) return text;
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, group), ...rest].join(decimal);
}

/** Both ends in the display, before the edit. */
export interface Selection {
  readonly start: number;
  readonly end: number;
}

export interface AmountEdit {
  /** The text before. */
  readonly text: string;
  /** What the field shows after the browser's edit, and where its caret is. */
  readonly shown: string;
  readonly caret: number;
  /** Undefined where the browser did not say what it replaced. */
  readonly selection: Selection | undefined;
}

interface EditedAmount extends AmountText {
  /** Place of the caret in the display of `text`. */
  readonly caret: number;
}

export interface FieldRules {
  readonly decimals: number;
  readonly marks: AmountMarks;
}

/** The amount after an edit of its display. Undefined: not an amount, what was there stays. */
export function editedAmount(edit: AmountEdit, rules: FieldRules): EditedAmount | undefined {
  const { text, shown, caret, selection } = edit;
  const { decimals, marks } = rules;
  const display = grouped(text, marks);
  const read = (typed: Typed): EditedAmount | undefined => {
    const amount = typedAmount(typed.text, decimals, marks.decimal);
    return amount && { ...amount, caret: caretIn(grouped(amount.text, marks), amount.text, typed, marks) };
  };
  const ends = selection ?? { start: display.length, end: 0 };
  const edited = read(typedEdit({ text, display, shown, caret, selection: ends, group: marks.group }));
  if (selection !== undefined) return edited;
  // Another program has written, into the display or instead of it.
  const replaced = read({ text: shown, caret });
  if (edited === undefined || isUnclear(edited.value) || edited.value === replaced?.value) return replaced;
  return { text: shown, value: UNCLEAR + shown.trim(), caret };
}

/** What is copied: without group marks, so that any field reads it as it was. */
export function copiedAmount(text: string, { start, end }: Selection, marks: AmountMarks): string {
  const toText = placesOf(grouped(text, marks), text);
  return text.slice(toText(start), toText(end));
}

interface Typed {
  readonly text: string;
  readonly caret: number;
}

/** The edit of the display, done to the text. */
function typedEdit(edit: {
  readonly text: string;
  readonly display: string;
  readonly shown: string;
  readonly caret: number;
  readonly selection: Selection;
  readonly group: string;
}): Typed {
  const { text, display, shown, caret, selection, group } = edit;
  const toText = placesOf(display, text);
  const common = { start: 0, end: 0 };
  const startMax = Math.min(selection.start, display.length, shown.length);
  while (common.start < startMax && display[common.start] === shown[common.start]) common.start += 1;
  const endMax = Math.min(display.length - Math.max(selection.end, common.start), shown.length - common.start);
  while (common.end < endMax && display.at(-1 - common.end) === shown.at(-1 - common.end)) common.end += 1;
  const removed = display.slice(common.start, display.length - common.end);
  const inserted = shown.slice(common.start, shown.length - common.end);
  let [from, to] = [toText(common.start), toText(display.length - common.end)];
  if (inserted === '' && removed === group && from === to && selection.start === selection.end) {
    // A key that deletes took a mark of the field: it means the digit beyond it.
    if (caret < selection.start) from -= 1;
    else to += 1;
    return { text: text.slice(0, from) + text.slice(to), caret: from };
  }
  const next = text.slice(0, from) + inserted + text.slice(to);
  if (caret <= common.start) return { text: next, caret: toText(caret) };
  const behind = shown.length - caret;
  if (common.end <= behind) return { text: next, caret: from + (caret - common.start) };
  return { text: next, caret: next.length - (text.length - toText(display.length - behind)) };
}

/** Maps a place in the display to the place in the text. */
function placesOf(display: string, text: string): (place: number) => number {
  const places = [0];
  for (const character of display) {
    const place = places.at(-1) as number;
    places.push(text[place] === character ? place + 1 : place);
  }
  return (place) => places[Math.max(0, Math.min(place, display.length))] as number;
}

const DIGIT = /\p{Nd}/u;
/** Marks of any script that may start the decimals. The last one in a text does. */
const DECIMAL_MARK = /[.,٫．，。،]/;
const digitsIn = (text: string): number => [...text].filter((character) => DIGIT.test(character)).length;

/** Behind as many digits as before, and behind the decimal mark if it was. */
function caretIn(display: string, text: string, typed: Typed, { decimal }: AmountMarks): number {
  if (display === typed.text) return typed.caret;
  const before = typed.text.slice(0, typed.caret);
  // Zeros in front are not taken.
  const dropped = Math.max(0, leadingZeros(typed.text) - leadingZeros(text));
  let left = digitsIn(before) - Math.min(dropped, leadingZeros(before));
  let isBehindMark =
    text.includes(decimal) && DECIMAL_MARK.test(before) && !DECIMAL_MARK.test(typed.text.slice(typed.caret));
  let place = 0;
  while (place < display.length && (0 < left || (isBehindMark && display[place] === decimal))) {
    if (display[place] === decimal) isBehindMark = false;
    else if (DIGIT.test(display[place] as string)) left -= 1;
    place += 1;
  }
  return place;
}

const leadingZeros = (text: string): number => digitsIn(/^[\P{Nd}]*?([0٠۰０]*)/u.exec(text)?.[1] ?? '');
