import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';

export interface UnzippedFile {
  readonly name: string;
  readonly content: Buffer;
}

const FILES_MAX = 1_000;
/** Deflate packs at most 1,032 to 1, so a slice unpacks into 68 MB before its size is looked at. */
const SLICE_BYTES = 64 * 1024;

/**
 * Unpacks an archive, in slices and no further than `maxBytes`, whatever sizes it claims: those of
 * recordings stand in 64-bit fields even for small files. Throws when it is damaged or too large.
 */
export function unzip(archive: Buffer, maxBytes: number): readonly UnzippedFile[] {
  const files: { readonly name: string; readonly parts: Uint8Array[]; isWhole: boolean }[] = [];
  let bytes = 0;
  let problem: Error | undefined;
  const take = (source: UnzipFile): void => {
    if (FILES_MAX <= files.length) throw new Error(`more than ${FILES_MAX} files in one archive`);
    const file = { name: source.name, parts: [] as Uint8Array[], isWhole: false };
    files.push(file);
    source.ondata = (error, part, isLast) => {
      // What is thrown from here comes back as the reader's own error.
      if (error !== null) throw problem ?? new Error('the archive is damaged', { cause: error });
      bytes += part.length;
      if (maxBytes < bytes) {
        problem = new Error(`more than ${maxBytes} bytes in one archive`);
        throw problem;
      }
      file.parts.push(part);
      file.isWhole = isLast;
    };
    source.start();
  };
  const reader = new Unzip(take);
  reader.register(UnzipInflate);
  for (let from = 0; from < archive.length; from += SLICE_BYTES) {
    reader.push(archive.subarray(from, from + SLICE_BYTES));
  }
  if (files.length === 0) throw new Error('not a zip archive');
  if (files.some(({ isWhole }) => !isWhole)) throw new Error('the archive is cut off');
  return files.map(({ name, parts }) => ({ name, content: Buffer.concat(parts) }));
}
