import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';

interface Encoder {
  getDecodedBuffer(frame: object): Uint8Array;
  getEncodedBuffer(): Uint8Array;
  setQuality(lossless: boolean, quality: number): void;
  setDecompositions(count: number): void;
  encode(): void;
  delete(): void;
}
const openEncoder = createRequire(import.meta.url)('@cornerstonejs/codec-openjpeg/wasmjs') as () => Promise<{
  readonly J2KEncoder: new () => Encoder;
}>;

export const WIDTH = 96;
export const HEIGHT = 64;

/** Red on the left, blue on the right: which side is up can be seen. */
export function pixels(width = WIDTH, height = HEIGHT, channels = 3): Buffer {
  const data = Buffer.alloc(width * height * channels, 255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = x < width / 2 ? [220, 20, 20] : [20, 20, 220];
      for (let channel = 0; channel < Math.min(3, channels); channel += 1) {
        data[(y * width + x) * channels + channel] = colour[channel]!;
      }
    }
  }
  return data;
}

const raw = (width = WIDTH, height = HEIGHT) => sharp(pixels(width, height), { raw: { width, height, channels: 3 } });

/** With a place and a camera in its metadata; `orientation` 6 is a phone held upright. */
export const jpeg = (options: { orientation?: number; progressive?: boolean; width?: number; height?: number } = {}) =>
  raw(options.width, options.height)
    .jpeg({ quality: 90, progressive: options.progressive ?? false })
    .withMetadata({ orientation: options.orientation ?? 1 })
    .withExifMerge({ IFD0: { Make: 'Secret Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer();

export const png = (): Promise<Buffer> => raw().png().toBuffer();

/** A raw codestream. */
export async function j2k(options: { channels?: 1 | 3 | 4; width?: number; height?: number } = {}): Promise<Buffer> {
  const { channels = 3, width = WIDTH, height = HEIGHT } = options;
  const { J2KEncoder } = await openEncoder();
  const encoder = new J2KEncoder();
  const frame = { width, height, bitsPerSample: 8, componentCount: channels, isSigned: false };
  encoder.getDecodedBuffer(frame).set(pixels(width, height, channels));
  encoder.setQuality(true, 0);
  encoder.setDecompositions(3);
  encoder.encode();
  const encoded = Buffer.from(encoder.getEncodedBuffer());
  encoder.delete();
  return encoded;
}

export const box = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

/** The codestream in a JP2 file; 16 is sRGB. */
export async function jp2(colour = 16, options: Parameters<typeof j2k>[0] = {}): Promise<Buffer> {
  const ihdr = Buffer.alloc(14);
  ihdr.writeUInt32BE(options.height ?? HEIGHT, 0);
  ihdr.writeUInt32BE(options.width ?? WIDTH, 4);
  ihdr.writeUInt16BE(options.channels ?? 3, 8);
  ihdr.set([7, 7, 0, 0], 10);
  const colr = Buffer.from([1, 0, 0, 0, 0, 0, colour]);
  return Buffer.concat([
    box('jP  ', Buffer.from([0x0d, 0x0a, 0x87, 0x0a])),
    box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1')),
    box('jp2h', Buffer.concat([box('ihdr', ihdr), box('colr', colr)])),
    box('jp2c', await j2k(options)),
  ]);
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length, 0);
  head.write(type, 4, 'latin1');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), content])));
  return Buffer.concat([head, content, sum]);
}
