import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';

const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

const keys = new Map<string, KeyObject>();

function keyOf(bytes: Uint8Array): KeyObject {
  const name = Buffer.from(bytes).toString('hex');
  const known = keys.get(name);
  if (known !== undefined) return known;
  const made = createPublicKey({ key: Buffer.concat([SPKI_ED25519, bytes]), format: 'der', type: 'spki' });
  keys.set(name, made);
  return made;
}

/**
 * In place of the libraries by which pages hash and verify in plain JavaScript: a test that alters
 * every field of a receipt asks for thousands of signatures, and is about what they are asked of.
 * The libraries themselves are compared with the runtime in the tests of `@glasshouse/rules`.
 */
export const nativeHashes = {
  sha256: (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer'),
  sha512: (bytes: Uint8Array): Uint8Array => hash('sha512', bytes, 'buffer'),
};
export const nativeSignatures = {
  hashes: {},
  verify: (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean =>
    verify(null, message, keyOf(publicKey), signature),
};
