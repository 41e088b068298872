/**
 * Formatted figures: exact, localised, truncated rather than rounded up, with the sign of what is
 * shown.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals, formatChange, formatFigure, signOf } from './format-figure.ts';
import { formatRemaining, remainingShare, untilNextSecond } from './remaining.ts';
import { sparklinePath } from './sparkline-path.ts';

test.each([
  ['104218.5397', { locale: 'en', places: 2 }, '104,218.53'],
  ['104218.5397', { locale: 'de', places: 2 }, '104.218,53'],
  ['0.1', { locale: 'en', places: 8 }, '0.10000000'],
  ['-0.991', { locale: 'en', places: 2 }, '−1.00'],
  ['2.4183', { locale: 'en', places: 2, sign: 'always', rounding: 'half' }, '+2.42'],
  ['-0.001', { locale: 'en', places: 2, sign: 'always', rounding: 'half' }, '0.00'],
  ['1204113000', { locale: 'en', compact: true }, '1.2B'],
  ['9007199254740993.12345678', { locale: 'en' }, '9,007,199,254,740,993.12345678'],
  ['1234.5', { locale: 'ar', places: 1 }, '1,234.5'],
  ['1234.5', { locale: 'es', places: 1 }, '1.234,5'],
  ['1234.5', { locale: 'it', places: 1 }, '1.234,5'],
  ['-5', { locale: 'ar', places: 0 }, '−5'],
  ['n/a', { locale: 'en' }, 'n/a'],
] as const)('%s with %j is formatted as %s', (text, format, expected) => {
  expect(formatFigure(text, format)).toBe(expected);
});

/** The tags that `languages.ts` of i18n gives, and what people count large figures in. */
test.each([
  ['en-GB', '999.99 12.34k 1.23m 123.45m 1.23tn −1.23m'],
  ['ja', '999.99 1.23万 123.45万 1.23億 1.23兆 −123.45万'],
  ['ko', '999.99 1.23만 123.45만 1.23억 1.23조 −123.45만'],
  ['th', '999.99 12.34K 1.23M 123.45M 1.23T −1.23M'],
  ['de', '999,99 12.345,67 1,23 Mio. 123,45 Mio. 1,23 Bio. −1,23 Mio.'],
  ['fr', '999,99 12,34 k 1,23 M 123,45 M 1,23 Bn −1,23 M'],
  ['it', '999,99 12,34K 1,23 Mln 123,45 Mln 1,23 Bln −1,23 Mln'],
  ['es', '999,99 12,34 mil 1,23 M 123,45 M 1,23 B −1,23 M'],
  ['ar', '999.99 12.34 ألف 1.23 مليون 123.45 مليون 1.23 ترليون −1.23 مليون'],
  ['zh-Hant-HK', '999.99 1.23萬 123.45萬 1.23億 1.23萬億 −123.45萬'],
  ['zh-Hans-CN', '999.99 1.23万 123.45万 1.23亿 1.23万亿 −123.45万'],
])('%s counts large figures in its own units', (locale, expected) => {
  const figures = ['999.999', '12345.67', '1234567', '123456789', '1234567890123', '-1234567'];
  const written = figures.map((text) => formatFigure(text, { locale, compact: true }).replaceAll('\u00a0', ' '));
  expect(written.join(' ')).toBe(expected);
});

test('below ten thousand, languages that count in ten thousands write the figure out', () => {
  const written = (locale: string) => formatFigure('-9999.999', { locale, compact: true });
  expect(['ja', 'ko', 'zh-Hant-HK', 'zh-Hans-CN'].map(written)).toEqual(Array(4).fill('−9,999.99'));
  expect(formatFigure('0', { locale: 'ko', compact: true })).toBe('0');
  expect(formatFigure('1234', { locale: 'ko', compact: true, places: 2 })).toBe('1,234.00');
});

test('a change that rounds to nothing says that it is less, with its sign, where that matters', () => {
  const format = (text: string, below = true) => formatChange(text, { locale: 'de', places: 2, below });
  expect([format('-0.0037'), format('0.0049'), format('-0.005'), format('0')]).toEqual([
    '−<0,01',
    '+<0,01',
    '−0,01',
    '0,00',
  ]);
  expect(format('-0.0037', false)).toBe('0,00');
});

test('the sign comes from the digits', () => {
  expect([signOf('-0.00'), signOf('-0.01'), signOf('0'), signOf('12'), signOf('−3')]).toEqual([0, -1, 0, 1, -1]);
});

test('comparing decimal text agrees with comparing integers', () => {
  const side = fc.bigInt({ min: 0n, max: 10n ** 24n });
  const text = (units: bigint) => `${units / 10n ** 8n}.${String(units % 10n ** 8n).padStart(8, '0')}`;
  fc.assert(
    fc.property(side, side, (left, right) => {
      const expected = left < right ? -1 : right < left ? 1 : 0;
      expect(compareDecimals(text(left), text(right))).toBe(expected);
    }),
  );
  expect(compareDecimals('1.5', '1.50')).toBe(0);
  expect(compareDecimals('9', '10.0')).toBe(-1);
});

test.each([
  [42_000, '0:42'],
  [41_001, '0:42'],
  [725_000, '12:05'],
  [3_729_000, '1:02:09'],
  [0, '0:00'],
  [-5, '0:00'],
  [1, '0:01'],
])('%i ms left is formatted as %s', (left, expected) => {
  expect(formatRemaining(left)).toBe(expected);
});

test('the displayed second changes exactly at the scheduled update', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (left) => {
      const wait = untilNextSecond(left);
      expect(0 < wait && wait <= 1000).toBe(true);
      expect(formatRemaining(left - wait)).not.toBe(formatRemaining(left));
      expect(formatRemaining(left - wait + 1)).toBe(formatRemaining(left));
    }),
  );
});

test('the remaining share stays between 0 and 1', () => {
  expect([
    remainingShare(0, 100, -5),
    remainingShare(0, 100, 25),
    remainingShare(0, 100, 200),
    remainingShare(5, 5, 5),
  ]).toEqual([1, 0.75, 0, 0]);
});

const BOX = { width: 96, height: 32, inset: 2 };

test('a sparkline spans the full width, and the height within its inset', () => {
  expect(sparklinePath([1, 3, 2], BOX)).toBe('M0 30H48V2H96V16');
  expect(sparklinePath([5, 5], BOX)).toBe('M0 16H96V16');
  expect(sparklinePath([5], BOX)).toBe('');
  expect(sparklinePath([], BOX)).toBe('');
});

test('a sparkline draws the last hundred finite prices, all inside its box', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), { minLength: 2, maxLength: 140 }),
      (prices) => {
        const points = [...sparklinePath(prices, BOX).matchAll(/(?:M|H)([\d.-]+)[ V]([\d.-]+)/g)].map(([, x, y]) => [
          Number(x),
          Number(y),
        ]);
        expect(points.length).toBe(Math.min(100, prices.length));
        for (const [x = -1, y = -1] of points) expect(0 <= x && x <= 96 && 2 <= y && y <= 30).toBe(true);
      },
    ),
  );
  expect(sparklinePath([1, Number.NaN, 3], BOX)).toBe('M0 30H96V2');
});
