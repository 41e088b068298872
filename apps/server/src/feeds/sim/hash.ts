/**
 * Integer hashing (the finalizer of MurmurHash3) on 32-bit integers only, so that every machine draws the same numbers.
 */
function finalize(value: number): number {
  let hash = value;
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** A 32-bit integer that depends on all three; signed. */
export function mix(seed: number, level: number, index: number): number {
  return finalize(Math.imul(finalize(seed + Math.imul(level, 0x9e3779b1)) ^ index, 0x27d4eb2f) + seed);
}

/** A number above -1 and below 1, evenly spread. */
export function uniform(seed: number, level: number, index: number): number {
  return (mix(seed, level, index) + 0.5) / 2_147_483_648;
}

/** The seed of a named random source. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return finalize(hash);
}
