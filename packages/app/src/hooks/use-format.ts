import { createFormatter, type Formatter } from '@glasshouse/i18n/format';
import type { Language } from '@glasshouse/i18n/languages';
import { useTranslator } from '../language/language.ts';

let cached: { readonly language: Language; readonly formatter: Formatter } | undefined;

/** The formatter of figures and times in the current language. */
export function useFormat(): Formatter {
  const { language } = useTranslator();
  if (cached?.language !== language) cached = { language, formatter: createFormatter(language) };
  return cached.formatter;
}
