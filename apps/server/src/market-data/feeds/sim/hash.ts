/**
 * Integer hashing (the finalizer of MurmurHash3) on 32-bit integers only, so that every machine
 * draws the same numbers.
 */
function finalize(value: number): number {
  let hash = value;
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * The part of `mix` that is the same for all indices of one stream: worth keeping where millions
 * are drawn.
 */
export function streamOf(seed: number, stream: number): number {
  return finalize(seed + Math.imul(stream, 0x9e3779b1));
}

/** A number above -1 and below 1, evenly spread, from what `streamOf` gave. */
export function uniformOf(stream: number, index: number): number {
  return (finalize(Math.imul(stream ^ index, 0x27d4eb2f) + stream) + 0.5) / 2_147_483_648;
}

/** A 32-bit integer that depends on all three; signed. */
export function mix(seed: number, stream: number, index: number): number {
  const part = streamOf(seed, stream);
  return finalize(Math.imul(part ^ index, 0x27d4eb2f) + part);
}

/** A number above -1 and below 1, evenly spread, that depends on all three. */
export function uniform(seed: number, stream: number, index: number): number {
  return uniformOf(streamOf(seed, stream), index);
}

/** The seed of a named random source. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return finalize(hash);
}
