import { leafHash } from '@glasshouse/rules/merkle';
import { SIGNATURE_TYPES, signatureLine, verifierKey } from '@glasshouse/rules/tlog/note';
import {
  bundleBytes,
  bundleEntries,
  TILE_WIDTH,
  type Tile,
  TreeEdge,
  tileBytes,
  tileHashes,
  tilePath,
  tileWidths,
} from '@glasshouse/rules/tlog/tiles';
import { emptyRoot, isSameHash } from '@glasshouse/rules/tlog/tree';
import { type TreeHead, treeHeadText, verifyTreeHead } from '@glasshouse/rules/tlog/tree-head';
import type { FileStore } from '../../files/store.ts';
import type { TapeKey } from '../../market-data/tape/keys.ts';
import type { Pool } from '../../platform/postgres.ts';
import { type EntrySource, nodeSha256 } from './entry-sources.ts';

/** The two logs: of commands, and of the minutes of the tape. */
export const TREE_LOGS = ['log', 'tape'] as const;
export type TreeLog = (typeof TREE_LOGS)[number];

/** File of the newest signed head, beside the tiles. */
export const HEAD_FILE = 'checkpoint';
/** Entries of a page; a multiple of a tile, so that pages end with one. */
const PAGE = 20 * TILE_WIDTH;
const WRITES_AT_ONCE = 8;
/** A long log is signed on the way: a stop loses no more than this. */
const ENTRIES_PER_HEAD = 200 * PAGE;

/** The log is not the one that was signed: nothing more is signed until somebody has looked. */
export class TreeMismatchError extends Error {
  override readonly name = 'TreeMismatchError';
}

/** Name of a log in its heads: where it is served, without the scheme. */
export const originOf = (publicUrl: string, log: TreeLog): string =>
  `${new URL(publicUrl).host}${new URL(publicUrl).pathname.replace(/\/$/, '')}/tlog/${log}`;

export interface TreeKeeperOptions {
  readonly log: TreeLog;
  readonly origin: string;
  readonly pool: Pool;
  /** Of this log alone. */
  readonly store: FileStore;
  readonly source: EntrySource;
  readonly key: TapeKey;
  readonly now: () => number;
}

interface Grown {
  readonly edge: TreeEdge;
  /** Entries of the last bundle, as long as it is not full. */
  bundle: Uint8Array[];
  /** Tiles that were filled since the last head: those that they replace are dropped after it. */
  filled: Tile[];
}

/**
 * Keeps the tiles of one transparency log and signs its heads. It follows what is durable, beside
 * the core: an order pays nothing. Tiles are written before the head that needs them, and a crash
 * between leaves tiles that the next run writes again, byte for byte.
 */
export class TreeKeeper {
  readonly #options: TreeKeeperOptions;
  #grown: Grown | undefined;

  constructor(options: TreeKeeperOptions) {
    this.#options = options;
  }

  /**
   * Adds what the log has more than the tree and signs the new head; undefined where there is
   * nothing new. Throws a `TreeMismatchError` when the log does not go on from its newest head.
   */
  async step(isStopping: () => boolean = () => false): Promise<TreeHead | undefined> {
    const last = await this.#newestHead();
    this.#grown ??= await this.#open(last);
    try {
      return await this.#grow(this.#grown, last, isStopping);
    } catch (error) {
      // What was appended may not be written: the next run begins with the newest head.
      this.#grown = undefined;
      throw error;
    }
  }

