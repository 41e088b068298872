import { divFloor, formatDecimal, parseDecimal } from '@glasshouse/rules/money';

/** The longest whole part that a field takes; the server refuses such sums long before. */
const WHOLE_DIGITS_MAX = 14;

/** Digits of other scripts (Arabic, Persian, full width) that people's keyboards and pastes bring. */
const DIGIT_ZEROS = [0x660, 0x6f0, 0xff10];

function westernDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹０-９]/g, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = DIGIT_ZEROS.find((first) => first <= code && code <= first + 9) ?? code;
    return String(code - zero);
  });
}

/**
 * What a key press left in the field, as decimal text in the making (`12.` and `` are fine). Any separator typed by hand
 * is a decimal point; digits beyond `decimals` are not taken. Undefined: not an amount, keep what was there.
 */
export function typedAmount(text: string, decimals: number): string | undefined {
  const plain = westernDigits(text)
    .replace(/[\s'’_]/g, '')
    .replace(/[,٫．。]/g, '.');
  const match = /^(\d*)(?:(\.)(\d*))?$/.exec(plain);
  if (match === null) return undefined;
  const [, whole = '', point, fraction = ''] = match;
  const tidy = whole.replace(/^0+(?=\d)/, '');
  if (WHOLE_DIGITS_MAX < tidy.length) return undefined;
  if (point === undefined) return tidy;
  if (decimals === 0) return tidy;
  return `${tidy === '' ? '0' : tidy}.${fraction.slice(0, decimals)}`;
}

/**
 * Pasted text: written the way of the reader's language, where `decimalMark` is the point and the other mark only groups,
 * so `1,000` is a thousand in English and one in German. Signs of currency and the asset's name around it are dropped.
 */
export function pastedAmount(text: string, decimals: number, decimalMark: string): string | undefined {
  const bare = westernDigits(text)
    .replace(/[^\d.,٫٬'’\s-]/gu, '')
    .trim();
  if (!/\d/.test(bare) || bare.includes('-')) return undefined;
  const groupMark = decimalMark === ',' ? '.' : ',';
  const ungrouped = bare.replaceAll('٬', '').replaceAll(groupMark, '').replaceAll('٫', decimalMark);
  return typedAmount(ungrouped, decimals);
}

/** Blur: `12.` becomes `12`, `0.50` stays as it was typed. */
export const settledAmount = (text: string): string => text.replace(/\.$/, '');

export interface AmountRange {
  decimals: number;
  min?: string | undefined;
  max?: string | undefined;
}

const unitsOf = (text: string | undefined, decimals: number): bigint | undefined =>
  text === undefined || text === '' ? undefined : parseDecimal(settledAmount(text), decimals);

/** One step up or down, to a multiple of the step, kept inside the range. Exact. */
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

/** A share of `whole` in percent, cut to the decimals of the field: never more than there is. */
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
