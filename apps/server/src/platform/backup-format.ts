import { createHash } from 'node:crypto';

/**
 * A backup is one zstd stream of:
 *
 *     GLASSHOUSE BACKUP 1\n
 *     {header as JSON}\n
 *     per table of the header, in its order: frames of COPY text, each
 *       `<length>\n<bytes>`, closed by `0\n`
 *     END <SHA-256 of everything before this line, in hex>\n
 */
export const MAGIC = 'GLASSHOUSE BACKUP 1';

export interface BackupHeader {
  readonly createdAt: string;
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  /** Parents before children, so that foreign keys hold while rows go in. */
  readonly tables: readonly BackupTable[];
  readonly sequences: readonly { readonly name: string; readonly value: string; readonly called: boolean }[];
}

export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Decimal text, since a count may exceed what a number holds. */
  readonly rows: string;
}

/** The longest line and the longest frame that a reader accepts; anything longer is damage. */
const LINE_BYTES_MAX = 4 * 1024 * 1024;
const FRAME_BYTES_MAX = 1024 * 1024 * 1024;

/** The file is not a backup, was cut off or was changed. */
export class DamagedBackup extends Error {}

/** Reads lines and byte runs from a stream of chunks and hashes what it hands out. */
export class BackupReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (0 <= end)
        return this.#take(end + 1)
          .toString('utf8')
          .slice(0, -1);
      if (LINE_BYTES_MAX < this.#rest.length) throw new DamagedBackup('a line has no end');
      await this.#more();
    }
  }

  /** The next frame; undefined at the end of a table. */
  async frame(): Promise<Buffer | undefined> {
    const length = Number(await this.line());
    if (!Number.isSafeInteger(length) || length < 0 || FRAME_BYTES_MAX < length)
      throw new DamagedBackup('a length is wrong');
    if (length === 0) return undefined;
    while (this.#rest.length < length) await this.#more();
    return this.#take(length);
  }

  /** Checks the closing line against what has been read so far. */
  async end(): Promise<void> {
    const expected = `END ${this.#hash.copy().digest('hex')}`;
    if ((await this.line()) !== expected) throw new DamagedBackup('the checksum differs');
  }

  #take(length: number): Buffer {
    const bytes = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.#hash.update(bytes);
    return bytes;
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done === true) throw new DamagedBackup('it ends too early');
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
  }
}
