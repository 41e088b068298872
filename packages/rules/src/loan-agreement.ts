import { sha256 } from '@noble/hashes/sha2.js';
import { canonicalText } from './proofs/canonical.ts';
import { toHex } from './receipt.ts';

const hashOf = (text: string): string => toHex(sha256(new TextEncoder().encode(text)));

/** SHA-256 of a text in UTF-8, as the log of a loan has it. */
export const agreementHash = hashOf;

/** What a signature's hash is taken of: strokes or a typed name, as JSON in the order of keys. */
export const signatureHash = (signature: object): string => hashOf(canonicalText(signature));
