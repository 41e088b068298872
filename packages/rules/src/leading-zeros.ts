/** How many zero bits a digest begins with, as proofs of work are measured. */
export function leadingZeros(digest: Uint8Array): number {
  let bits = 0;
  for (const byte of digest) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
