import { leadingZeros } from '@glasshouse/rules/leading-zeros';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Hashes between two looks at the clock, and how long the page may wait for them. */
const HASHES = 500;
const SLICE_MS = 12;

/**
 * A nonce that makes SHA-256 of `challenge.nonce` begin with `bits` zero bits. The page stays
 * responsive meanwhile.
 */
export async function proveWork(challenge: string, bits: number): Promise<string> {
  let tried = 0;
  for (;;) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      for (let count = 0; count < HASHES; count += 1, tried += 1) {
        const nonce = tried.toString(36);
        if (bits <= leadingZeros(sha256(utf8ToBytes(`${challenge}.${nonce}`)))) return nonce;
      }
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}
