import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, type InputType } from 'node:zlib';

/** What an answer may be compressed with, by its HTTP name. */
export type Encoding = 'br' | 'gzip';

/**
 * The quality of Brotli (0 to 11) and the level of gzip (0 to 9): the higher, the smaller and the
 * slower.
 */
export type Effort = Readonly<Record<Encoding, number>>;

const brotliLater = promisify(brotliCompress);
const gzipLater = promisify(gzip);
const quality = (effort: Effort) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: effort.br } });
const level = (effort: Effort) => ({ level: effort.gzip });

/** Off the main thread. */
export const compressLater: Readonly<Record<Encoding, (input: InputType, effort: Effort) => Promise<Buffer>>> = {
  br: (input, effort) => brotliLater(input, quality(effort)),
  gzip: (input, effort) => gzipLater(input, level(effort)),
};

/** Synchronously, for callers that cannot wait. */
export const compressNow: Readonly<Record<Encoding, (input: InputType, effort: Effort) => Buffer>> = {
  br: (input, effort) => brotliCompressSync(input, quality(effort)),
  gzip: (input, effort) => gzipSync(input, level(effort)),
};
