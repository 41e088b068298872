import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { type Checkpoint, readCheckpoint } from '@glasshouse/rules/proofs/checkpoint';
import { chainHash } from '../core/log-entry.ts';
import { linesIn } from './lines.ts';

/** Entries in one file: few enough that a receipt of one of them is a matter of a moment. */
export const SEGMENT_ENTRIES = 50_000;
const PAGE = 5_000;
const MANIFEST = 'archive.json';

/** One file of consecutive entries. */
export interface Segment {
  readonly file: string;
  readonly first: number;
  readonly last: number;
  /** Of the entry before the first, and of the last; hex. */
  readonly previousHash: string;
  readonly lastHash: string;
  readonly sha256: string;
}

interface Manifest {
  readonly version: 1;
  readonly segments: readonly Segment[];
  /** Of the state after the last entry. */
  readonly checkpoint: Checkpoint;
  readonly state: string;
}

export interface ArchivedEntry {
  readonly seq: number;
  readonly entry: string;
  readonly hash: Buffer;
}

/** An archive that is damaged, or none. */
export class WrongArchiveError extends Error {
  override readonly name = 'WrongArchiveError';
}

/** A folder with the older part of a log, as `glasshouse archive` writes it. */
export class LogArchive {
  readonly folder: string;
  readonly #manifest: Manifest;

  private constructor(folder: string, manifest: Manifest) {
    this.folder = folder;
    this.#manifest = manifest;
  }

  static async open(folder: string): Promise<LogArchive> {
    let manifest: Manifest;
    try {
      manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest;
    } catch (error) {
      throw new WrongArchiveError(`${folder} is no archive of a log: ${(error as Error).message}`);
    }
    const { segments } = manifest;
    if (manifest.version !== 1 || readCheckpoint(manifest.checkpoint) === undefined || !Array.isArray(segments))
      throw new WrongArchiveError(`${join(folder, MANIFEST)} cannot be read by this release`);
    for (const [index, segment] of segments.entries()) {
      const before = segments[index - 1];
      if (
        segment.first !== (before?.last ?? 0) + 1 ||
        (before !== undefined && segment.previousHash !== before.lastHash)
      )
        throw new WrongArchiveError(`${segment.file} does not follow the file before it`);
    }
    return new LogArchive(folder, manifest);
  }

  /** The archive in a folder; undefined for a folder that holds none yet. */
  static async find(folder: string): Promise<LogArchive | undefined> {
    return existsSync(join(folder, MANIFEST)) ? LogArchive.open(folder) : undefined;
  }

  get segments(): readonly Segment[] {
    return this.#manifest.segments;
  }

  get checkpoint(): Checkpoint {
    return this.#manifest.checkpoint;
  }

  get last(): number {
    return this.segments.at(-1)?.last ?? 0;
  }

  stateParts(): AsyncIterable<Buffer> {
    return createReadStream(join(this.folder, this.#manifest.state)) as AsyncIterable<Buffer>;
  }

  /** The entries after `after`, in pages; throws for a file that is not what its manifest says. */
  async *pages(after = 0): AsyncGenerator<ArchivedEntry[]> {
    for (const segment of this.segments) if (after < segment.last) yield* this.#pagesOf(segment, after);
  }

  async *#pagesOf(segment: Segment, after: number): AsyncGenerator<ArchivedEntry[]> {
    let page: ArchivedEntry[] = [];
    const { previousHash, lastHash } = segment;
    const hashes = { previousHash: Buffer.from(previousHash, 'hex'), lastHash: Buffer.from(lastHash, 'hex') };
    for await (const archivedEntry of readArchivedEntries(this.folder, { ...segment, ...hashes })) {
      if (after < archivedEntry.seq) page.push(archivedEntry);
      if (page.length < PAGE) continue;
      yield page;
      page = [];
    }
    if (0 < page.length) yield page;
  }

  /** Adds files; the folder is an archive with them only once all of them are on disk. */
  static async append(
    folder: string,
    added: { segments: readonly Segment[]; checkpoint: Checkpoint; state: AsyncIterable<Buffer> },
  ): Promise<LogArchive> {
    const known = await LogArchive.find(folder);
    const state = `state-${padded(added.checkpoint.seq)}.zst`;
    await pipeline(Readable.from(added.state), createWriteStream(join(folder, state), { mode: 0o600, flush: true }));
    const manifest: Manifest = {
      version: 1,
      segments: [...(known?.segments ?? []), ...added.segments],
      checkpoint: added.checkpoint,
      state,
    };
    const file = join(folder, `${MANIFEST}.partial`);
    await pipeline(
      Readable.from([`${JSON.stringify(manifest, null, 2)}\n`]),
      createWriteStream(file, { mode: 0o600, flush: true }),
    );
    await rename(file, join(folder, MANIFEST));
    await syncFolder(folder);
    return LogArchive.open(folder);
  }
}

/** The entries of one file, with the hashes that they make; throws for one that is not whole. */
export async function* readArchivedEntries(
  folder: string,
  segment: Pick<Segment, 'file' | 'first' | 'last'> & { readonly previousHash: Buffer; readonly lastHash: Buffer },
): AsyncGenerator<ArchivedEntry & { readonly previous: Buffer }> {
  let previous = segment.previousHash;
  let seq = segment.first;
  for await (const entry of entriesIn(join(folder, segment.file))) {
    const hash = chainHash(previous, entry);
    yield { seq, entry, hash, previous };
    previous = hash;
    seq += 1;
  }
  if (seq !== segment.last + 1)
    throw new WrongArchiveError(`${segment.file} ends at entry ${seq - 1} instead of ${segment.last}`);
  if (!previous.equals(segment.lastHash))
    throw new WrongArchiveError(`${segment.file}: its entries do not make the hash of its last one`);
}

async function* entriesIn(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const plain = source.pipe(createZstdDecompress());
  source.on('error', (error) => plain.destroy(error));
  try {
    yield* linesIn(plain);
  } catch (error) {
    throw new WrongArchiveError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

const padded = (seq: number): string => String(seq).padStart(12, '0');

/** Writes one file of entries, which must be consecutive and make the chain of hashes. */
export async function writeSegment(
  folder: string,
  source: { first: number; last: number; previousHash: Buffer; pages: AsyncIterable<readonly ArchivedEntry[]> },
): Promise<Segment> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = `log-${padded(source.first)}-${padded(source.last)}.zst`;
  let previous = source.previousHash;
  let seq = source.first;
  async function* text(): AsyncGenerator<string> {
    for await (const page of source.pages) {
      let part = '';
      for (const archivedEntry of page) {
        const hash = chainHash(previous, archivedEntry.entry);
        if (archivedEntry.seq !== seq || !hash.equals(archivedEntry.hash))
          throw new WrongArchiveError(`entry ${seq} is missing or does not follow`);
        part += `${archivedEntry.entry}\n`;
        previous = hash;
        seq += 1;
      }
      yield part;
    }
    if (seq !== source.last + 1) throw new WrongArchiveError(`entry ${seq} is missing`);
  }
  const sum = createHash('sha256');
  const summed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(
    Readable.from(text()),
    createZstdCompress(),
    summed,
    createWriteStream(join(folder, `${file}.partial`), { mode: 0o600, flush: true }),
  );
  await rename(join(folder, `${file}.partial`), join(folder, file));
  return {
    file,
    first: source.first,
    last: source.last,
    previousHash: source.previousHash.toString('hex'),
    lastHash: previous.toString('hex'),
    sha256: sum.digest('hex'),
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
