import { createDurationFormat, type DurationWidth, relativeParts } from './duration.ts';
import { type Language, languageInfo } from './languages.ts';

/**
 * Figures, dates and durations in a language. Decimal text is formatted as text, so what is shown
 * is exactly what the ledger holds.
 *
 * Three things do not follow the locale, on purpose. Digits are Latin everywhere, Arabic included:
 * prices, tickets, charts and receipts must compare at a glance and be copied between them. Years
 * are Gregorian everywhere, Thai included: times stand beside ISO times in receipts and exports.
 * Thousands are always grouped: Spanish and Italian would write 1234 beside 12.345.
 */
export interface Formatter {
  /**
   * Grouped decimal, by default with the decimals that the value has; a dash for what is no number.
   */
  readonly number: (value: string | number, places?: Places) => string;
  /** Exactly `precision` decimals; a longer value is cut, never rounded up. */
  readonly price: (value: string | number, precision: number) => string;
  /** `1,234.5 USDT`. Default: at least two decimals and at most eight. */
  readonly money: (value: string, asset: string, places?: Places) => string;
  /** As `money` with a sign; zero has none. */
  readonly signedMoney: (value: string, asset: string, places?: Places) => string;
  /** The same where its unit is known: `+8.50`. */
  readonly signed: (value: string, places?: Places) => string;
  /** A share as percent: 0.825 is 82.5%. */
  readonly percent: (share: string | number, places?: Places) => string;
  /** A change that is already in percent (`zdf`), with its sign and two decimals. */
  readonly change: (percent: number) => string;
  readonly date: (at: Moment) => string;
  /** Of a day within a year: `3 Dec`. */
  readonly dayMonth: (at: Moment) => string;
  readonly time: (at: Moment) => string;
  /** Weekday and time of day, of a moment within the next week. */
  readonly weekdayTime: (at: Moment) => string;
  /** The end of a time: the last day of it, or day and minute where it ends within one. */
  readonly until: (at: Moment) => string;
  /** Date and time to the second. */
  readonly dateTime: (at: Moment) => string;
  /** Date and time to the millisecond, as ticks and log entries have it. */
  readonly exactTime: (at: Moment) => string;
  /** The same without the date. */
  readonly exactClock: (at: Moment) => string;
  /** How long something lasts, in its two largest units: `5 min 30 secs`; narrow: `5m 30s`. */
  readonly duration: (seconds: number, width?: DurationWidth) => string;
  /** A countdown: 4:05, 1:04:05. */
  readonly clock: (seconds: number) => string;
  /** `in 5 minutes`, `3 days ago`. */
  readonly relative: (at: Moment, now: Moment) => string;
  readonly list: (items: readonly string[]) => string;
}

export interface Places {
  readonly min?: number;
  readonly max?: number;
  /** What does not fit is cut, unless that flatters: an edge goes up, a result down. */
  readonly rounding?: 'trunc' | 'ceil' | 'floor';
}
/** ISO text or epoch milliseconds. */
export type Moment = string | number;

const DECIMALS_MAX = 20;
/** Keeps `1,234.5 USDT` in this order inside a right-to-left sentence. */
const isolate = (dir: 'ltr' | 'rtl', text: string): string => (dir === 'rtl' ? `\u2066${text}\u2069` : text);

/** As wide as a plus; the formats of most languages give a hyphen. */
const MINUS = '\u2212';

const EXACT = {
  ...({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const),
  fractionalSecondDigits: 3,
} as const;
const EXACT_DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const;

/** `timeZone` undefined: the reader's own. */
export function createFormatter(language: Language, timeZone?: string): Formatter {
  const { locale, dir } = languageInfo(language);
  const digits = `${locale}-u-nu-latn`;
  const calendar = `${locale}-u-ca-gregory-nu-latn`;
  const numbers = new Map<string, Intl.NumberFormat>();
  const formatNumber = (value: string | number, options: Intl.NumberFormatOptions): string => {
    if (Number.isNaN(Number(value))) return '–';
    const key = JSON.stringify(options);
    let format = numbers.get(key);
    if (format === undefined) {
      format = new Intl.NumberFormat(digits, options);
      numbers.set(key, format);
    }
    return format.format(value as Intl.StringNumericLiteral).replace('-', MINUS);
  };
  const places = ({ min = 0, max = DECIMALS_MAX, rounding = 'trunc' }: Places = {}): Intl.NumberFormatOptions => ({
    minimumFractionDigits: min,
    maximumFractionDigits: Math.max(min, max),
    roundingMode: rounding,
    useGrouping: 'always',
  });
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(calendar, { timeZone, ...options });
    return (at: Moment) => format.format(new Date(at));
  };
  // Japanese has no space between a figure and its counter; its locale data has one.
  const closedUp = (text: string): string => (language === 'ja' ? text.replaceAll(' ', '') : text);
  const duration = createDurationFormat(language, (value, unit, unitDisplay) =>
    formatNumber(value, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 0 }),
  );
  const relative = new Intl.RelativeTimeFormat(digits, { numeric: 'auto' });
  const yearMonthDay = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const dayOf = (at: number): number => Date.parse(yearMonthDay.format(at)) / DAY_MS;
  const date = dates({ dateStyle: 'medium' });
  const toTheMinute = dates({ dateStyle: 'medium', timeStyle: 'short' });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const withAsset = (text: string, asset: string) => isolate(dir, `${text}\u00a0${asset}`);
  const money = (value: string, asset: string, range: Places = { min: 2, max: 8 }) =>
    withAsset(formatNumber(value, places(range)), asset);

  const signed = (value: string, range: Places = { min: 2, max: 8 }) =>
    formatNumber(value, { ...places(range), signDisplay: 'exceptZero' });

  return {
    number: (value, range) => formatNumber(value, places(range)),
    price: (value, precision) => formatNumber(value, places({ min: precision, max: precision })),
    money,
    signedMoney: (value, asset, range) => withAsset(signed(value, range), asset),
    signed,
    percent: (share, range = { max: 2 }) => formatNumber(share, { style: 'percent', ...places(range) }),
    change: (percent) =>
      formatNumber(percent / 100, {
        style: 'percent',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
        signDisplay: 'exceptZero',
      }),
    date,
    until: (at) => {
      const end = new Date(at).getTime();
      return dayOf(end - 1) < dayOf(end) ? date(end - 1) : toTheMinute(end);
    },
    dayMonth: dates({ day: 'numeric', month: 'short' }),
    time: dates({ timeStyle: 'medium' }),
    weekdayTime: dates({ weekday: 'short', hour: '2-digit', minute: '2-digit' }),
    dateTime: dates({ dateStyle: 'medium', timeStyle: 'medium' }),
    exactTime: dates({ ...EXACT_DAY, ...EXACT }),
    exactClock: dates(EXACT),
    duration: (seconds, width) => closedUp(duration(seconds, width)),
    clock,
    relative: (at, now) => {
      const from = new Date(now).getTime();
      const to = new Date(at).getTime();
      const [value, name] = relativeParts((to - from) / 1000);
      // "Tomorrow" is the next day of the calendar, however many hours away it is.
      return closedUp(relative.format(name === 'day' ? dayOf(to) - dayOf(from) : value, name));
    },
    list: (items) => list.format(items),
  };
}

const DAY_MS = 86_400_000;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Rounded up: 0:00 means that the time has come. */
function clock(seconds: number): string {
  const total = Math.max(0, Math.ceil(seconds));
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const rest = twoDigits(total % 60);
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${twoDigits(minutes)}:${rest}`;
}
