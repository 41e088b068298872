/**
 * The tree as static files, by C2SP `tlog-tiles`: each tile has up to 256 consecutive hashes of a
 * level, and a hash of level l + 1 is the root over a full tile of level l. Any proof is a few
 * tiles, whatever the size of the tree.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { HASH_BYTES, nodeHash, type Sha256 } from '../merkle.ts';
import { rootOf, splitOf } from './tree.ts';

export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;
/** Of an entry in a bundle: its length has 16 bits. */
export const ENTRY_BYTES_MAX = 65_535;
const LEVEL_MAX = 63;

/** Hashes of a level, or the entries themselves. A width below 256 is a partial tile. */
export interface TilePlace {
  readonly level: number | 'entries';
  readonly index: number;
  readonly width: number;
}

/** `tile/<level>/<index>[.p/<width>]`, with an index as `x001/x234/067`. */
export function tilePath({ level, index, width }: TilePlace): string {
  const groups: string[] = [];
  let rest = index;
  do {
    const group = String(rest % 1_000).padStart(3, '0');
    groups.unshift(groups.length === 0 ? group : `x${group}`);
    rest = Math.floor(rest / 1_000);
  } while (0 < rest);
  return `tile/${level}/${groups.join('/')}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

const PATH = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Undefined for any path that `tilePath` does not write. */
export function placeOfPath(path: string): TilePlace | undefined {
  const match = PATH.exec(path);
  if (match === null) return undefined;
  const [, named = '', groups = '', partial] = match;
  const level: TilePlace['level'] = named === 'entries' ? named : Number(named);
  const place = { level, index: Number(groups.replaceAll(/[x/]/g, '')), width: Number(partial ?? TILE_WIDTH) };
  if (level !== 'entries' && LEVEL_MAX < level) return undefined;
  return tilePath(place) === path ? place : undefined;
}

export const tileBytes = (hashes: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES);
  hashes.forEach((hash, index) => {
    bytes.set(hash, index * HASH_BYTES);
  });
  return bytes;
};

/** Undefined unless the bytes are exactly as many hashes as the tile is wide. */
export function tileHashes(bytes: Uint8Array, width: number): readonly Uint8Array[] | undefined {
  if (bytes.length !== width * HASH_BYTES) return undefined;
  return Array.from({ length: width }, (_, index) =>
    Uint8Array.from(bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)),
  );
}

/** Entries with their lengths as two bytes, big-endian. */
export function bundleBytes(entries: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(entries.reduce((sum, { length }) => sum + 2 + length, 0));
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const entry of entries) {
    if (ENTRY_BYTES_MAX < entry.length) throw new RangeError(`an entry of ${entry.length} bytes`);
    view.setUint16(offset, entry.length);
    bytes.set(entry, offset + 2);
    offset += 2 + entry.length;
  }
  return bytes;
}

/** Undefined unless the bytes are whole entries. */
export function bundleEntries(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Uint8Array[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    if (bytes.length < offset + 2) return undefined;
    const end = offset + 2 + view.getUint16(offset);
    if (bytes.length < end) return undefined;
    entries.push(Uint8Array.from(bytes.subarray(offset + 2, end)));
    offset = end;
  }
  return entries;
}

/** The tiles of a tree of this size, level by level: full ones, then the partial one if any. */
export function tileWidths(size: number): readonly { readonly full: number; readonly partial: number }[] {
  const levels: { full: number; partial: number }[] = [];
  for (let count = size; 0 < count; count = Math.floor(count / TILE_WIDTH)) {
    levels.push({ full: Math.floor(count / TILE_WIDTH), partial: count % TILE_WIDTH });
  }
  return levels;
}

export interface Tile {
  readonly level: number;
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
}

/**
 * The right edge of a growing tree: the hashes of the last tile of each level, and nothing else.
 * Appending costs one hash and, once in 256 entries, the root of a tile.
 */
export class TreeEdge {
  readonly #levels: Uint8Array[][];
  readonly #hash: Sha256;
  #size: number;

  /** @param levels hashes of the partial tile of each level, as `partialTiles` has them */
  constructor(size = 0, levels: readonly (readonly Uint8Array[])[] = [], hash: Sha256 = sha256) {
    const widths = tileWidths(size).map(({ partial }) => partial);
    if (widths.some((width, level) => levels[level]?.length !== width) || levels.length !== widths.length) {
      throw new RangeError(`no right edge of a tree of ${size}`);
    }
    this.#levels = levels.map((hashes) => [...hashes]);
    this.#hash = hash;
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a leaf hash; returns the tiles that it filled, from below. */
  append(leaf: Uint8Array): readonly Tile[] {
    const filled: Tile[] = [];
    let count = this.#size + 1;
    let node = leaf;
    for (let level = 0; ; level += 1) {
      this.#levels[level] ??= [];
      const hashes = this.#levels[level]!;
      hashes.push(node);
      if (hashes.length < TILE_WIDTH) break;
      count = Math.floor(count / TILE_WIDTH);
      filled.push({ level, index: count - 1, hashes: [...hashes] });
      node = rootOf(hashes, this.#hash);
      this.#levels[level] = [];
    }
    this.#size += 1;
    return filled;
  }

  /** Tiles that a tree of this size ends with, where they are not full. */
  partialTiles(): readonly Tile[] {
    return tileWidths(this.#size).flatMap(({ full, partial }, level) =>
      partial === 0 ? [] : [{ level, index: full, hashes: [...this.#levels[level]!] }],
    );
  }

  root(): Uint8Array {
    let lower: Uint8Array | undefined;
    for (const hashes of this.#levels) {
      const all = lower === undefined ? hashes : [...hashes, lower];
      if (0 < all.length) lower = rootOf(all, this.#hash);
    }
    return lower ?? rootOf([], this.#hash);
  }
}

/** Reads a tile of the tree; undefined where it is not there or not as wide. */
export type TileReader = (tile: {
  readonly level: number;
  readonly index: number;
  readonly width: number;
}) => Promise<readonly Uint8Array[] | undefined>;

/** A tile that a tree of this size must have is not there. */
export class MissingTileError extends Error {
  override readonly name = 'MissingTileError';
}

/** Proofs of one tree size, out of its tiles. What it reads once it remembers. */
export class TiledTree {
  readonly size: number;
  readonly #read: TileReader;
  readonly #hash: Sha256;
  readonly #tiles = new Map<string, Promise<readonly Uint8Array[]>>();

  constructor(size: number, read: TileReader, hash: Sha256 = sha256) {
    this.size = size;
    this.#read = read;
    this.#hash = hash;
  }

  root(): Promise<Uint8Array> {
    return this.#subtree(0, this.size);
  }

  leaf(index: number): Promise<Uint8Array> {
    return this.#subtree(index, index + 1);
  }

  /** Siblings of an entry, from the leaf up: RFC 6962, section 2.1.1. */
  async inclusionProof(index: number): Promise<readonly Uint8Array[]> {
    if (!Number.isSafeInteger(index) || index < 0 || this.size <= index) throw new RangeError(`no entry ${index}`);
    const proof: Promise<Uint8Array>[] = [];
    let [start, end] = [0, this.size];
    while (1 < end - start) {
      const middle = start + splitOf(end - start);
      if (index < middle) {
        proof.unshift(this.#subtree(middle, end));
        end = middle;
      } else {
        proof.unshift(this.#subtree(start, middle));
        start = middle;
      }
    }
    return Promise.all(proof);
  }

  /** That this tree begins with the one of an older size: RFC 6962, section 2.1.2. */
  async consistencyProof(older: number): Promise<readonly Uint8Array[]> {
    if (!Number.isSafeInteger(older) || older < 0 || this.size < older) throw new RangeError(`no older size ${older}`);
    if (older === 0 || older === this.size) return [];
    const proof: Promise<Uint8Array>[] = [];
    let [start, end] = [0, this.size];
    let isWhole = true;
    while (older !== end) {
      const middle = start + splitOf(end - start);
      if (older <= middle) {
        proof.unshift(this.#subtree(middle, end));
        end = middle;
      } else {
        proof.unshift(this.#subtree(start, middle));
        start = middle;
        isWhole = false;
      }
    }
    // Whoever checks has the older root, where that is a subtree of its own.
    if (!isWhole) proof.unshift(this.#subtree(start, end));
    return Promise.all(proof);
  }

  /** The root over the entries from `start` up to `end`. */
  async #subtree(start: number, end: number): Promise<Uint8Array> {
    if (end === start) return rootOf([], this.#hash);
    const count = end - start;
    const level = completeLevel(start, count);
    if (level !== undefined) return this.#node(level, start / count);
    const middle = start + splitOf(count);
    const [left, right] = await Promise.all([this.#subtree(start, middle), this.#subtree(middle, end)]);
    return nodeHash(left, right, this.#hash);
  }

  /** A complete subtree, out of the tile that has its hashes. */
  async #node(level: number, index: number): Promise<Uint8Array> {
    const inTile = level % TILE_HEIGHT;
    const first = index * 2 ** inTile;
    const hashes = await this.#tile((level - inTile) / TILE_HEIGHT, Math.floor(first / TILE_WIDTH));
    const from = first % TILE_WIDTH;
    return rootOf(hashes.slice(from, from + 2 ** inTile), this.#hash);
  }

  #tile(level: number, index: number): Promise<readonly Uint8Array[]> {
    const key = `${level}/${index}`;
    const known = this.#tiles.get(key);
    if (known !== undefined) return known;
    const { full = 0, partial = 0 } = tileWidths(this.size)[level] ?? {};
    const width = index < full ? TILE_WIDTH : partial;
    const tile = this.#read({ level, index, width }).then((hashes) => {
      if (hashes?.length !== width) throw new MissingTileError(tilePath({ level, index, width }));
      return hashes;
    });
    this.#tiles.set(key, tile);
    return tile;
  }
}

/** The height of a complete and aligned subtree; undefined for any other run of entries. */
function completeLevel(start: number, count: number): number | undefined {
  let level = 0;
  let size = 1;
  while (size < count) {
    size *= 2;
    level += 1;
  }
  return size === count && start % count === 0 ? level : undefined;
}
