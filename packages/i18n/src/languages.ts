import { DEFAULT_LANGUAGE, LANGUAGE_ALIASES, LANGUAGES, type Language } from '@glasshouse/api/constants';

export { DEFAULT_LANGUAGE, LANGUAGES, type Language };

export interface LanguageInfo {
  readonly code: Language;
  /** In the language itself, for the picker. */
  readonly name: string;
  /** BCP 47 tag for `lang` attributes and Intl. */
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
}

const info = (code: Language, name: string, locale: string, dir: 'ltr' | 'rtl' = 'ltr'): LanguageInfo => ({
  code,
  name,
  locale,
  dir,
});

export const LANGUAGE_LIST: readonly LanguageInfo[] = [
  info('en', 'English', 'en-GB'),
  info('ja', '日本語', 'ja'),
  info('ko', '한국어', 'ko'),
  info('th', 'ไทย', 'th'),
  info('de', 'Deutsch', 'de'),
  info('fr', 'Français', 'fr'),
  info('it', 'Italiano', 'it'),
  info('es', 'Español', 'es'),
  info('ar', 'العربية', 'ar', 'rtl'),
  info('hk', '繁體中文', 'zh-Hant-HK'),
  info('zh', '简体中文', 'zh-Hans-CN'),
];

const byCode = new Map(LANGUAGE_LIST.map((language) => [language.code, language]));

export const languageInfo = (code: Language): LanguageInfo => byCode.get(code) as LanguageInfo;

/**
 * The language that a call, an address or a stored choice names, by its code, an alias (`zh-tw` is
 * zh by the specification) or a tag. Undefined when there is none.
 */
export function languageOf(code: string): Language | undefined {
  return LANGUAGE_ALIASES[normalised(code)] ?? languageOfReader(code);
}

/**
 * The language for a tag of a browser, which names what its reader reads: every tag of traditional
 * Chinese is hk, `zh-TW` included, and `de-AT` is de. See docs/decisions/traditional-chinese.md.
 */
export function languageOfReader(tag: string): Language | undefined {
  const lower = normalised(tag);
  const exact = LANGUAGES.find((code) => code === lower);
  if (exact !== undefined) return exact;
  if (/^zh-(?:hant|tw|hk|mo)\b/.test(lower)) return 'hk';
  const primary = lower.split('-')[0];
  return LANGUAGES.find((code) => code === primary && code !== 'hk');
}

const normalised = (tag: string): string => tag.trim().toLowerCase().replaceAll('_', '-');

/** The first of a reader's languages that we have; English when we have none of them. */
export function firstLanguageOf(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = languageOfReader(tag);
    if (language !== undefined) return language;
  }
  return DEFAULT_LANGUAGE;
}

/** Entries of `Accept-Language` that are looked at; browsers send fewer than ten. */
const ACCEPT_ENTRIES_MAX = 20;

/** The best language for an `Accept-Language` header; English when nothing fits. */
export function negotiateLanguage(header: string | undefined): Language {
  const entries = (header ?? '')
    .split(',')
    .slice(0, ACCEPT_ENTRIES_MAX)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';');
      const quality = parameters.map((text) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(text)?.[1]).find(Boolean);
      return { tag, quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => 0 < quality)
    .sort((left, right) => right.quality - left.quality);
  return firstLanguageOf(entries.map(({ tag }) => tag));
}
