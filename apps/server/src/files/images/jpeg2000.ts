import type { Jpeg2000Header } from './image-header.ts';

const SIGNATURE_BOX = Buffer.from([0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a]);
const SOC_SIZ = Buffer.from([0xff, 0x4f, 0xff, 0x51]);
const EOC = 0xffd9;
const SOT = 0xff90;
const BOXES_MAX = 200;
const SEGMENTS_MAX = 500;
const TILES_MAX = 4_096;
const RESOLUTIONS_MAX = 33;
const UNSIGNED_EIGHT_BITS = 7;
/** Enumerated colour spaces. */
const SRGB = 16;
const GREY = 17;
const SYCC = 18;

/**
 * A JP2 file or a raw codestream. Undefined when it is neither, or is cut off or something else
 * too.
 */
export function readJpeg2000(bytes: Buffer): Jpeg2000Header | undefined {
  if (bytes.subarray(0, SOC_SIZ.length).equals(SOC_SIZ)) return headerOf(bytes, undefined);
  if (!bytes.subarray(0, SIGNATURE_BOX.length).equals(SIGNATURE_BOX)) return undefined;
  const file = readBoxes(bytes);
  return file === undefined ? undefined : headerOf(file.codestream, file.colour);
}

interface Box {
  readonly type: string;
  readonly content: Buffer;
}

/** The boxes that fill `bytes` exactly. */
function boxesOf(bytes: Buffer): Box[] | undefined {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (bytes.length < at + 8 || BOXES_MAX <= boxes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    let head = 8;
    let length = bytes.readUInt32BE(at);
    if (length === 1) {
      if (bytes.length < at + 16) return undefined;
      length = Number(bytes.readBigUInt64BE(at + 8));
      head = 16;
    } else if (length === 0) length = bytes.length - at;
    if (length < head || bytes.length < at + length) return undefined;
    boxes.push({ type, content: bytes.subarray(at + head, at + length) });
    at += length;
  }
  return boxes;
}

function readBoxes(bytes: Buffer): { readonly codestream: Buffer; readonly colour: number | undefined } | undefined {
  const boxes = boxesOf(bytes);
  const header = boxesOf(boxes?.find(({ type }) => type === 'jp2h')?.content ?? Buffer.alloc(0));
  const codestreams = boxes?.filter(({ type }) => type === 'jp2c') ?? [];
  const [only] = codestreams;
  // Palettes and channel definitions change what samples mean; several codestreams are a film.
  if (header === undefined || only === undefined || 1 < codestreams.length) return undefined;
  if (header.some(({ type }) => type === 'pclr' || type === 'cmap')) return undefined;
  const colour = header.find(({ type }) => type === 'colr')?.content;
  if (colour === undefined || colour.length < 3) return undefined;
  const isEnumerated = colour[0] === 1;
  if (isEnumerated && colour.length < 7) return undefined;
  return { codestream: only.content, colour: isEnumerated ? colour.readUInt32BE(3) : undefined };
}

function headerOf(codestream: Buffer, colour: number | undefined): Jpeg2000Header | undefined {
  if (!codestream.subarray(0, SOC_SIZ.length).equals(SOC_SIZ) || codestream.length < 42) return undefined;
  if (colour !== undefined && ![SRGB, GREY, SYCC].includes(colour)) return undefined;
  const left = codestream.readUInt32BE(16);
  const top = codestream.readUInt32BE(20);
  const width = codestream.readUInt32BE(8) - left;
  const height = codestream.readUInt32BE(12) - top;
  const tileWidth = codestream.readUInt32BE(24);
  const tileHeight = codestream.readUInt32BE(28);
  const components = codestream.readUInt16BE(40);
  if (width <= 0 || height <= 0 || tileWidth === 0 || tileHeight === 0) return undefined;
  if (TILES_MAX < Math.ceil(width / tileWidth + 1) * Math.ceil(height / tileHeight + 1)) return undefined;
  if (![1, 3].includes(components) || codestream.length < 42 + 3 * components) return undefined;
  if (codestream.readUInt16BE(4) !== 38 + 3 * components) return undefined;
  for (let index = 0; index < components; index += 1) {
    const [depth, across, down] = codestream.subarray(42 + 3 * index, 45 + 3 * index);
    // The decoder takes components of one size only, and reads past the end of others.
    if (depth !== UNSIGNED_EIGHT_BITS || across !== 1 || down !== 1) return undefined;
  }
  if (!isWhole(codestream)) return undefined;
  return { format: 'jpeg2000', width, height, components, isYcc: colour === SYCC, image: codestream };
}

/** Follows main header and tile-parts to the end; the last two bytes must be it. */
function isWhole(codestream: Buffer): boolean {
  let at = 2;
  for (let segments = 0; segments < SEGMENTS_MAX + TILES_MAX; segments += 1) {
    if (codestream.length < at + 2) return false;
    const marker = codestream.readUInt16BE(at);
    if (marker === EOC) return at + 2 === codestream.length;
    if (codestream.length < at + 4) return false;
    if (marker === 0xff52 && (codestream.length < at + 10 || RESOLUTIONS_MAX <= (codestream[at + 9] ?? 0)))
      return false;
    if (marker === SOT) {
      if (codestream.length < at + 12) return false;
      const length = codestream.readUInt32BE(at + 6);
      // 0: up to the end of the codestream.
      const next = length === 0 ? codestream.length - 2 : at + length;
      if (next <= at || codestream.length < next) return false;
      at = next;
    } else {
      if (marker < 0xff00) return false;
      at += 2 + codestream.readUInt16BE(at + 2);
    }
  }
  return false;
}
