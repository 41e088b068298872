import type { Language } from '../languages.ts';
import { isLoanword } from './glossary.ts';
import { PLACEHOLDER } from './texts.ts';

/** Text without any word to translate: placeholders, figures and signs. */
const NO_WORDS = /^[^\p{L}]*$/u;
/** Names and signs that are the same in every language. */
const EVERYWHERE = new Set([
  'Glasshouse',
  'ETF',
  'NFT',
  'USDT',
  'CSV',
  'JSON',
  'GTC',
  'IOC',
  'FOK',
  'API',
  'BIC',
  'SEPA pain.001.001.03',
  'SEPA pain.001.001.09',
]);
/**
 * Words outside the glossary that a language writes as English does. Each was looked at; a new one
 * is added here on purpose.
 */
export const ALSO_IN: Partial<Record<Language, readonly string[]>> = {
  de: [
    '1W',
    '1M',
    'Minute',
    'Plan',
    'Demo',
    'Futures',
    'Name',
    'Passkeys',
    'H',
    'Status',
    'Chart',
    'Charts',
    'Limit',
    'Optional',
    'Bank',
    'Memo',
    'Instrument',
    'Parameter',
    'Pool',
    'Version',
    'Hash',
    'Compliance',
    'Support',
    'Pools',
    'Live',
    'Person',
    'Block',
    'Portfolio',
    'Website',
  ],
  fr: [
    'Pools',
    'Minute',
    'Plan',
    'Pool',
    'Actions',
    'Action',
    'Instrument',
    'Instruments',
    'Invitation',
    'Notes',
    'Note',
    'Sessions',
    'Traders',
    'Session',
    'Version',
    'Versions',
    'Volume',
    'Conversion',
    'Total',
    'Messages',
    'Dates',
    'Net',
    'Conversions',
    'Plans',
    'Signature',
    'Photos',
    'Confirmations',
    'Console',
    'Finance',
    'Contact',
    'Image',
    'Trading',
    'Documents',
    'Question',
  ],
  it: [
    'Pool',
    'Demo',
    'Home',
    'Futures',
    'Password',
    'Account',
    'Crypto',
    'Email',
    'File',
    'Memo',
    'Volume',
    'Hash',
    'Console',
    'No',
    'Compliance',
    'Trailing stop',
  ],
  es: ['Plan', 'Total', 'Demo', 'Real', 'Memo', 'Hash', 'No', 'Auditor', 'Roles', 'Split'],
};

/** Without what is filled in: a word with a number after it is that word. */
export const wordsOf = (text: string): string => text.replace(PLACEHOLDER, '').trim();

export function isSameAsEnglish(language: Language, text: string): boolean {
  const words = wordsOf(text);
  return (
    NO_WORDS.test(words) ||
    EVERYWHERE.has(words) ||
    isLoanword(language, text) ||
    (ALSO_IN[language]?.includes(words) ?? false)
  );
}
