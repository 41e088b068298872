const LETTER_A = 65;

/** ISO 13616: country, check digits, mod 97 is 1. Spaces are for people. */
export function normalIban(text: string): string | undefined {
  const iban = text.replaceAll(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(iban)) return undefined;
  const turned = iban.slice(4) + iban.slice(0, 4);
  let rest = 0;
  for (const letter of turned) {
    const value = /[0-9]/.test(letter) ? Number(letter) : letter.charCodeAt(0) - LETTER_A + 10;
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return rest === 1 ? iban : undefined;
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
