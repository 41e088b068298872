import sharp, { type Sharp } from 'sharp';
import { decodeJpeg2000 } from './decode-jpeg2000.ts';
import type { ImageHeader, Jpeg2000Header } from './image-header.ts';
import { inspect } from './inspect.ts';
import { watermark } from './watermark.ts';
import type { ImageAnswer } from './work.ts';

/** Nothing but these two is ever decoded by libvips, whatever the bytes look like to it. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

/** Sharp enough to read a document, small enough to open at once. */
const SIDE_MAX = 4_096;
const QUALITY = 88;
const INPUT_PIXELS_MAX = 50_000_000;
const REFUSED: ImageAnswer = { ok: false, refused: 'format' };

/** The picture and nothing else: pixels are decoded, turned upright and encoded again. */
export async function clean(bytes: Buffer, output: 'jpeg' | 'png'): Promise<ImageAnswer> {
  const inspected = inspect(bytes);
  if (!inspected.ok) return inspected;
  try {
    const source = await decoded(inspected.header);
    if (source === undefined) return REFUSED;
    const upright = source
      .autoOrient()
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    return await encoded(upright, output);
  } catch {
    return REFUSED;
  }
}

async function decoded(header: ImageHeader | Jpeg2000Header): Promise<Sharp | undefined> {
  if (header.format !== 'jpeg2000') {
    return sharp(header.image, { failOn: 'error', limitInputPixels: INPUT_PIXELS_MAX, sequentialRead: true });
  }
  const raw = await decodeJpeg2000(header as Jpeg2000Header);
  if (raw === undefined) return undefined;
  const { data, width, height, channels } = raw;
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: INPUT_PIXELS_MAX });
}

/**
 * A cleaned image with lines of text all over it, so that a photograph of the screen names its
 * viewer.
 */
export async function mark(bytes: Buffer, lines: readonly string[]): Promise<ImageAnswer> {
  const inspected = inspect(bytes);
  if (!inspected.ok) return inspected;
  try {
    const { width, height, image } = inspected.header;
    const overlay = watermark(width, height, lines);
    const marked = sharp(image, { failOn: 'error', limitInputPixels: INPUT_PIXELS_MAX }).composite([
      { input: overlay.data, raw: { width: overlay.width, height: overlay.height, channels: 4 }, tile: true },
    ]);
    return await encoded(marked, 'jpeg');
  } catch {
    return REFUSED;
  }
}

async function encoded(image: Sharp, output: 'jpeg' | 'png'): Promise<ImageAnswer> {
  const as =
    output === 'png'
      ? image.png({ compressionLevel: 9 })
      : image.flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' });
  const { data, info } = await as.toBuffer({ resolveWithObject: true });
  return {
    ok: true,
    bytes: data,
    mediaType: output === 'png' ? 'image/png' : 'image/jpeg',
    width: info.width,
    height: info.height,
  };
}
