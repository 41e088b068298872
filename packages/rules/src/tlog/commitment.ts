/**
 * What the transparency logs of an installation have as entries. An entry of the command log is
 * hidden behind a nonce of its own: whoever guesses at somebody's entry cannot confirm it, and a
 * receipt reveals the nonces of its own entries alone.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { HASH_BYTES, type Sha256 } from '../merkle.ts';
import { concat } from './note.ts';

const DOMAIN = new TextEncoder().encode('glasshouse/log-entry/1\n');

/**
 * SHA-256 of `"glasshouse/log-entry/1\n" ‖ nonce (32) ‖ chained hash of the entry (32)`; 32 bytes.
 * Throws a RangeError for other lengths.
 */
export function logCommitment(nonce: Uint8Array, entryHash: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  if (nonce.length !== HASH_BYTES || entryHash.length !== HASH_BYTES) throw new RangeError('a hash has 32 bytes');
  return hash(concat(DOMAIN, nonce, entryHash));
}

/** Place of a log entry in the tree: sequence numbers begin with 1. */
export const treeIndexOf = (seq: number): number => seq - 1;
