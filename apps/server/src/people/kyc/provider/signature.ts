import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Messages to and from the provider carry three headers. The direction is part of what is signed,
 * so that none of our own can be sent back to us; the nonce makes each one valid once, the time for
 * five minutes.
 */
export const TIMESTAMP_HEADER = 'x-glasshouse-timestamp';
export const NONCE_HEADER = 'x-glasshouse-nonce';
export const SIGNATURE_HEADER = 'x-glasshouse-signature';

type Direction = 'to provider' | 'from provider';

/** Clocks may differ by this much. */
export const VALID_MS = 5 * 60_000;

const signatureOf = (secret: string, direction: Direction, parts: readonly string[]): string =>
  `v1=${createHmac('sha256', secret)
    .update(['glasshouse kyc v1', direction, ...parts].join('\n'))
    .digest('hex')}`;

/** Headers of a message. */
export function signed(
  secret: string,
  message: { readonly direction: Direction; readonly body: string; readonly now: number; readonly nonce?: string },
): Record<string, string> {
  const timestamp = String(Math.floor(message.now / 1_000));
  const nonce = message.nonce ?? randomBytes(16).toString('hex');
  return {
    [TIMESTAMP_HEADER]: timestamp,
    [NONCE_HEADER]: nonce,
    [SIGNATURE_HEADER]: signatureOf(secret, message.direction, [timestamp, nonce, message.body]),
  };
}

/**
 * The nonce of a message that is genuine and of now; undefined otherwise. Whether it was seen
 * before is the caller's business.
 */
export function nonceOf(
  secret: string,
  message: {
    readonly direction: Direction;
    readonly body: string;
    readonly now: number;
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  },
): string | undefined {
  const [timestamp, nonce, signature] = [TIMESTAMP_HEADER, NONCE_HEADER, SIGNATURE_HEADER].map((name) => {
    const value = message.headers[name];
    return typeof value === 'string' ? value : '';
  });
  if (!/^\d{1,12}$/.test(timestamp ?? '') || !/^[0-9a-f]{32}$/.test(nonce ?? '')) return undefined;
  if (VALID_MS < Math.abs(message.now - Number(timestamp) * 1_000)) return undefined;
  const expected = Buffer.from(signatureOf(secret, message.direction, [timestamp ?? '', nonce ?? '', message.body]));
  const received = Buffer.from(signature ?? '');
  return received.length === expected.length && timingSafeEqual(received, expected) ? nonce : undefined;
}
