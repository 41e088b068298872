import { type Language, languageInfo } from '@glasshouse/i18n/languages';

interface WrittenIn {
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
}

/**
 * Attributes of a text that is not there in the language of the page: by them it is read aloud,
 * broken into lines and aligned as what it is.
 */
export function writtenIn(own: Language, page: Language): WrittenIn {
  if (own === page) return {};
  const { locale, dir } = languageInfo(own);
  return { lang: locale, dir };
}
