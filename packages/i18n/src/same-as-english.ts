import type { Language } from './languages.ts';

/** Text without any word to translate: placeholders, figures and signs. */
const NO_WORDS = /^[^\p{L}]*$/u;
/** Names and signs that are the same in every language. */
const EVERYWHERE = new Set([
  'Glasshouse',
  'ETF',
  'NFT',
  'USDT',
  'QR',
  'OK',
  'FAQ',
  'CSV',
  'JSON',
  'Google',
  'GTC',
  'IOC',
  'FOK',
]);
/** Words that a language really writes as English does. Each was looked at; a new one is added here on purpose. */
export const ALSO_IN: Partial<Record<Language, readonly string[]>> = {
  de: [
    'Asset',
    'Demo',
    'Staking',
    'Live',
    'Futures',
    'Name',
    'Tick',
    'H',
    'Orders',
    'Order {{id}}',
    'Status',
    'Spot',
    'Chart',
    'Ticks',
    'Limit',
  ],
  fr: [
    'Date',
    'Lots',
    'lots',
    '{{lots}} lots',
    'Stop-loss',
    'Total',
    'Type',
    'Trading',
    'Menu',
    'Staking',
    'Messages',
    'Options',
    'Dates',
    'Net',
    'Conversions',
    'Plans',
    'Notifications',
  ],
  it: ['No', 'Demo', 'Home', 'Trading', 'Menu', 'Staking', 'Futures', 'Password', 'Spot'],
  es: ['No', 'Total', 'Demo', 'Real', 'Trading', 'Staking'],
};

export function isSameAsEnglish(language: Language, text: string): boolean {
  const words = text.replace(/\{\{\w+\}\}/g, '');
  return NO_WORDS.test(words) || EVERYWHERE.has(text) || (ALSO_IN[language]?.includes(text) ?? false);
}
