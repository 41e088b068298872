/**
 * Formats exact decimal text (`-1234.5`) for a locale without converting it to a float: Intl takes
 * decimal strings and keeps every digit.
 */
export interface FigureFormat {
  locale: string;
  /**
   * Fixed decimal places, so that the point does not move as a figure changes. Undefined: as given,
   * at most eight.
   */
  places?: number | undefined;
  /** `always` shows + and −; `never` drops a minus because an arrow shows it. */
  sign?: 'auto' | 'always' | 'never' | undefined;
  /**
   * Money is rounded down: nobody sees a balance that is not there, or a loss that looks smaller.
   * Changes of prices round half away from zero.
   */
  rounding?: 'down' | 'half' | undefined;
  /** 1.2M instead of 1,204,113. */
  compact?: boolean | undefined;
}

const FORMATTERS_MAX = 200;
const COMPACT_PLACES = 2;
const formatters = new Map<string, Intl.NumberFormat>();

/**
 * Hong Kong counts in 萬 and 億 as Taiwan does, but its locale data have K, M and B; what is 兆 in
 * Taiwan is 萬億 there.
 */
const COMPACT_LOCALES: Readonly<Record<string, string>> = { 'zh-Hant-HK': 'zh-Hant-TW' };
const TRILLION: Readonly<Record<string, readonly [string, string]>> = { 'zh-Hant-HK': ['兆', '萬億'] };

/** Their first unit is ten thousand; what is below is written out, in Korean too (no 1.2천). */
const COUNTS_IN_MYRIADS = /^(?:ja|ko|zh)\b/;
const MYRIAD_DIGITS = 5;
const isBelowMyriad = (text: string): boolean => text.replace(/^-?0*|\..*/g, '').length < MYRIAD_DIGITS;

function formatterFor({ locale, places, sign, rounding, compact }: FigureFormat): Intl.NumberFormat {
  const key = `${locale}|${places}|${sign}|${rounding}|${compact}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  if (FORMATTERS_MAX <= formatters.size) formatters.clear();
  const made = new Intl.NumberFormat(compact ? (COMPACT_LOCALES[locale] ?? locale) : locale, {
    // Figures use these digits in every language, Arabic included.
    numberingSystem: 'latn',
    minimumFractionDigits: places ?? 0,
    maximumFractionDigits: places ?? (compact ? COMPACT_PLACES : 8),
    signDisplay: sign === 'always' ? 'exceptZero' : sign === 'never' ? 'never' : 'negative',
    roundingMode: rounding === 'half' ? 'halfExpand' : compact ? 'trunc' : 'floor',
    // Spanish and Italian would leave the separator out of four digits.
    ...(compact ? { notation: 'compact' } : { useGrouping: 'always' }),
  });
  formatters.set(key, made);
  return made;
}

/** Text that is not a plain decimal is returned unchanged: a dash is better than a wrong figure. */
export function formatFigure(text: string, format: FigureFormat): string {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text;
  const { locale, compact } = format;
  if (compact && COUNTS_IN_MYRIADS.test(locale) && isBelowMyriad(text)) {
    return formatFigure(text.replace(/(\.\d\d)\d+$/, '$1'), { ...format, compact: false });
  }
  const written = formatterFor(format).format(text as Intl.StringNumericLiteral);
  const [trillion, local] = (compact ? TRILLION[locale] : undefined) ?? ['', ''];
  // Bidi marks from some locales would move the sign when figures share a line; `<bdi dir=ltr>`
  // isolates them instead.
  return written
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/^-/, '−')
    .replace(trillion, local);
}

/** With its sign; `below`: what rounds to nothing and is not nothing is `−<0.01`. */
export function formatChange(
  text: string,
  { locale, places, below }: { locale: string; places: number; below: boolean },
): string {
  const written = formatFigure(text, { locale, places, sign: 'always', rounding: 'half' });
  const sign = signOf(text);
  if (!below || sign === 0 || signOf(written) !== 0) return written;
  return `${sign < 0 ? '−' : '+'}<${formatFigure((0.1 ** places).toFixed(places), { locale, places })}`;
}

/** Sign of decimal text, by its characters. */
export function signOf(text: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(text)) return 0;
  return text.startsWith('-') || text.startsWith('−') ? -1 : 1;
}

/** Compares two non-negative decimal texts without floats; negative when `left` is smaller. */
export function compareDecimals(left: string, right: string): number {
  const [leftWhole = '0', leftFraction = ''] = left.split('.');
  const [rightWhole = '0', rightFraction = ''] = right.split('.');
  const places = Math.max(leftFraction.length, rightFraction.length);
  const difference =
    BigInt(leftWhole + leftFraction.padEnd(places, '0')) - BigInt(rightWhole + rightFraction.padEnd(places, '0'));
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
