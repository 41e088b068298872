import { createFormatter, type Formatter } from '@glasshouse/i18n/format';
import type { Language } from '@glasshouse/i18n/languages';
import { translatorFor } from '@glasshouse/i18n/server';

/** Browsers of the tests stand here, so that times on screen can be told beforehand. */
export const TIME_ZONE = 'UTC';

export interface Words {
  readonly t: ReturnType<typeof translatorFor>['t'];
  readonly format: Formatter;
}

export const wordsOf = (language: Language): Words => ({
  t: translatorFor(language).t,
  format: createFormatter(language, TIME_ZONE),
});

const HOLE = '@@';
/** A number in a sentence: `numbered(t, 'trade:options.placed', 'id')` finds the sentence and captures the number. */
export function numbered(t: Words['t'], key: Parameters<Words['t']>[0], name: string): RegExp {
  const escaped = t(key, { [name]: HOLE }).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(escaped.replace(HOLE, '(\\d+)'));
}
