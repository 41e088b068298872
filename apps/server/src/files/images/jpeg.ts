import type { ImageHeader } from './image-header.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const TEM = 0x01;
/** Baseline, extended and progressive; lossless and arithmetic ones are nobody's photograph. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const OTHER_FRAMES: ReadonlySet<number> = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
/** Progressive files have about ten; each one more costs a pass over all of the image. */
const SCANS_MAX = 100;
const SEGMENTS_MAX = 2_000;

const isRestart = (marker: number): boolean => 0xd0 <= marker && marker <= 0xd7;

/**
 * Walks the segments to the end of the image. Undefined when it is no JPEG, or is cut off, or
 * something other than padding and further JPEG images follows.
 */
export function readJpeg(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let frame: { readonly width: number; readonly height: number } | undefined;
  let at = 2;
  let scans = 0;
  for (let segments = 0; segments < SEGMENTS_MAX; segments += 1) {
    if (bytes[at] !== 0xff) return undefined;
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at] ?? 0;
    at += 1;
    if (marker === EOI) {
      if (frame === undefined || scans === 0 || !isHarmlessRest(bytes.subarray(at))) return undefined;
      return { format: 'jpeg', ...frame, image: bytes.subarray(0, at) };
    }
    if (marker === TEM || isRestart(marker)) continue;
    if (marker === SOI || marker === 0 || OTHER_FRAMES.has(marker) || bytes.length < at + 2) return undefined;
    const length = bytes.readUInt16BE(at);
    if (length < 2 || bytes.length < at + length) return undefined;
    if (FRAMES.has(marker)) {
      frame = frame === undefined ? frameOf(bytes.subarray(at + 2, at + length)) : undefined;
      if (frame === undefined) return undefined;
    }
    at += length;
    if (marker === SOS) {
      scans += 1;
      if (frame === undefined || SCANS_MAX < scans) return undefined;
      at = endOfScan(bytes, at);
    }
  }
  return undefined;
}

function frameOf(frame: Buffer): { readonly width: number; readonly height: number } | undefined {
  if (frame.length < 6 || frame[0] !== 8) return undefined;
  const components = frame[5] ?? 0;
  if (frame.length < 6 + 3 * components || ![1, 3, 4].includes(components)) return undefined;
  const height = frame.readUInt16BE(1);
  const width = frame.readUInt16BE(3);
  return width === 0 || height === 0 ? undefined : { width, height };
}

/** Compressed data goes on to the next marker that is neither an escape nor a restart. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return bytes.length;
}

/** A phone's own trailer, as Samsung writes it: directory of its parts, and an end mark. */
const TRAILER_DIRECTORY = Buffer.from('SEFH');
const TRAILER_END = Buffer.from('SEFT');
const MP4_TYPE = Buffer.from('ftyp');
const MP4_TYPE_AT = 4;

/** The few seconds of film of a motion photo: an MP4, or a trailer that holds one. */
const isFilm = (rest: Buffer): boolean =>
  rest.subarray(MP4_TYPE_AT, MP4_TYPE_AT + MP4_TYPE.length).equals(MP4_TYPE) ||
  (rest.subarray(-TRAILER_END.length).equals(TRAILER_END) && rest.includes(TRAILER_DIRECTORY));

/** Cameras append padding, smaller pictures and film; all of it is dropped. */
function isHarmlessRest(rest: Buffer): boolean {
  if (isFilm(rest)) return true;
  if (2 < rest.length && rest[0] === 0xff && rest[1] === 0xd8 && rest[2] === 0xff) return true;
  return rest.every((byte) => byte === 0);
}
