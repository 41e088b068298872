import { Type } from 'typebox';
import { strict, timestamp, words } from './common.ts';

/** A token in base64url that only the server reads. */
export const opaque = (maxLength: number, description = 'Opaque.') =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength, description });

/** Work that lets somebody go on where strangers used up a limit. */
export const workChallenge = strict({
  challenge: words('Opaque.'),
  bits: Type.Integer({ minimum: 0, maximum: 32, description: 'Zero bits that the hash must begin with.' }),
  expiresAt: timestamp(),
});

/** The work, done. */
export const workProof = (call: string) =>
  strict({
    challenge: opaque(200, `As \`${call}\` gave it.`),
    nonce: Type.String({
      pattern: '^[0-9a-z]{1,20}$',
      maxLength: 20,
      description: 'Makes SHA-256 of `<challenge>.<nonce>` begin with that many zero bits.',
    }),
  });
