import type { Language } from './languages.ts';

/** Text without any word to translate: placeholders, figures and signs. */
const NO_WORDS = /^[^\p{L}]*$/u;
/** Names and signs that are the same in every language. */
const EVERYWHERE = new Set(['Glasshouse', 'ETF', 'NFT', 'USDT', 'QR', 'OK', 'FAQ', 'CSV', 'JSON', 'Google']);
/** Words that a language really writes as English does. Each was looked at; a new one is added here on purpose. */
const ALSO: Partial<Record<Language, readonly string[]>> = {
  de: [
    'Name',
    'Status',
    'Demo',
    'Trend',
    'Tick',
    'Feed',
    'Asset',
    'Staking',
    'Live',
    'Forex',
    'Futures',
    'Spread',
    'Details',
  ],
  fr: [
    'Options',
    'Date',
    'Total',
    'Type',
    'Trading',
    'Menu',
    'Staking',
    'Messages',
    'Forex',
    'Direction',
    'Client',
    'Volume',
  ],
  it: [
    'Demo',
    'Password',
    'Home',
    'No',
    'Trading',
    'Menu',
    'Staking',
    'Forex',
    'Futures',
    'Spread',
    'Feed',
    'Tick',
    'Volume',
    'Email',
  ],
  es: ['Total', 'No', 'Demo', 'Real', 'Trading', 'Staking', 'Forex', 'Tick'],
};

export function isSameAsEnglish(language: Language, text: string): boolean {
  const words = text.replace(/\{\{\w+\}\}/g, '');
  return NO_WORDS.test(words) || EVERYWHERE.has(text) || (ALSO[language]?.includes(text) ?? false);
}
