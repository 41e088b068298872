import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app knows it: SHA-1, six digits, 30 seconds. */
const ALGORITHM = 'SHA1';
const DIGITS = 6;
export const TOTP_PERIOD_MS = 30_000;
/** One step early or late: phones whose clock is off by up to half a minute. */
const WINDOW_STEPS = 1;
/** The length of an HMAC-SHA-1, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: SECRET_BYTES }).bytes);

const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer });

/** The secret as people type it where they cannot scan. */
export const totpSecretText = (secret: Uint8Array): string => secretOf(secret).base32;

/** What the QR code carries. `issuer` and `account` are how the app names the entry. */
export const totpUri = (
  secret: Uint8Array,
  { issuer, account }: { readonly issuer: string; readonly account: string },
): string =>
  new TOTP({ issuer, label: account, algorithm: ALGORITHM, digits: DIGITS, secret: secretOf(secret) }).toString();

/** The code that an authenticator app shows at that time. */
export const totpCode = (secret: Uint8Array, at: number): string =>
  TOTP.generate({ secret: secretOf(secret), algorithm: ALGORITHM, digits: DIGITS, timestamp: at });

/**
 * The number of the 30-second step whose code was given, if it is later than `after`: a step that
 * was accepted once is never accepted again, so a code read over a shoulder is worth nothing.
 */
export function totpStep(
  secret: Uint8Array,
  attempt: { readonly code: string; readonly now: number; readonly after: number },
): number | undefined {
  const delta = TOTP.validate({
    token: attempt.code,
    secret: secretOf(secret),
    algorithm: ALGORITHM,
    digits: DIGITS,
    timestamp: attempt.now,
    window: WINDOW_STEPS,
  });
  if (delta === null) return undefined;
  const step = Math.floor(attempt.now / TOTP_PERIOD_MS) + delta;
  return attempt.after < step ? step : undefined;
}
