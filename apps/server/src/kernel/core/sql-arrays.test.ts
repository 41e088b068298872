/** Packed values unpack to the same values in PostgreSQL, whatever they contain. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withTestDatabase } from '../../platform/test-database.ts';
import { packText, plainArray, quotedArray, unpackText } from './sql-arrays.ts';

const database = withTestDatabase();
/** NUL cannot be stored; the other two separate and mark nulls. */
const FORBIDDEN = ['\u0000', '\u0001', '\u0002'];

test('texts round-trip, with quotes, braces, backslashes and nulls', async () => {
  const text = fc
    .oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.json(), fc.constantFrom('NULL', '{}', '"', '\\', ',', "'"))
    .filter(
      (value) => value !== '' && !FORBIDDEN.some((character) => value.includes(character)) && value.isWellFormed(),
    );
  const texts = fc.array(fc.option(text), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(texts, async (values) => {
      const { rows } = await database.pool.query(`select ${unpackText('$1')} as back`, [packText(values)]);
      expect(rows[0].back).toEqual(values);
    }),
  );
});

test('no texts are an empty array', async () => {
  const { rows } = await database.pool.query(`select ${unpackText('$1')} as back, $2::bigint[] as plain`, [
    packText([]),
    plainArray([]),
  ]);
  expect(rows[0]).toEqual({ back: [], plain: [] });
});

test('ambiguous texts are refused', () => {
  for (const wrong of ['', 'a\u0001b', '\u0002']) expect(() => packText([wrong])).toThrow(RangeError);
});

test('quoted texts round-trip, the empty one too', async () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', 'NULL', '{}', '"', '\\', ',', '\\"'));
  const texts = fc.array(fc.option(text.filter((value) => !value.includes('\u0000') && value.isWellFormed())));
  await fc.assert(
    fc.asyncProperty(texts, async (values) => {
      const { rows } = await database.pool.query('select $1::text[] as back', [quotedArray(values)]);
      expect(rows[0].back).toEqual(values);
    }),
  );
});
