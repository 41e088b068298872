import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { unzip } from './zip.ts';

const SMALL = 1_000;
const bytes = (count: number): Uint8Array => new Uint8Array(count).fill(7);

test('files come out as they went in', () => {
  const packed = Buffer.from(zipSync({ 'a.csv': Buffer.from('1,2\n'), 'b.csv': [bytes(500), { level: 0 }] }));
  const files = unzip(packed, SMALL);
  expect(files.map(({ name }) => name)).toEqual(['a.csv', 'b.csv']);
  expect(files[0]!.content.toString()).toBe('1,2\n');
  expect(files[1]!.content.equals(bytes(500))).toBe(true);
});

test.each([
  ['a bomb', zipSync({ 'a.csv': bytes(50_000_000) }), 'more than 1000 bytes'],
  ['two files that are too large together', zipSync({ a: bytes(600), b: bytes(600) }), 'more than 1000 bytes'],
  ['one that is cut off', zipSync({ 'a.csv': [bytes(900), { level: 0 }] }).subarray(0, 500), 'cut off'],
  [
    'one that is damaged',
    zipSync({ 'a.csv': Buffer.from('1,2\n1,2\n1,2\n1,2\n1,2\n') }).fill(255, 35, 45),
    'damaged|cut off',
  ],
  ['something else', Buffer.from('PK'), 'not a zip archive'],
])('%s is refused', (_, archive, reason) => {
  expect(() => unzip(Buffer.from(archive), SMALL)).toThrow(new RegExp(reason));
});
