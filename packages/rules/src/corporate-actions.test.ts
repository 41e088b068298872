/**
 * A split conserves what a position is worth, whatever the ratio; a dividend rounds to the house.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FINE, pnlOf, unitsOf } from './contracts.ts';
import { dividendOf, isRatio, RATIO_MAX, splitLots, splitPoints, splitPosition } from './corporate-actions.ts';
import { type Amount, amountOf, formatAmount, type Price, priceOf, priceOfPoints, rateOf } from './money.ts';
import { CENT, positions } from './testing/contracts.ts';

const ratios = fc.record({
  numerator: fc.integer({ min: 1, max: RATIO_MAX }),
  denominator: fc.integer({ min: 1, max: RATIO_MAX }),
});
const TEN = { numerator: 10, denominator: 1 };

describe('a split', () => {
  test('of 10:1 makes a tenth of the price and ten times the lots', () => {
    const size = { lots: amountOf('1.5'), lotSize: amountOf('1'), quoteRate: rateOf('1') };
    const position = { side: 'buy' as const, size, open: priceOf('1100'), margin: amountOf('330'), carry: 0n };
    const after = splitPosition(position, { ratio: TEN, last: priceOf('1100'), pointSize: CENT });
    expect({ ...after, lots: formatAmount(after.lots) }).toEqual({
      lots: '15',
      open: priceOf('110'),
      cash: 0n,
      carry: 0n,
    });
  });

  test('pays for the entry that does not lie on the grid', () => {
    const size = { lots: amountOf('1'), lotSize: amountOf('1'), quoteRate: rateOf('1') };
    const position = { size, open: priceOf('1100.55'), margin: amountOf('330'), carry: 0n };
    const how = { ratio: TEN, last: priceOf('1100'), pointSize: CENT };
    // 110.055 becomes 110.06, half a cent too dear for ten shares; and 110.05 for a seller.
    expect(splitPosition({ ...position, side: 'buy' }, how)).toMatchObject({
      open: priceOf('110.06'),
      cash: amountOf('0.05'),
    });
    expect(splitPosition({ ...position, side: 'sell' }, how)).toMatchObject({
      open: priceOf('110.05'),
      cash: amountOf('0.05'),
    });
  });

  test('conserves margin and result of any position at any ratio, to the fraction that is carried', () => {
    fc.assert(
      fc.property(positions, ratios, fc.integer({ min: 1, max: 50_000_000 }), (position, ratio, lastPoints) => {
        const last = priceOfPoints(lastPoints, 2);
        const after = splitPosition({ ...position, carry: 0n }, { ratio, last, pointSize: CENT });
        const many = BigInt(ratio.numerator);
        const few = BigInt(ratio.denominator);
        const sign = position.side === 'buy' ? 1n : -1n;
        const before = sign * unitsOf(position.size) * (last - position.open);
        const units = unitsOf({ ...position.size, lots: after.lots });
        // In 10⁻³⁴, times the numerator, because the new price may be no decimal.
        const rest = before * many - sign * units * (last * few - after.open * many);
        const paid = after.cash * FINE + after.carry;
        // Beyond the margin nothing is taken: the house bears it.
        if (after.cash === -position.margin) expect(rest - paid * many).toBeLessThan(many);
        else {
          expect(rest - paid * many).toBeGreaterThanOrEqual(0n);
          expect(rest - paid * many).toBeLessThan(many);
        }
        expect(after.open % CENT).toBe(0n);
        expect(after.open).toBeGreaterThan(0n);
        expect(after.lots).toBeGreaterThan(0n);
      }),
    );
  });

  test('pays nothing out of the margin where the lots are whole', () => {
    fc.assert(
      fc.property(positions, fc.integer({ min: 1, max: RATIO_MAX }), (position, numerator) => {
        const ratio = { numerator, denominator: 1 };
        // A price below one point does not exist: it is one point, whoever that suits.
        fc.pre(BigInt(numerator) * CENT <= position.open);
        const { cash } = splitPosition({ ...position, carry: 0n }, { ratio, last: position.open, pointSize: CENT });
        expect(cash).toBeGreaterThanOrEqual(0n);
      }),
    );
  });

  test.each([
    [11_005, TEN, 'nearest', 1_101],
    [11_004, TEN, 'nearest', 1_100],
    [11_004, TEN, 'up', 1_101],
    [11_009, TEN, 'down', 1_100],
    [4, TEN, 'nearest', 1],
    [100, { numerator: 1, denominator: 8 }, 'nearest', 800],
    [100, { numerator: 3, denominator: 2 }, 'down', 66],
  ] as const)('moves a level of %i points by %o, rounded %s, to %i', (points, ratio, rounding, expected) => {
    expect(splitPoints(points, ratio, rounding)).toBe(expected);
  });

  test('keeps at least the smallest part of a lot', () => {
    expect(splitLots(1n as Amount, { numerator: 1, denominator: 1_000 })).toBe(1n);
    expect(splitLots(0n as Amount, TEN)).toBe(0n);
  });

  test.each([
    [1, 1, true],
    [0, 1, false],
    [1, 1.5, false],
    [1_001, 1, false],
  ])('%d:%d is a ratio: %s', (numerator, denominator, is) => {
    expect(isRatio({ numerator, denominator })).toBe(is);
  });
});

describe('a dividend', () => {
  const size = { lots: amountOf('0.33'), lotSize: amountOf('1'), quoteRate: rateOf('1') };
  const how = { perUnit: priceOf('0.2501'), withholding: rateOf('0.15') };
  test('is credited to a buyer after withholding, rounded down', () => {
    expect(formatAmount(dividendOf({ side: 'buy', size, margin: amountOf('10') }, how))).toBe('0.07015305');
  });
  test('is charged to a seller in full, never more than the margin', () => {
    expect(formatAmount(dividendOf({ side: 'sell', size, margin: amountOf('10') }, how))).toBe('-0.082533');
    expect(formatAmount(dividendOf({ side: 'sell', size, margin: amountOf('0.05') }, how))).toBe('-0.05');
  });
  test('makes up for the price that falls by it, but for what is withheld', () => {
    fc.assert(
      fc.property(positions, fc.integer({ min: 1, max: 10_000 }), (position, points) => {
        const perUnit = priceOfPoints(points, 2);
        const rich = { ...position, side: 'buy' as const, margin: amountOf('100000000000') };
        const credit = dividendOf(rich, { perUnit, withholding: rateOf('0') });
        const close = (position.open - perUnit) as Price;
        const lost = pnlOf({ side: 'buy', size: position.size, open: position.open, close });
        expect(credit + lost).toBeLessThanOrEqual(0n);
        expect(credit + lost).toBeGreaterThanOrEqual(-1n);
      }),
    );
  });
});
