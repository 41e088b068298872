import { DEFAULT_LANGUAGE, LANGUAGE_ALIASES, LANGUAGES, type Language } from '@glasshouse/contract/constants';

const known = new Map<string, Language>(LANGUAGES.map((language) => [language, language]));
/** Regions that write traditional characters, which the header of a browser names by place or by script. */
const TRADITIONAL = new Set(['zh-hk', 'zh-mo', 'zh-hant', 'zh-hant-hk', 'zh-hant-mo', 'zh-hant-tw']);

/** One language tag; undefined for one that we have no catalogue for. `zh-tw` is zh, as the contract's aliases say. */
export function languageOfTag(tag: string): Language | undefined {
  const name = tag.trim().toLowerCase().replaceAll('_', '-');
  const exact = known.get(name) ?? LANGUAGE_ALIASES[name];
  if (exact !== undefined) return exact;
  if (TRADITIONAL.has(name)) return 'hk';
  const dash = name.indexOf('-');
  return dash === -1 ? undefined : known.get(name.slice(0, dash));
}

/** A longer list is not what a browser sends. */
const TAGS_MAX = 16;

/** `lang` when it names one of ours, else the best of `Accept-Language`, else English. */
export function languageOf(lang: string | undefined, acceptLanguage: string | undefined): Language {
  const chosen = lang === undefined ? undefined : languageOfTag(lang);
  if (chosen !== undefined) return chosen;
  if (acceptLanguage === undefined) return DEFAULT_LANGUAGE;
  let best: Language = DEFAULT_LANGUAGE;
  let bestWeight = 0;
  for (const part of acceptLanguage.split(',', TAGS_MAX)) {
    const [tag = '', ...parameters] = part.split(';');
    const quality = parameters.map((parameter) => /^\s*q=(\d(?:\.\d{1,3})?)\s*$/.exec(parameter)?.[1]).find(Boolean);
    const weight = quality === undefined ? 1 : Number(quality);
    const language = languageOfTag(tag);
    if (language !== undefined && bestWeight < weight) {
      best = language;
      bestWeight = weight;
    }
  }
  return best;
}
