import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { MarketCache } from './market-cache.ts';

/** One state of the list as it goes over the wire, envelope included. */
export interface MarketListBytes {
  readonly etag: string;
  readonly identity: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** 500 rows with their sparklines are 460 kB: 5 ms to compress at the lowest quality, which still leaves a quarter. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const GZIP = { level: 1 };
/** A selection that was asked for within this time is built for each frame ahead of the next request. */
const HOT_MS = 2_000;
/** There are 63 selections of six types. */
const SELECTIONS_MAX = 64;

type Encoding = 'br' | 'gzip';
const compressLater = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Compresses on first use, unless it was done ahead of time. */
class ListState implements MarketListBytes {
  readonly version: number;
  readonly identity: Buffer;
  readonly etag: string;
  readonly used = new Set<Encoding>();
  readonly #compressed: { [encoding in Encoding]?: Buffer } = {};

  constructor(version: number, rows: string) {
    this.version = version;
    this.identity = Buffer.from(`{"code":200,"result":${rows}}`);
    this.etag = `"${createHash('sha256').update(this.identity).digest('base64url').slice(0, 22)}"`;
  }

  async prepare(encodings: Iterable<Encoding>): Promise<void> {
    for (const encoding of encodings) {
      const options = encoding === 'br' ? BROTLI : GZIP;
      this.#compressed[encoding] = await compressLater[encoding](this.identity, options as object);
    }
  }

  get br(): Buffer {
    this.used.add('br');
    this.#compressed.br ??= brotliCompressSync(this.identity, BROTLI);
    return this.#compressed.br;
  }

  get gzip(): Buffer {
    this.used.add('gzip');
    this.#compressed.gzip ??= gzipSync(this.identity, GZIP);
    return this.#compressed.gzip;
  }
}

interface Selection {
  readonly types: ReadonlySet<number>;
  state: ListState;
  askedAt: number;
  preparing: boolean;
}

/**
 * `listMarketByType` as bytes, one state for everybody. While a selection is in demand each frame is written and
 * compressed on the thread pool, and takes over once it is ready; the first request after a pause does it by itself.
 */
export class MarketList {
  readonly #cache: MarketCache;
  readonly #now: () => number;
  readonly #selections = new Map<string, Selection>();

  constructor(cache: MarketCache, now: () => number) {
    this.#cache = cache;
    this.#now = now;
  }

  bytes(types: readonly number[]): MarketListBytes {
    const wanted = new Set(types);
    const key = [...wanted].sort().join();
    let selection = this.#selections.get(key);
    if (selection === undefined) {
      if (SELECTIONS_MAX <= this.#selections.size) this.#selections.clear();
      selection = { types: wanted, state: this.#build(wanted), askedAt: 0, preparing: false };
      this.#selections.set(key, selection);
    }
    const now = this.#now();
    const isHot = now - selection.askedAt < HOT_MS;
    if (!isHot && selection.state.version !== this.#cache.version) selection.state = this.#build(wanted);
    selection.askedAt = now;
    return selection.state;
  }

  /** To be called after each frame that the cache took in. */
  async frame(): Promise<void> {
    const now = this.#now();
    const hot = [...this.#selections.values()].filter(({ askedAt, preparing }) => !preparing && now - askedAt < HOT_MS);
    await Promise.all(hot.map((selection) => this.#renew(selection)));
  }

  async #renew(selection: Selection): Promise<void> {
    selection.preparing = true;
    try {
      const next = this.#build(selection.types);
      await next.prepare(selection.state.used);
      if (selection.state.version < next.version) selection.state = next;
    } finally {
      selection.preparing = false;
    }
  }

  #build(types: ReadonlySet<number>): ListState {
    return new ListState(this.#cache.version, this.#cache.listJson(types));
  }
}
