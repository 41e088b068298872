/** What may become an image of this installation, and what of it is left. */
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { fuzzImages } from '../testing/fuzz.ts';
import { HEIGHT, j2k, jp2, jpeg, png, pngChunk, WIDTH } from '../testing/images.ts';
import { ImageProcesses } from './image-processes.ts';
import { inspect } from './inspect.ts';

const images = new ImageProcesses({ processes: 1 });
afterAll(() => images.stop());

const clean = async (bytes: Buffer, output: 'jpeg' | 'png' = 'jpeg') => {
  const answer = await images.run({ kind: 'clean', bytes, output });
  return answer.ok ? { ...answer, bytes: Buffer.from(answer.bytes) } : answer;
};
const colourAt = async (bytes: Buffer, left: number, top: number) => {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data].map((value) => (128 < value ? 1 : 0));
};
const RED = [1, 0, 0];
const BLUE = [0, 0, 1];

describe('what is accepted', () => {
  test.each([
    ['a JPEG', () => jpeg(), RED],
    ['a progressive JPEG', () => jpeg({ progressive: true }), RED],
    ['a PNG', () => png(), RED],
    ['a JPEG 2000 file', () => jp2(), RED],
    ['a raw codestream', () => j2k(), RED],
    ['a grey one', () => j2k({ channels: 1 }), [1, 1, 1]],
    ['one whose colours are luminance and chrominance', () => jp2(18), [0, 1, 0]],
    ['a JPEG with a smaller one behind it', async () => Buffer.concat([await jpeg(), await jpeg()]), RED],
    [
      'a motion photo with its film',
      async () =>
        Buffer.concat([await jpeg(), Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42\0\0\0\x08mdat', 'latin1')]),
      RED,
    ],
    [
      'a motion photo with the trailer of its phone',
      async () =>
        Buffer.concat([
          await jpeg(),
          Buffer.from('\0\0\x30\x0a\x10\0\0\0MotionPhoto_Data\0\0\0\x18ftypmp42SEFH\x6a\0\0\0SEFT', 'latin1'),
        ]),
      RED,
    ],
    ['a JPEG with padding', async () => Buffer.concat([await jpeg(), Buffer.alloc(1_000)]), RED],
  ])('%s', async (_what, make, left) => {
    const answer = await clean(await make());
    expect(answer).toMatchObject({ ok: true, mediaType: 'image/jpeg', width: WIDTH, height: HEIGHT });
    if (!answer.ok) return;
    expect(await colourAt(answer.bytes, 5, 30)).toEqual(left);
    expect((await sharp(answer.bytes).metadata()).format).toBe('jpeg');
  });

  test('nothing but the picture is left, turned upright', async () => {
    const answer = await clean(await jpeg({ orientation: 6 }));
    if (!answer.ok) throw new Error(answer.refused);
    expect(answer).toMatchObject({ width: HEIGHT, height: WIDTH });
    // Turned clockwise, what was left is on top.
    expect(await colourAt(answer.bytes, 30, 5)).toEqual(RED);
    expect(await colourAt(answer.bytes, 30, 90)).toEqual(BLUE);
    const metadata = await sharp(answer.bytes).metadata();
    expect(metadata).not.toHaveProperty('exif');
    expect(metadata).not.toHaveProperty('icc');
    expect(metadata).not.toHaveProperty('xmp');
    expect(answer.bytes.includes('Secret Camera')).toBe(false);
  });

  test('a signature stays a PNG', async () => {
    expect(await clean(await png(), 'png')).toMatchObject({ ok: true, mediaType: 'image/png' });
  });

  test('a cleaned image is marked with who looks at it', async () => {
    const cleaned = await clean(await jpeg({ width: 800, height: 600 }));
    if (!cleaned.ok) throw new Error(cleaned.refused);
    const marked = await images.run({
      kind: 'mark',
      bytes: cleaned.bytes,
      lines: ['Ann Ong #3', '2026-11-23 02:40 UTC'],
    });
    if (!marked.ok) throw new Error(marked.refused);
    const before = await sharp(cleaned.bytes).raw().toBuffer();
    const after = await sharp(Buffer.from(marked.bytes)).raw().toBuffer();
    expect(after.length).toBe(before.length);
    const changed = before.filter((value, at) => 25 < Math.abs(value - after[at]!)).length / before.length;
    expect(changed).toBeGreaterThan(0.01);
    expect(changed).toBeLessThan(0.3);
  });
});

describe('what is refused', () => {
  const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));
  const bomb = async () => {
    const bytes = Buffer.from(await png());
    const header = Buffer.from(bytes.subarray(16, 29));
    header.writeUInt32BE(19_999, 0);
    header.writeUInt32BE(19_999, 4);
    return Buffer.concat([bytes.subarray(0, 8), pngChunk('IHDR', header), bytes.subarray(33)]);
  };
  const withChunk = async (type: string, content: Buffer) => {
    const bytes = await png();
    return Buffer.concat([bytes.subarray(0, 33), pngChunk(type, content), bytes.subarray(33)]);
  };
  const zip = Buffer.from('PK\u0005\u0006\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1');
  const withComment = async (text: string) => {
    const bytes = await jpeg();
    const comment = Buffer.from(text, 'latin1');
    const head = Buffer.from([0xff, 0xfe, 0, 0]);
    head.writeUInt16BE(comment.length + 2, 2);
    return Buffer.concat([bytes.subarray(0, 2), head, comment, bytes.subarray(2)]);
  };
  const wrongSize = async () => {
    const bytes = Buffer.from(await j2k());
    bytes.writeUInt32BE(60_000, 8);
    bytes.writeUInt32BE(60_000, 24);
    bytes.writeUInt32BE(60_000, 12);
    bytes.writeUInt32BE(60_000, 28);
    return bytes;
  };
  const deep = async () => {
    const bytes = Buffer.from(await j2k());
    bytes.set([15, 1, 1, 15, 1, 1, 15, 1, 1], 42);
    return bytes;
  };
  const subsampled = async () => {
    const bytes = Buffer.from(await j2k());
    bytes.set([7, 2, 2], 45);
    return bytes;
  };
  test.each<[string, () => Promise<Buffer>, 'format' | 'pixels']>([
    ['nothing', async () => Buffer.alloc(0), 'format'],
    ['text', async () => Buffer.from('hello'), 'format'],
    [
      'a GIF',
      () =>
        sharp(Buffer.alloc(300, 9), { raw: { width: 10, height: 10, channels: 3 } })
          .gif()
          .toBuffer(),
      'format',
    ],
    [
      'a WebP',
      () =>
        sharp(Buffer.alloc(300, 9), { raw: { width: 10, height: 10, channels: 3 } })
          .webp()
          .toBuffer(),
      'format',
    ],
    [
      'a TIFF',
      () =>
        sharp(Buffer.alloc(300, 9), { raw: { width: 10, height: 10, channels: 3 } })
          .tiff()
          .toBuffer(),
      'format',
    ],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'format'],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n'), 'format'],
    ['half a JPEG', async () => cut(await jpeg(), 0.5), 'format'],
    ['nine tenths of a JPEG', async () => cut(await jpeg(), 0.9), 'format'],
    ['half a PNG', async () => cut(await png(), 0.5), 'format'],
    ['half a JPEG 2000', async () => cut(await jp2(), 0.5), 'format'],
    ['half a codestream', async () => cut(await j2k(), 0.8), 'format'],
    ['a JPEG that is an archive too', async () => Buffer.concat([await jpeg(), zip]), 'format'],
    ['a JPEG that hides an archive in padding', async () => Buffer.concat([await jpeg(), await jpeg(), zip]), 'format'],
    ['a JPEG that is a document too', () => withComment('%PDF-1.4 …'), 'format'],
    ['a JPEG that is a page too', () => withComment('--><script>alert(1)</script>'), 'format'],
    ['a JPEG with something behind it', async () => Buffer.concat([await jpeg(), Buffer.from('MZ')]), 'format'],
    ['a PNG with something behind it', async () => Buffer.concat([await png(), Buffer.from([0])]), 'format'],
    ['an animated PNG', () => withChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])), 'format'],
    ['a PNG with a chunk that nobody knows', () => withChunk('ABCD', Buffer.alloc(1)), 'format'],
    ['a PNG of 400 million pixels', bomb, 'pixels'],
    ['a codestream of 3.6 thousand million pixels', wrongSize, 'pixels'],
    ['a codestream of sixteen bits', deep, 'format'],
    ['a codestream with four components', () => j2k({ channels: 4 }), 'format'],
    ['a codestream with components of different sizes', subsampled, 'format'],
  ])('%s', async (_what, make, refused) => {
    expect(await clean(await make())).toEqual({ ok: false, refused });
  });

  test('a wrong checksum', async () => {
    const bytes = Buffer.from(await png());
    bytes[bytes.length - 20]! ^= 1;
    expect(inspect(bytes)).toEqual({ ok: false, refused: 'format' });
  });
});

