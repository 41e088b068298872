import { expect, test } from 'vitest';
import { fitImage, fitSize } from './fit-image.ts';

test.each([
  [4000, 3000, 2400, { width: 2400, height: 1800 }],
  [3000, 4000, 2400, { width: 1800, height: 2400 }],
  [800, 600, 2400, { width: 800, height: 600 }],
  [10_000, 1, 2400, { width: 2400, height: 1 }],
])('%i × %i fits %i', (width, height, side, size) => {
  expect(fitSize(width, height, side)).toEqual(size);
});

test('a file of another kind is refused by its bytes, whatever its name', async () => {
  const page = new File(['<html>'], 'photo.jpg', { type: 'image/jpeg' });
  expect(await fitImage(page, 1000)).toEqual({ ok: false, problem: 'kind' });
});

test('JPEG 2000 goes as it is, or is too large', async () => {
  const bytes = new Uint8Array(100);
  bytes.set([0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20]);
  const file = new Blob([bytes]);
  expect(await fitImage(file, 100)).toEqual({ ok: true, file });
  expect(await fitImage(file, 99)).toEqual({ ok: false, problem: 'large' });
});
