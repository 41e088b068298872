/**
 * The seal of a receipt: a signature over the whole document, so that whoever gave it cannot say
 * later that it read otherwise, and nobody else can change a figure in it.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, signatureHolds } from '../receipt.ts';
import { canonicalText } from './canonical.ts';
import type { Json } from './document.ts';

const DOMAIN = new TextEncoder().encode('glasshouse/receipt/2\n');

/** `"glasshouse/receipt/2\n" ‖ SHA-256(canonical JSON of the document without its signature)`. */
export function sealBytes(document: { readonly [key: string]: unknown }): Uint8Array {
  const { signature, ...proof } = (document.proof ?? {}) as { readonly [key: string]: unknown };
  const digest = sha256(new TextEncoder().encode(canonicalText({ ...document, proof })));
  const bytes = new Uint8Array(DOMAIN.length + digest.length);
  bytes.set(DOMAIN);
  bytes.set(digest, DOMAIN.length);
  return bytes;
}

export function isSealed(document: { readonly [key: string]: unknown }, proof: Json): boolean {
  const key = fromHex(proof.publicKey, 32);
  const signature = fromHex(proof.signature, 64);
  return key !== undefined && signature !== undefined && signatureHolds(signature, sealBytes(document), key);
}
