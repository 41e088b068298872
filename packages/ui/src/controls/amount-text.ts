import { divFloor, formatDecimal, parseDecimal } from '@glasshouse/rules/money';

/** Longest integer part accepted; the server's own limit is far lower. */
const WHOLE_DIGITS_MAX = 14;

/** The sign between whole and fraction in the reader's language. */
type DecimalMark = '.' | ',';

export function decimalMarkOf(locale: string): DecimalMark {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
}

/** Decimal text as the reader's language writes it, without grouping. */
/** The marks of the reader's language. */
export interface AmountMarks {
  readonly decimal: DecimalMark;
  readonly group: string;
}

export function amountMarksOf(locale: string): AmountMarks {
  const options = { numberingSystem: 'latn', useGrouping: 'always' } as const;
  const parts = new Intl.NumberFormat(locale, options).formatToParts(1000);
  const decimal = decimalMarkOf(locale);
  return { decimal, group: parts.find(({ type }) => type === 'group')?.value ?? (decimal === ',' ? '.' : ',') };
}

export const writtenAmount = (value: string, mark: DecimalMark): string => value.replace('.', mark);

/**
 * What stands before a text that can be read as two amounts. No amount starts with it, so a value
 * that carries it is refused wherever it is parsed, by the page as by the server.
 */
export const UNCLEAR = '?';
export const isUnclear = (value: string): boolean => value.startsWith(UNCLEAR);

/** The text of a field and the value that it stands for: decimal text, empty, or unclear. */
export interface AmountText {
  readonly text: string;
  readonly value: string;
}

/** How a value is shown in a field that nobody is typing in. */
export const shownAmount = (value: string, mark: DecimalMark): string =>
  isUnclear(value) ? value.slice(UNCLEAR.length) : writtenAmount(value, mark);

/** Digits of other scripts (Arabic, Persian, full width) that keyboards and pastes bring. */
const DIGIT_ZEROS = [0x660, 0x6f0, 0xff10];

const toWestern = (digit: string): string => {
  const code = digit.charCodeAt(0);
  const zero = DIGIT_ZEROS.find((first) => first <= code && code <= first + 9) ?? code;
  return String(code - zero);
};

/** Marks that reorder text and come along with what is copied from an Arabic page. */
const BIDI_MARKS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

/**
 * Western digits and four marks: `.` and `,`, which languages use either way, `|` for a mark that
 * is a decimal point in any language, `_` for one that only groups.
 */