describe('the processes', () => {
  test('one that takes too long is ended, and the next image is served', async () => {
    const slow = new ImageProcesses({ processes: 1, timeoutMs: 1 });
    expect(await slow.run({ kind: 'clean', bytes: await jpeg(), output: 'jpeg' })).toEqual({
      ok: false,
      refused: 'format',
    });
    await slow.stop();
  });

  test('one that needs too much memory is ended', async () => {
    const small = new ImageProcesses({ processes: 1, memoryMaxBytes: 1_000 });
    const bytes = await jpeg({ width: 5_000, height: 5_000 });
    expect(await small.run({ kind: 'clean', bytes, output: 'jpeg' })).toEqual({ ok: false, refused: 'format' });
    await small.stop();
  });

  test('more than can wait are turned away', async () => {
    const few = new ImageProcesses({ processes: 1, waitingMax: 2 });
    const bytes = await jpeg();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => few.run({ kind: 'clean', bytes, output: 'jpeg' })));
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.refused))).toEqual(['ok', 'ok', 'ok', 'busy', 'busy']);
    await few.stop();
  });
});

test('mutated files are refused or become pictures', async () => {
  const report = await fuzzImages({ seed: 20_261_123, files: 320 });
  expect(report).toMatchObject({ faults: [], ended: 0 });
  expect(report.accepted).toBeGreaterThan(10);
  expect(report.refused).toBeGreaterThan(100);
}, 60_000);
