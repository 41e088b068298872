import type { Language } from '../languages.ts';
import { isLoanword } from './glossary.ts';
import { PLACEHOLDER } from './texts.ts';

/** Text without any word to translate: placeholders, figures and signs. */
const NO_WORDS = /^[^\p{L}]*$/u;
/** Names and signs that are the same in every language. */
const EVERYWHERE = new Set(['Glasshouse', 'ETF', 'NFT', 'USDT', 'CSV', 'JSON', 'GTC', 'IOC', 'FOK', 'API']);
/**
 * Words outside the glossary that a language writes as English does. Each was looked at; a new one
 * is added here on purpose.
 */
export const ALSO_IN: Partial<Record<Language, readonly string[]>> = {
  de: ['Demo', 'Futures', 'Name', 'H', 'Status', 'Chart', 'Limit', 'Optional'],
  fr: ['Total', 'Messages', 'Dates', 'Net', 'Conversions', 'Plans'],
  it: ['Demo', 'Home', 'Futures', 'Password', 'Account', 'Crypto'],
  es: ['Total', 'Demo', 'Real'],
};

export function isSameAsEnglish(language: Language, text: string): boolean {
  const words = text.replace(PLACEHOLDER, '');
  return (
    NO_WORDS.test(words) ||
    EVERYWHERE.has(text) ||
    isLoanword(language, text) ||
    (ALSO_IN[language]?.includes(text) ?? false)
  );
}
