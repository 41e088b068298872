/** What a code, a unit or a name of an asset looks like beside a figure. */
const UNIT = '(?:[A-Z]{2,5}\\b|\\{\\{(?:asset|base|quote)\\}\\})';
const VALUE = '\\{\\{\\w+\\}\\}';
const NUMBER = '\\d[\\d.,:]*';

/**
 * A value or a figure with the signs and the unit that belong to it: `×{{leverage}}`, `{{price}}
 * {{quote}}`, `BTC 0.01`. A bare whole number needs nothing.
 */
const FIGURE = new RegExp(
  [
    `(?:\\b[A-Z]{2,5}[ \\u00a0])?[×+−-]?${VALUE}[×%]?(?:[ \\u00a0]${UNIT})?`,
    `\\b[A-Z]{2,5}[ \\u00a0]${NUMBER}(?<=\\d)`,
    `[×+−]${NUMBER}(?<=\\d)`,
    `${NUMBER}(?<=\\d)(?:[×%]|[ \\u00a0]${UNIT})`,
    `\\d+[.,:]\\d[\\d.,:]*(?<=\\d)`,
  ].join('|'),
  'g',
);

/**
 * A message for a right-to-left language, in which what is filled in and the figures keep their own
 * direction: without it `BTC 0.01` and `×100` come out as `0.01 BTC` and `100×`.
 */
export const isolateFigures = (message: string): string => message.replace(FIGURE, '\u2068$&\u2069');