const normalised = (text: string): string =>
  text
    .replace(BIDI_MARKS, '')
    .trim()
    .replace(/[٠-٩۰-۹０-９]/g, toWestern)
    .replace(/[．。]/g, '.')
    .replace(/[，،]/g, ',')
    .replaceAll('٫', '|')
    .replace(/[٬'’_]|\s/g, '_');

const OTHER_MARK = { '.': ',', ',': '.' } as const;

/** `1.000` where a point does not start the decimals: a thousand to one reader, one to another. */
const TWO_READINGS = /^[1-9]\d{0,2}[.,]\d{3}$/;
const GROUPED = /^[1-9]\d{0,2}(?:([._,])\d{3})(?:\1\d{3})*$/;

interface Parts {
  readonly whole: string;
  /** Undefined without a mark before it. */
  readonly fraction: string | undefined;
}

/** Undefined: it can be read in two ways, or in none. */
function partsOf(plain: string, mark: DecimalMark): Parts | undefined {
  const marks = plain.match(/[.,|]/g) ?? [];
  const last = marks.at(-1);
  const isRepeated = 1 < marks.length && marks.every((mark) => mark === last);
  if (last === undefined || (isRepeated && last !== '|')) {
    return isWhole(plain) ? { whole: plain.replace(/\D/g, ''), fraction: undefined } : undefined;
  }
  if (last !== '|' && last !== mark && TWO_READINGS.test(plain)) return undefined;
  const at = plain.lastIndexOf(last);
  const whole = plain.slice(0, at);
  const fraction = plain.slice(at + 1);
  if (whole.includes(last) || !isWhole(whole) || !/^\d*$/.test(fraction)) return undefined;
  return { whole: whole.replace(/\D/g, ''), fraction };
}

const isWhole = (text: string): boolean => /^\d*$/.test(text) || GROUPED.test(text);

/**
 * What a key press left in the field. The mark of the reader's language starts the decimals, and so
 * does the other one where nothing else can be meant (`0.5`, `12.50`); marks that group must group
 * in threes. What can be read in two ways is unclear: nobody trades another amount than they meant.
 * Digits beyond `decimals` are not taken. The text comes back in Western digits, without groups and
 * with the mark of the language, except a lone mark of others: `1,` may yet become `1,000`.
 * Undefined: not an amount, keep what was there.
 */
export function typedAmount(text: string, decimals: number, mark: DecimalMark): AmountText | undefined {
  const plain = normalised(text);
  if (!/^[\d.,|_]*$/.test(plain)) return undefined;
  const parts = partsOf(plain, mark);
  const unclear = { text, value: UNCLEAR + text.trim() };
  if (parts === undefined) return unclear;
  const whole = parts.whole.replace(/^0+(?=\d)/, '');
  if (WHOLE_DIGITS_MAX < whole.length) return undefined;
  if (parts.fraction === undefined) return { text: whole, value: whole };
  if (decimals === 0 && /[1-9]/.test(parts.fraction)) return unclear;
  const fraction = parts.fraction.slice(0, decimals);
  const value = fraction === '' ? whole || '0' : `${whole || '0'}.${fraction}`;
  const isLone = plain.replace(/[\d_]/g, '') === OTHER_MARK[mark];
  if (!isLone) return { text: `${whole}${mark}${fraction}`, value };
  const excess = parts.fraction.length - fraction.length;
  return { text: excess === 0 ? text : text.trim().slice(0, -excess), value };
}

/** One sum alone, with its currency or asset before or after it. `1.5k`, `50%` and `-5` are not. */
const PASTED = /^(?:[A-Z][A-Z\d]+|[A-Z]*\p{Sc})?\s*([\p{Nd}.,．。，،٫٬'’_\s]*\p{Nd})\s*(?:[A-Z][A-Z\d]+|\p{Sc})?$/u;

/** Pasted text is read as typed text is, without the currency or the asset around it. */
export function pastedAmount(text: string, decimals: number, mark: DecimalMark): AmountText | undefined {
  const sum = PASTED.exec(text.replace(BIDI_MARKS, '').trim())?.[1];
  return sum === undefined ? undefined : typedAmount(sum, decimals, mark);
}

interface AmountRange {
  decimals: number;
  min?: string | undefined;
  max?: string | undefined;
}

const unitsOf = (text: string | undefined, decimals: number): bigint | undefined =>
  text === undefined || text === '' ? undefined : parseDecimal(text, decimals);

/** One step up or down, to a multiple of the step, clamped to the range. Exact. */
export function steppedAmount(
  text: string,
  step: string,
  direction: 1 | -1,
  { decimals, min, max }: AmountRange,
): string {
  const units = unitsOf(text, decimals) ?? 0n;
  const size = unitsOf(step, decimals) ?? 1n;
  const floor = divFloor(units, size) * size;
  const next = direction === 1 ? floor + size : units === floor ? floor - size : floor;
  return formatDecimal(clamped(next, unitsOf(min, decimals) ?? 0n, unitsOf(max, decimals)), decimals);
}

/** A percentage of `whole`, truncated to the field's decimals: never more than there is. */
export function shareOf(whole: string, percent: number, decimals: number): string {
  const dot = whole.indexOf('.');
  const cut = dot === -1 ? whole : whole.slice(0, dot + 1 + decimals).replace(/\.$/, '');
  const units = unitsOf(cut, decimals) ?? 0n;
  return formatDecimal(divFloor(units * BigInt(percent), 100n), decimals);
}

function clamped(value: bigint, low: bigint, high: bigint | undefined): bigint {
  if (value < low) return low;
  return high !== undefined && high < value ? high : value;
}
