import { hash } from 'node:crypto';

const DIGEST_WORDS = 4;
/** Filled to three quarters at most: a look takes two or three steps. */
const FILLED_MAX = 0.75;
const FIRST_PLACES = 1_024;

/**
 * Numbers above 0 by text, of which only 128 bits of SHA-256 are kept: 24 bytes a place, without an
 * object for the garbage collector to visit, however many there are. Nothing is ever taken out.
 */
export class DigestTable {
  #words = new Uint32Array(FIRST_PLACES * DIGEST_WORDS);
  #numbers = new Float64Array(FIRST_PLACES);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** 0 when the text is unknown. */
  get(text: string): number {
    return this.#numbers[placeOf(this.#words, this.#numbers, digestOf(text))] as number;
  }

  set(text: string, number: number): void {
    if (this.#numbers.length * FILLED_MAX < this.#size + 1) this.#grow();
    const digest = digestOf(text);
    const place = placeOf(this.#words, this.#numbers, digest);
    if (this.#numbers[place] === 0) this.#size += 1;
    this.#words.set(digest, place * DIGEST_WORDS);
    this.#numbers[place] = number;
  }

  #grow(): void {
    const words = this.#words;
    const numbers = this.#numbers;
    this.#words = new Uint32Array(words.length * 2);
    this.#numbers = new Float64Array(numbers.length * 2);
    for (let from = 0; from < numbers.length; from += 1) {
      if (numbers[from] === 0) continue;
      const digest = words.subarray(from * DIGEST_WORDS, (from + 1) * DIGEST_WORDS);
      const place = placeOf(this.#words, this.#numbers, digest);
      this.#words.set(digest, place * DIGEST_WORDS);
      this.#numbers[place] = numbers[from] as number;
    }
  }
}

function digestOf(text: string): Uint32Array {
  const bytes = hash('sha256', text, 'buffer');
  return Uint32Array.from({ length: DIGEST_WORDS }, (_, word) => bytes.readUInt32LE(word * 4));
}

/** Where the digest is, or where it goes. */
function placeOf(words: Uint32Array, numbers: Float64Array, digest: Uint32Array): number {
  const mask = numbers.length - 1;
  let place = (digest[0] as number) & mask;
  while (numbers[place] !== 0 && !isAt(words, place * DIGEST_WORDS, digest)) place = (place + 1) & mask;
  return place;
}

const isAt = (words: Uint32Array, start: number, digest: Uint32Array): boolean =>
  digest.every((word, index) => words[start + index] === word);