  async #grow(grown: Grown, last: TreeHead | undefined, isStopping: () => boolean): Promise<TreeHead | undefined> {
    const { source } = this.#options;
    let newest = last;
    let isMore = true;
    while (isMore && !isStopping()) {
      const entries = await source.after(grown.edge.size, PAGE);
      isMore = entries.length === PAGE;
      await this.#append(grown, entries);
      if (ENTRIES_PER_HEAD <= grown.edge.size - (newest?.size ?? 0)) newest = await this.#sign(grown);
    }
    if (newest?.size !== grown.edge.size) newest = await this.#sign(grown);
    return newest === last ? undefined : newest;
  }

  async #sign(grown: Grown): Promise<TreeHead> {
    await this.#writePartial(grown);
    const head = { origin: this.#options.origin, size: grown.edge.size, root: grown.edge.root() };
    await this.#publish(head);
    for (const tile of grown.filled) await this.#dropPartial(tile);
    grown.filled = [];
    return head;
  }

  async #append(grown: Grown, entries: readonly Uint8Array[]): Promise<void> {
    const { store } = this.#options;
    const writes: (() => Promise<void>)[] = [];
    for (const entry of entries) {
      grown.bundle.push(entry);
      const full = grown.edge.append(leafHash(entry, nodeSha256));
      for (const tile of full)
        writes.push(
          () => this.#writeTile(tile),
          () => this.#dropPartial(tile),
        );
      if (full.length === 0) continue;
      const bundle = grown.bundle;
      grown.bundle = [];
      const index = (full[0] as Tile).index;
      writes.push(() => store.put(tilePath({ level: 'entries', index, width: TILE_WIDTH }), bundleBytes(bundle)));
    }
    for (let at = 0; at < writes.length; at += WRITES_AT_ONCE) {
      await Promise.all(writes.slice(at, at + WRITES_AT_ONCE).map((write) => write()));
    }
  }

  #writeTile({ level, index, hashes }: Tile): Promise<void> {
    return this.#options.store.put(tilePath({ level, index, width: hashes.length }), tileBytes(hashes));
  }

  /** Once a tile is full nobody needs the partial ones of before. */
  async #dropPartial({ level, index }: Tile): Promise<void> {
    const { pool, store, log } = this.#options;
    const span = TILE_WIDTH ** (level + 1);
    const { rows } = await pool.query<{ width: number }>(
      `select distinct (size / $2::bigint % ${TILE_WIDTH})::int as width from tree_heads
        where log = $1 and $3::bigint < size and size < $4::bigint`,
      [log, TILE_WIDTH ** level, index * span, (index + 1) * span],
    );
    for (const { width } of rows) {
      if (width === 0) continue;
      await store.delete(tilePath({ level, index, width }));
      if (level === 0) await store.delete(tilePath({ level: 'entries', index, width }));
    }
  }

  async #writePartial({ edge, bundle }: Grown): Promise<void> {
    for (const tile of edge.partialTiles()) await this.#writeTile(tile);
    if (bundle.length === 0) return;
    const place = { level: 'entries', index: Math.floor(edge.size / TILE_WIDTH), width: bundle.length } as const;
    await this.#options.store.put(tilePath(place), bundleBytes(bundle));
  }

  /** In the database first, where a second head of one size is refused; then for everybody. */
  async #publish(head: TreeHead): Promise<void> {
    const { pool, store, key, log, now } = this.#options;
    const text = treeHeadText(head);
    const { name, id } = this.#verifierKey();
    const note = `${text}\n${signatureLine({ name, id, bytes: key.sign(Buffer.from(text)) })}`;
    await pool.query('insert into tree_heads (log, size, root, note, at) values ($1, $2, $3, $4, $5)', [
      log,
      head.size,
      head.root,
      note,
      now(),
    ]);
    await store.put(HEAD_FILE, Buffer.from(note));
  }

  #verifierKey() {
    const { key, origin } = this.#options;
    return verifierKey(origin, SIGNATURE_TYPES.ed25519, Uint8Array.from(key.publicKey));
  }

  /**
   * The newest head that was signed, of the database and of the store: a database that came back
   * older has lost heads that others hold.
   */
  async #newestHead(): Promise<TreeHead | undefined> {
    const { pool, store, log, origin } = this.#options;
    const { rows } = await pool.query<{ size: number; root: Buffer; note: string }>(
      'select size, root, note from tree_heads where log = $1 order by size desc limit 1',
      [log],
    );
    const stored = rows[0];
    const file = (await store.open(HEAD_FILE))?.toString('utf8');
    const verdict = file === undefined ? undefined : verifyTreeHead(file, { origin, log: [this.#verifierKey()] });
    const published = verdict?.ok ? verdict.head : undefined;
    const known = stored && { origin, size: stored.size, root: Uint8Array.from(stored.root) };
    if (published === undefined || (known !== undefined && published.size < known.size)) return known;
    if (published.size === known?.size) {
      if (!isSameHash(published.root, known.root)) throw new TreeMismatchError(`two heads of size ${known.size}`);
      return known;
    }
    return published;
  }

  /** The right edge of the newest head, out of its tiles, or of the log where they are gone. */
  async #open(last: TreeHead | undefined): Promise<Grown> {
    const size = last?.size ?? 0;
    const grown = (await this.#readEdge(size)) ?? (await this.#rebuild(size));
    const root = size === 0 ? emptyRoot(nodeSha256) : (last as TreeHead).root;
    if (isSameHash(grown.edge.root(), root)) return await this.#checkLast(grown);
    // A tile that was changed is no reason to give up: the log has everything.
    const rebuilt = await this.#rebuild(size);
    if (!isSameHash(rebuilt.edge.root(), root)) {
      throw new TreeMismatchError(`the first ${size} entries do not make the signed root`);
    }
    return rebuilt;
  }

  /** Compares the last entry with the log's: what was cut off or written anew ends otherwise. */
  async #checkLast(grown: Grown): Promise<Grown> {
    const { size } = grown.edge;
    if (size === 0) return grown;
    const [entry] = await this.#options.source.after(size - 1, 1);
    const index = size - 1;
    const tile = await this.#readTile(0, Math.floor(index / TILE_WIDTH), widthAt(size, index));
    const leaf = tile?.[index % TILE_WIDTH];
    if (entry === undefined || leaf === undefined || !isSameHash(leaf, leafHash(entry, nodeSha256))) {
      throw new TreeMismatchError(`the log does not have entry ${size} as its head was signed with it`);
    }
    return grown;
  }

  async #readTile(level: number, index: number, width: number): Promise<readonly Uint8Array[] | undefined> {
    const bytes = await this.#options.store.open(tilePath({ level, index, width }));
    return bytes && tileHashes(bytes, width);
  }

  async #readEdge(size: number): Promise<Grown | undefined> {
    const levels: (readonly Uint8Array[])[] = [];
    for (const [level, { full, partial }] of tileWidths(size).entries()) {
      const hashes = partial === 0 ? [] : await this.#readTile(level, full, partial);
      if (hashes === undefined) return undefined;
      levels.push(hashes);
    }
    const width = size % TILE_WIDTH;
    const path = tilePath({ level: 'entries', index: Math.floor(size / TILE_WIDTH), width });
    const bytes = width === 0 ? Buffer.alloc(0) : await this.#options.store.open(path);
    const bundle = bytes && bundleEntries(bytes);
    if (bundle?.length !== width) return undefined;
    return { edge: new TreeEdge(size, levels, nodeSha256), bundle: [...bundle], filled: [] };
  }

  /** Every tile up to a size, out of the log. */
  async #rebuild(size: number): Promise<Grown> {
    const grown: Grown = { edge: new TreeEdge(0, [], nodeSha256), bundle: [], filled: [] };
    while (grown.edge.size < size) {
      const count = Math.min(PAGE, size - grown.edge.size);
      const entries = await this.#options.source.after(grown.edge.size, count);
      if (entries.length === 0) {
        throw new TreeMismatchError(`the log ends at ${grown.edge.size}, before its signed head of ${size}`);
      }
      await this.#append(grown, entries);
    }
    if (0 < size) await this.#writePartial(grown);
    grown.filled = [];
    return grown;
  }
}

/** How wide the tile of an entry is in a tree of this size. */
const widthAt = (size: number, index: number): number =>
  Math.floor(index / TILE_WIDTH) < Math.floor(size / TILE_WIDTH) ? TILE_WIDTH : size % TILE_WIDTH;
