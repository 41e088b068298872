import { expect, test } from 'vitest';
import { readEnds } from './read-ends.ts';

const HEAD =
  '{"format":"glasshouse-account","version":1,"site":"https://a.example","user":7,"exportedAt":"2026-01-02T03:04:05.678Z"}';
const FOOT = '{"rows":1,"sha256":"ab"}';
const ROW = `{"table":"postings","row":{"note":"${'x'.repeat(9_000)}"}}`;

test('an export is known by its first and its last line, however long the middle', async () => {
  const ends = await readEnds(new Blob([HEAD, '\n', ROW, '\n', FOOT, '\n']));
  expect(ends).toEqual({
    site: 'https://a.example',
    user: 7,
    exportedAt: '2026-01-02T03:04:05.678Z',
    rows: 1,
    sha256: 'ab',
  });
});

test.each([
  ['nothing', ''],
  ['a picture', '\u0000\u0001JFIF'],
  ['one that was cut off', `${HEAD}\n${ROW}\n`],
  ['a later version', `${HEAD.replace('"version":1', '"version":2')}\n${FOOT}\n`],
  ['a moment that is none', `${HEAD.replace('2026-01-02', 'someday')}\n${FOOT}\n`],
])('%s is none', async (_what, text) => {
  expect(await readEnds(new Blob([text]))).toBeUndefined();
});
