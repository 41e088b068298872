import type { ImageHeader, Jpeg2000Header } from './image-header.ts';
import { readJpeg } from './jpeg.ts';
import { readJpeg2000 } from './jpeg2000.ts';
import { readPng } from './png.ts';

/** The largest photographs of phones; more is a bomb. */
const PIXELS_MAX = 50_000_000;
/** The decoder of JPEG 2000 needs more memory for each pixel. */
const JPEG2000_PIXELS_MAX = 25_000_000;
const SIDE_MAX = 20_000;

/**
 * Marks of other kinds of file that could lie in the same bytes: an archive at the end, a document
 * near the start, a page or script anywhere. Re-encoding drops them all; who sends one is refused.
 */
const ARCHIVE_END = Buffer.from('PK\u0005\u0006', 'latin1');
const ARCHIVE_END_WITHIN = 65_557;
const DOCUMENT = Buffer.from('%PDF-');
const DOCUMENT_WITHIN = 1_024;
const ACTIVE = ['<script', '<?php', '<html', '<!DOCTYPE', '<iframe'].map((text) => Buffer.from(text));

export type Inspected =
  | { readonly ok: true; readonly header: ImageHeader | Jpeg2000Header }
  | { readonly ok: false; readonly refused: 'format' | 'pixels' };

/** What the bytes are, whatever their name says; nothing is decoded yet. */
export function inspect(bytes: Buffer): Inspected {
  const header = readJpeg(bytes) ?? readPng(bytes) ?? readJpeg2000(bytes);
  if (header === undefined || isSomethingElseToo(bytes)) return { ok: false, refused: 'format' };
  const { width, height, format } = header;
  const pixelsMax = format === 'jpeg2000' ? JPEG2000_PIXELS_MAX : PIXELS_MAX;
  if (SIDE_MAX < width || SIDE_MAX < height || pixelsMax < width * height) return { ok: false, refused: 'pixels' };
  return { ok: true, header };
}

function isSomethingElseToo(bytes: Buffer): boolean {
  return (
    bytes.subarray(-ARCHIVE_END_WITHIN).includes(ARCHIVE_END) ||
    bytes.subarray(0, DOCUMENT_WITHIN).includes(DOCUMENT) ||
    ACTIVE.some((mark) => bytes.includes(mark))
  );
}
