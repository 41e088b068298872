import { foldDigits } from './typed-text.ts';

/**
 * What an address is, for the pages and the server alike. Names of hosts in other scripts are
 * written as mail servers look them up (`bücher.example` is `xn--bcher-kva.example`); a name before
 * the `@` outside ASCII cannot be delivered to by every server on the way, and is refused.
 */
export const EMAIL_PATTERN =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?){1,8}$";
export const EMAIL_LENGTH_MAX = 254;
const EMAIL = new RegExp(EMAIL_PATTERN);
/** Longer text is not folded: nothing of that length is an address. */
const FOLDED_MAX = 512;
const PLAIN = /^[\x21-\x7e]*$/;

/** The address as it is stored and compared; text that is none comes back as it was. */
export function foldEmail(text: string): string {
  const typed = text.trim();
  if (PLAIN.test(typed) || FOLDED_MAX < typed.length) return typed;
  const [name = '', host, ...rest] = foldDigits(typed)
    .replace(/\p{Cf}/gu, '')
    .split('@');
  if (host === undefined || host === '' || 0 < rest.length || /[\s/?#:[\]\\]/.test(host)) return typed;
  try {
    return `${name}@${new URL(`http://${host}`).hostname}`;
  } catch {
    return typed;
  }
}

export function isEmail(text: string): boolean {
  const address = foldEmail(text);
  return address.length <= EMAIL_LENGTH_MAX && EMAIL.test(address);
}
