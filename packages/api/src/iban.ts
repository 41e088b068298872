const LETTER_A = 65;

/** ISO 13616: country, check digits, mod 97 is 1. Spaces are for people; undefined: it is none. */
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

export const isIban = (text: string): boolean => normalIban(text) !== undefined;

/** ISO 9362: bank, country, place, and a branch where there is one. */
export const isBic = (text: string): boolean =>
  /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text.trim().toUpperCase());
