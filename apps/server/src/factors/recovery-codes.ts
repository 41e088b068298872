import { createHash, randomInt } from 'node:crypto';
import { foldCode } from '@glasshouse/api/typed-text';

/** Letters and digits that cannot be mistaken for each other when copied from paper. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;
export const RECOVERY_CODES = 10;

const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** Ten codes of 58 random bits each: nobody can search for them, so a plain hash is enough. */
export function newRecoveryCodes(): readonly string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  return [...codes];
}

/** Whether the text is meant as a recovery code rather than as six digits of an app. */
export const looksLikeRecoveryCode = (text: string): boolean =>
  bare(text).length === GROUPS * GROUP_LENGTH && [...bare(text)].every((letter) => ALPHABET.includes(letter));

/** Bound to its owner, so that equal codes of two people have different hashes. */
export const recoveryCodeHash = (owner: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${owner}\n${bare(code)}`)
    .digest();

/** People type spaces and small letters, and leave out dashes. */
const bare = (text: string): string => foldCode(text).toUpperCase();
