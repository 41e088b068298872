import openCodec from '@cornerstonejs/codec-openjpeg/decodewasmjs';
import type { Jpeg2000Header } from './image-header.ts';

/** Samples of eight bits, interleaved. */
export interface RawImage {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
}

/** Undefined when the decoder refuses it, or returns something else than its header promised. */
export async function decodeJpeg2000(header: Jpeg2000Header): Promise<RawImage | undefined> {
  const { J2KDecoder } = await openCodec();
  const decoder = new J2KDecoder();
  try {
    decoder.getEncodedBuffer(header.image.length).set(header.image);
    decoder.decode();
    const { width, height, componentCount } = decoder.getFrameInfo();
    const data = Buffer.from(decoder.getDecodedBuffer());
    if (width !== header.width || height !== header.height || componentCount !== header.components) return undefined;
    if (data.length !== width * height * componentCount) return undefined;
    if (header.isYcc) toRgb(data, componentCount);
    return { data, width, height, channels: componentCount as RawImage['channels'] };
  } catch {
    return undefined;
  } finally {
    decoder.delete();
  }
}

/** ITU-R BT.601 with full range, as sYCC defines. In place. */
function toRgb(data: Buffer, channels: number): void {
  if (channels < 3) return;
  const clamp = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));
  for (let at = 0; at + channels <= data.length; at += channels) {
    const y = data[at] ?? 0;
    const blue = (data[at + 1] ?? 0) - 128;
    const red = (data[at + 2] ?? 0) - 128;
    data[at] = clamp(y + 1.402 * red);
    data[at + 1] = clamp(y - 0.344136 * blue - 0.714136 * red);
    data[at + 2] = clamp(y + 1.772 * blue);
  }
}
