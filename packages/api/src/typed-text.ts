/**
 * What people type and paste, as both sides compare it. Keyboards write the digits of their own
 * script, mails and apps print codes in groups, and a copy brings invisible marks along.
 */
const DECIMALS = 10;
/** More than any number of scripts whose digits follow each other without a gap. */
const RUN_MAX = 50;
const DIGIT = /^\p{Nd}$/u;

function digitValue(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let before = 0;
  // Unicode encodes the ten digits of a script in a row, from zero on.
  while (before < RUN_MAX && DIGIT.test(String.fromCodePoint(point - before - 1))) before += 1;
  return String(before % DECIMALS);
}

/** Compatibility forms in their usual shape (NFKC), decimal digits of every script as 0 to 9. */
export const foldDigits = (text: string): string =>
  text.normalize('NFKC').replace(/[^\P{Nd}0-9]/gu, (digit) => digitValue(digit));

/** A code as it is compared: Western digits, without spaces, dashes and invisible marks. */
export const foldCode = (text: string): string => foldDigits(text).replace(/[\s\p{Pd}\u2212\p{Cf}]/gu, '');

const SIX_DIGITS = /^\d{6}$/;
const RECOVERY_CODE = /^[0-9a-z]{12}$/i;

/** Six digits, of an authenticator app or a mail, in whatever groups and digits they were typed. */
export const isSixDigitCode = (text: string): boolean => SIX_DIGITS.test(foldCode(text));
/** A code of the app, or a recovery code. */
export const isFactorCode = (text: string): boolean => isSixDigitCode(text) || RECOVERY_CODE.test(foldCode(text));

/**
 * A password as it is hashed and measured: NFKC, as NIST SP 800-63B asks, so that two keyboards
 * that write the same characters differently open the same account.
 */
export const foldPassword = (text: string): string => text.normalize('NFKC');
/** In characters, whatever it takes to encode one. */
export const passwordLength = (text: string): number => [...foldPassword(text)].length;
