import { createHash } from 'node:crypto';
import { compressLater, compressNow, type Effort, type Encoding } from '../../platform/compression.ts';
import type { MarketSnapshot } from './market-snapshot.ts';

/** One state of the list as it goes over the wire, envelope included. */
export interface MarketListBytes {
  readonly etag: string;
  readonly identity: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/**
 * 500 rows with their sparklines are 460 kB: 5 ms to compress at the lowest quality, which still
 * leaves a quarter.
 */
const EFFORT: Effort = { br: 1, gzip: 1 };
/** A selection requested again within this time is renewed in the background. */
const HOT_MS = 500;
/**
 * And no more often than this, so the list may lag the last frame by as much: it is how a page
 * starts, and newer prices reach its socket within a quarter of a second. Writing, hashing and
 * compressing half a megabyte with each frame was what the slowest orders waited for.
 */
const RENEW_EVERY_MS = 1_000;
/** Six types make 63 selections, and limits make more; the least recently requested is evicted. */
const SELECTIONS_MAX = 64;

/** Compresses on first use, unless it was done ahead of time. */
class ListState implements MarketListBytes {
  readonly version: number;
  readonly builtAt: number;
  readonly identity: Buffer;
  readonly etag: string;
  readonly used = new Set<Encoding>();
  readonly #compressed: { [encoding in Encoding]?: Buffer } = {};

  constructor(version: number, builtAt: number, rows: string) {
    this.version = version;
    this.builtAt = builtAt;
    this.identity = Buffer.from(`{"code":200,"result":${rows}}`);
    this.etag = `"${createHash('sha256').update(this.identity).digest('base64url').slice(0, 22)}"`;
  }

  async prepare(encodings: Iterable<Encoding>): Promise<void> {
    for (const encoding of encodings) {
      this.#compressed[encoding] = await compressLater[encoding](this.identity, EFFORT);
    }
  }

  get br(): Buffer {
    this.used.add('br');
    this.#compressed.br ??= compressNow.br(this.identity, EFFORT);
    return this.#compressed.br;
  }

  get gzip(): Buffer {
    this.used.add('gzip');
    this.#compressed.gzip ??= compressNow.gzip(this.identity, EFFORT);
    return this.#compressed.gzip;
  }
}

interface Selection {
  readonly types: ReadonlySet<number>;
  /** Undefined: every row. */
  readonly limit: number | undefined;
  state: ListState;
  askedAt: number;
  /** The next state, while it is compressed. */
  renewal: Promise<void> | undefined;
}

/**
 * `listMarkets` as bytes, one state for everybody. While a selection is in demand its next state is
 * compressed on the thread pool, once a second, and takes over when it is ready; the first request
 * after a pause gets a new one at once.
 */
export class MarketList {
  readonly #snapshot: MarketSnapshot;
  readonly #now: () => number;
  readonly #selections = new Map<string, Selection>();

  constructor(snapshot: MarketSnapshot, now: () => number) {
    this.#snapshot = snapshot;
    this.#now = now;
  }

  bytes(types: readonly number[], limit?: number): MarketListBytes {
    const selection = this.#selection(new Set(types), limit);
    const now = this.#now();
    const isHot = now - selection.askedAt < HOT_MS;
    selection.askedAt = now;
    if (selection.state.version !== this.#snapshot.version) {
      if (!isHot) selection.state = this.#build(selection);
      else if (selection.state.builtAt + RENEW_EVERY_MS <= now) this.#renew(selection);
    }
    return selection.state;
  }

  #selection(types: ReadonlySet<number>, count: number | undefined): Selection {
    // A limit above the number of rows needs no list of its own.
    const limit = count !== undefined && count < this.#snapshot.count(types) ? count : undefined;
    const key = `${[...types].sort().join()}:${limit ?? ''}`;
    const known = this.#selections.get(key);
    const selection = known ?? {
      types,
      limit,
      state: this.#build({ types, limit }),
      askedAt: 0,
      renewal: undefined,
    };
    // Set again at the end, so that the first of the map is the least recently requested.
    this.#selections.delete(key);
    if (known === undefined && SELECTIONS_MAX <= this.#selections.size) {
      for (const oldest of this.#selections.keys()) {
        this.#selections.delete(oldest);
        break;
      }
    }
    this.#selections.set(key, selection);
    return selection;
  }

  /** In the background. */
  #renew(selection: Selection): void {
    if (selection.renewal !== undefined) return;
    const next = this.#build(selection);
    selection.renewal = next
      .prepare(selection.state.used)
      .then(() => {
        if (selection.state.version < next.version) selection.state = next;
      })
      .finally(() => {
        selection.renewal = undefined;
      });
  }

  #build({ types, limit }: Pick<Selection, 'types' | 'limit'>): ListState {
    return new ListState(this.#snapshot.version, this.#now(), this.#snapshot.listJson(types, limit));
  }
}
