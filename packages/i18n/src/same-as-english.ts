import type { Language } from './languages.ts';

/** Text without any word to translate: placeholders, figures and signs. */
const NO_WORDS = /^[^\p{L}]*$/u;
/** Names and signs that are the same in every language. */
const EVERYWHERE = new Set(['Glasshouse', 'ETF', 'NFT', 'USDT', 'QR', 'OK', 'FAQ', 'CSV', 'JSON', 'Google']);
/** Words that a language really writes as English does. Each was looked at; a new one is added here on purpose. */
const ALSO: Partial<Record<Language, readonly string[]>> = {
  de: ['Name', 'Status', 'Demo', 'Trend', 'Tick', 'Feed', 'Start', 'Text'],
  fr: ['Options', 'Solutions', 'Date', 'Total', 'Type', 'Stable', 'Instruments', 'Support', 'Actions', 'Message'],
  it: ['Demo', 'Password', 'Account', 'Email', 'Home', 'Tick', 'Feed', 'Spread'],
  es: ['Total', 'No', 'Error', 'Tick', 'Feed'],
};

export function isSameAsEnglish(language: Language, text: string): boolean {
  const words = text.replace(/\{\{\w+\}\}/g, '');
  return NO_WORDS.test(words) || EVERYWHERE.has(text) || (ALSO[language]?.includes(text) ?? false);
}
