import { crc32 } from 'node:zlib';
import type { ImageHeader } from './image-header.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/**
 * What an image needs. Everything else (texts, profiles, compressed metadata) is left out before
 * the decoder sees it.
 */
const KEPT: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND']);
/** Of an animation: a still image is asked for. */
const ANIMATED: ReadonlySet<string> = new Set(['acTL', 'fcTL', 'fdAT']);
const CHUNKS_MAX = 20_000;

/**
 * Reads all chunks with their checksums. Undefined when it is no PNG, or is cut off, animated, or
 * something follows its end.
 */
export function readPng(bytes: Buffer): ImageHeader | undefined {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const parts: Buffer[] = [SIGNATURE];
  let size: { readonly width: number; readonly height: number } | undefined;
  let at = SIGNATURE.length;
  for (let chunks = 0; chunks < CHUNKS_MAX && at + 12 <= bytes.length; chunks += 1) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (bytes.length < end) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    const isFirst = at === SIGNATURE.length;
    if (isFirst !== (type === 'IHDR') || ANIMATED.has(type)) return undefined;
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined;
    if (isFirst) {
      if (length !== 13) return undefined;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    if (KEPT.has(type)) parts.push(bytes.subarray(at, end));
    else if (isCritical(type)) return undefined;
    at = end;
    if (type === 'IEND') {
      if (at !== bytes.length || size === undefined || size.width === 0 || size.height === 0) return undefined;
      return { format: 'png', ...size, image: Buffer.concat(parts) };
    }
  }
  return undefined;
}

/** By the case of its first letter. A chunk that the image cannot do without, and nobody knows. */
const isCritical = (type: string): boolean => /^[A-Z]/.test(type);
