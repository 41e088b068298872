import type { Language } from './languages.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;
const WEEK_SECONDS = 7 * 86_400;
type UnitName = (typeof UNITS)[number][0];

type IntlWidth = 'short' | 'narrow' | 'long';
/**
 * Short for sentences and tables, narrow for buttons, long for what a screen reader says; letter
 * for rows of intervals above a chart, where each width of a unit counts eleven times.
 */
export type DurationWidth = IntlWidth | 'letter';
type UnitDisplay = Record<UnitName | 'week', IntlWidth | `${string}{}${string}`>;
type IntlUnit = (value: number, name: UnitName | 'week', display: IntlWidth) => string;

const every = (display: IntlWidth): UnitDisplay => ({
  second: display,
  minute: display,
  hour: display,
  day: display,
  week: display,
});

/** As charting programs in European languages write intervals. */
const LETTERS: UnitDisplay = { ...every('narrow'), second: '{}s', minute: '{}m', hour: '{}h' };

/**
 * Where the locale data differ from what traders write. Japanese narrow units are the English
 * letters, German ones mix styles (`1h`, `30 Sek.`), `Tg.` is not in use, and a lone Arabic letter
 * is understood on a button but not in a sentence. Thai abbreviations stand apart from the figure.
 */
const DISPLAYS: Partial<Record<Language, Partial<Record<DurationWidth, UnitDisplay>>>> = {
  ja: { narrow: every('short') },
  th: { narrow: every('short') },
  de: {
    narrow: { second: '{}\u00a0s', minute: '{}\u00a0min', hour: '{}\u00a0h', day: '{}\u00a0T', week: '{}\u00a0W' },
    short: { ...every('short'), day: 'long', week: 'long' },
    letter: LETTERS,
  },
  fr: { letter: LETTERS },
  it: { letter: LETTERS },
  es: { letter: LETTERS },
  ar: { short: every('long') },
  zh: { narrow: { ...every('narrow'), minute: '{}分' } },
};

/** Between the two units; a space elsewhere. Arabic joins with "and", written on the figure. */
const JOINERS: Partial<Record<Language, Partial<Record<IntlWidth, string>>>> = {
  ar: { short: ' و', long: ' و' },
  zh: { short: '', narrow: '', long: '' },
  hk: { narrow: '' },
};

/** Formats a duration in its two largest units. `unit` writes one of them as the locale has it. */
export const createDurationFormat =
  (language: Language, unit: IntlUnit) =>
  (seconds: number, width: DurationWidth = 'short'): string => {
    // Languages without letters of their own write intervals as on buttons.
    const usual = width === 'letter' ? 'narrow' : width;
    const known = DISPLAYS[language]?.[width] ?? DISPLAYS[language]?.[usual];
    const written = (value: number, name: UnitName | 'week'): string => {
      const display = known?.[name] ?? usual;
      if (display === 'short' || display === 'narrow' || display === 'long') return unit(value, name, display);
      return display.replace('{}', String(value));
    };
    // Only intervals of a chart are weeks; anything else is counted in days.
    if (width !== 'short' && seconds === WEEK_SECONDS) return written(1, 'week');
    const parts = durationParts(seconds).map(([value, name]) => written(value, name));
    return parts.length === 0 ? written(0, 'second') : parts.join(JOINERS[language]?.[usual] ?? ' ');
  };

/** The largest unit that fits and the next smaller one, without zeros. */
function durationParts(seconds: number): (readonly [number, UnitName])[] {
  let rest = Math.max(0, Math.round(seconds));
  const first = UNITS.findIndex(([, length]) => length <= rest);
  if (first === -1) return [];
  const parts: (readonly [number, UnitName])[] = [];
  for (const [name, length] of UNITS.slice(first, first + 2)) {
    const value = Math.floor(rest / length);
    rest -= value * length;
    if (value !== 0) parts.push([value, name]);
  }
  return parts;
}

/** The largest unit that fits, with the sign of the seconds. */
export function relativeParts(seconds: number): readonly [number, UnitName] {
  const size = Math.abs(seconds);
  const [name, length] = UNITS.find(([, unitLength]) => unitLength <= size) ?? (['second', 1] as const);
  return [Math.trunc(seconds / length), name];
}
