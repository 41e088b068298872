import { inflateRawSync } from 'node:zlib';

/** One file of an archive, as its directory names it. */
export interface ZipEntry {
  readonly name: string;
  /** Unpacks it. Throws when it is damaged, packed in an unknown way, or larger than `maxBytes`. */
  read(maxBytes: number): Buffer;
}

const END_SIGNATURE = 0x06054b50;
const DIRECTORY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const DIRECTORY_BYTES = 46;
const LOCAL_BYTES = 30;
const COMMENT_BYTES_MAX = 65_535;
const ENTRIES_MAX = 1_000;
const WIDE_FIELD = 0x0001;
const WIDE_MARK = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;

/**
 * The files of a zip archive (APPNOTE 6.3: one disk, no encryption; sizes may be told in 64 bits, as some programs do for
 * small files too), found by the directory at its end. That is all that recordings need; Node has the unpacking, but no reader of archives.
 */
export function readZip(bytes: Buffer): readonly ZipEntry[] {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (ENTRIES_MAX < count) throw new Error(`more than ${ENTRIES_MAX} files in one archive`);
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    expectSignature(bytes, at, DIRECTORY_SIGNATURE);
    const nameBytes = bytes.readUInt16LE(at + 28);
    const skipped = bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    const header = at;
    entries.push({
      name: bytes.toString('utf8', at + DIRECTORY_BYTES, at + DIRECTORY_BYTES + nameBytes),
      read: (maxBytes) => readEntry(bytes, header, maxBytes),
    });
    at += DIRECTORY_BYTES + nameBytes + skipped;
  }
  return entries;
}

/** The end of the directory: behind it there is only a comment. */
function findEnd(bytes: Buffer): number {
  const last = bytes.length - END_BYTES;
  for (let at = last; 0 <= at && last - COMMENT_BYTES_MAX <= at; at -= 1) {
    if (bytes.readUInt32LE(at) === END_SIGNATURE) return at;
  }
  throw new Error('not a zip archive');
}

/** Size, packed size and place of a file. What does not fit 32 bits stands in an extra field, in this order. */
function extentOf(bytes: Buffer, header: number): { size: number; packedBytes: number; local: number } {
  const short = [24, 20, 42].map((offset) => bytes.readUInt32LE(header + offset));
  const extraFrom = header + DIRECTORY_BYTES + bytes.readUInt16LE(header + 28);
  const extraTo = extraFrom + bytes.readUInt16LE(header + 30);
  let long = extraTo;
  for (let at = extraFrom; at + 4 <= extraTo; at += 4 + bytes.readUInt16LE(at + 2)) {
    if (bytes.readUInt16LE(at) === WIDE_FIELD) long = at + 4;
  }
  const [size, packedBytes, local] = short.map((value) => {
    if (value !== WIDE_MARK) return value;
    if (extraTo < long + 8) throw new Error('the archive is damaged');
    long += 8;
    return Number(bytes.readBigUInt64LE(long - 8));
  });
  return { size: size!, packedBytes: packedBytes!, local: local! };
}

function readEntry(bytes: Buffer, header: number, maxBytes: number): Buffer {
  const method = bytes.readUInt16LE(header + 10);
  const { size, packedBytes, local } = extentOf(bytes, header);
  if (maxBytes < size) throw new Error(`a file of ${size} bytes, more than ${maxBytes}`);
  expectSignature(bytes, local, LOCAL_SIGNATURE);
  // The local header has a name and extras of its own length.
  const from = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const packed = bytes.subarray(from, from + packedBytes);
  if (packed.length !== packedBytes) throw new Error('the archive is cut off');
  if (method !== STORED && method !== DEFLATED) throw new Error(`packed by method ${method}`);
  const content = method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  if (content.length !== size) throw new Error('the archive is damaged');
  return content;
}

function expectSignature(bytes: Buffer, at: number, signature: number): void {
  if (bytes.length < at + 4 || bytes.readUInt32LE(at) !== signature) throw new Error('the archive is damaged');
}
