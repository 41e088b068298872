import { normalIban } from '@glasshouse/api/iban';

const ACCOUNT = /^[A-Z0-9]{4,34}$/;

/**
 * The one spelling of an account number, without its spaces; undefined for what is none. With two
 * letters and two digits first it claims to be an IBAN, and its check digits are right.
 */
export function readAccount(text: string): string | undefined {
  const account = text.replaceAll(/[\s.-]/g, '').toUpperCase();
  if (!ACCOUNT.test(account)) return undefined;
  return /^[A-Z]{2}\d{2}/.test(account) ? normalIban(account) : account;
}

/** `DE89 •••• 3000`: enough to recognise, too little to use. */
export const maskedAccount = (account: string): string => `${account.slice(0, 4)} •••• ${account.slice(-4)}`;

/** Names compared as a bank clerk would: without case, accents, marks and double spaces. */
export const comparableName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .sort()
    .join(' ');
