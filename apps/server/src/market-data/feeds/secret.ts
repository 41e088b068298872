import { type Cipheriv, createCipheriv, createHash, createHmac } from 'node:crypto';

/**
 * What the prices of this installation are drawn from: a key of 256 bits, and the moment at which
 * prices are those of the catalogue. AES-256 in counter mode, with a key of its own for each
 * purpose and a part of the counter for each named stream: whoever has seen any number of drawn
 * values knows nothing of the others.
 */
export interface MarketSecret {
  readonly key: Uint8Array;
  /** Epoch ms. */
  readonly anchor: number;
  /** How its prices move: an installation keeps the shape that it began with. */
  readonly shape: MarketShape;
}

/** The versions of the simulated market's shape (`sim/shapes.ts`). */
export const MARKET_SHAPES = [1, 2] as const;
export type MarketShape = (typeof MARKET_SHAPES)[number];
/** What a new installation gets. */
export const NEWEST_SHAPE: MarketShape = 2;
/** What is older than shapes had numbers. */
export const OLDEST_SHAPE: MarketShape = 1;

/** Each has a subkey, so what is shown of one says nothing of another. */
export type Purpose = 'path' | 'clock' | 'jumps' | 'volume' | 'times' | 'spreads' | 'replay';

const SEED_ANCHOR_MS = Date.UTC(2025, 0, 1);

/** Prices that anybody who knows the seed can compute: for tests, and labelled where they show. */
export const secretOfSeed = (seed: string, shape: MarketShape = OLDEST_SHAPE): MarketSecret => ({
  key: createHash('sha256').update(`glasshouse market seed\n${seed}`).digest(),
  anchor: SEED_ANCHOR_MS,
  shape,
});

/** Numbers in one page of a stream. */
export const PAGE_NUMBERS = 256;
const PAGE_BYTES = PAGE_NUMBERS * 2;
const BLOCK_WORDS = 4;
const BLOCKS = PAGE_BYTES / 16;

interface Place {
  readonly high: number;
  readonly low: number;
}

/** Draws pages of 16-bit numbers for one purpose. */
export class Draws {
  readonly #cipher: Cipheriv;
  readonly #subkey: Buffer;
  readonly #counters = Buffer.alloc(PAGE_BYTES);
  readonly #words: Uint32Array;

  constructor({ key }: MarketSecret, purpose: Purpose) {
    this.#subkey = createHmac('sha256', key).update(`glasshouse market 1 ${purpose}`).digest();
    // Counter blocks through the bare cipher are counter mode, without a new cipher for each page.
    this.#cipher = createCipheriv('aes-256-ecb', this.#subkey, null).setAutoPadding(false);
    this.#words = new Uint32Array(this.#counters.buffer, this.#counters.byteOffset, PAGE_BYTES / 4);
  }

  stream(name: string): Stream {
    return new Stream(this, name);
  }

  /** Where a stream lies among the counters. */
  placeOf(name: string): Place {
    const id = createHmac('sha256', this.#subkey).update(name).digest();
    return { high: id.readUInt32LE(0), low: id.readUInt32LE(4) };
  }

  page({ high, low }: Place, band: number, page: number): Uint16Array {
    const words = this.#words;
    const first = page * BLOCKS;
    for (let block = 0; block < BLOCKS; block += 1) {
      const at = block * BLOCK_WORDS;
      words[at] = high;
      words[at + 1] = low;
      words[at + 2] = band;
      words[at + 3] = first + block;
    }
    const drawn = this.#cipher.update(this.#counters);
    if (drawn.byteOffset % 2 === 0) return new Uint16Array(drawn.buffer, drawn.byteOffset, PAGE_NUMBERS);
    return new Uint16Array(Uint8Array.from(drawn).buffer);
  }
}

/** One named sequence of pages; `band` tells apart what one name is used for. */
export class Stream {
  readonly #draws: Draws;
  readonly #name: string;
  /** Found when it is needed: of thousands of streams, most threads read few. */
  #place: Place | undefined;

  constructor(draws: Draws, name: string) {
    this.#draws = draws;
    this.#name = name;
  }

  /** 256 numbers from 0 to 65,535; `page` below 2^27. */
  page(band: number, page: number): Uint16Array {
    this.#place ??= this.#draws.placeOf(this.#name);
    return this.#draws.page(this.#place, band, page);
  }
}

/** A drawn number as one above -1 and below 1, evenly spread. */
export const evenOf = (drawn: number): number => (2 * drawn + 1) / 65_536 - 1;

/**
 * Of the 65,536 steps of the normal distribution, so many at each end are drawn as the next one.
 */
const CUT = 40;

/**
 * The normal distribution in 65,536 equally likely steps, symmetric to the last bit: a drawn number
 * is looked up, and no path has a direction. It ends at 3.2 deviations, so how far a path can go
 * is bounded; steps beyond would be drawn once in 800 times.
 */
export const GAUSS: Float64Array = (() => {
  const table = new Float64Array(65_536);
  let squares = 0;
  for (let step = 0; step < 32_768; step += 1) {
    const value = quantile((2 * (32_768 + Math.min(step, 32_767 - CUT)) + 1) / 131_072);
    squares += value * value;
    table[32_768 + step] = value;
    table[32_767 - step] = -value;
  }
  const scale = Math.sqrt(32_768 / squares);
  return table.map((value) => value * scale);
})();

/** The most that `GAUSS` holds, in deviations. */
export const GAUSS_MAX = GAUSS.at(-1)!;

/** Inverse of the normal distribution for p above one half (Wichura, AS 241, both ranges). */
function quantile(p: number): number {
  const q = p - 0.5;
  if (q <= 0.425) {
    const r = 0.180625 - q * q;
    const top =
      (((((((2509.0809287301227 * r + 33430.57558358813) * r + 67265.7709270087) * r + 45921.95393154987) * r +
        13731.69376550946) *
        r +
        1971.5909503065513) *
        r +
        133.14166789178438) *
        r +
        3.3871328727963665) *
      q;
    const bottom =
      ((((((5226.495278852546 * r + 28729.085735721943) * r + 39307.89580009271) * r + 21213.794301586597) * r +
        5394.196021424751) *
        r +
        687.1870074920579) *
        r +
        42.31333070160091) *
        r +
      1;
    return top / bottom;
  }
  const r = Math.sqrt(-Math.log(1 - p)) - 1.6;
  const top =
    ((((((0.0007745450142783414 * r + 0.022723844989269184) * r + 0.2417807251774506) * r + 1.2704582524523684) * r +
      3.6478483247632045) *
      r +
      5.769497221460691) *
      r +
      4.630337846156546) *
      r +
    1.4234371107496835;
  const bottom =
    ((((((1.0507500716444169e-9 * r + 0.0005475938084995345) * r + 0.015198666563616457) * r + 0.14810397642748008) *
      r +
      0.6897673349851) *
      r +
      1.6763848301838038) *
      r +
      2.053191626637759) *
      r +
    1;
  return top / bottom;
}
