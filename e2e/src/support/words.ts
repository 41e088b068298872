import { escapeRegExp } from '@glasshouse/i18n/checks/texts';
import { createFormatter, type Formatter } from '@glasshouse/i18n/format';
import type { Language } from '@glasshouse/i18n/languages';
import { translatorFor } from '@glasshouse/i18n/server';

/** The time zone of the browsers, so that tests can predict the times on screen. */
export const TIME_ZONE = 'UTC';

export interface Words {
  readonly t: ReturnType<typeof translatorFor>['t'];
  readonly format: Formatter;
}

export const wordsOf = (language: Language): Words => ({
  t: translatorFor(language).t,
  format: createFormatter(language, TIME_ZONE),
});

const PLACEHOLDER = '@@';
/** `numbered(t, 'trade:options.placed', 'id')` matches the sentence and captures its number. */
export function numbered(t: Words['t'], key: Parameters<Words['t']>[0], name: string): RegExp {
  return new RegExp(escapeRegExp(t(key, { [name]: PLACEHOLDER })).replace(PLACEHOLDER, '(\\d+)'));
}
