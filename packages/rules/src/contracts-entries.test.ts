/** Stop prices, how far a stop order fills, ladders and shares of lots. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RATE_ONE, type Side } from './contracts.ts';
import { furthestFill, isLadder, isStopAhead, LADDER_MAX, ladderPart, lotsOfShare } from './contracts-entries.ts';
import { type Amount, add, amountOf, lesser, type Rate, rateOf, ZERO } from './money.ts';

const sides = fc.constantFrom<Side>('buy', 'sell');
const points = fc.integer({ min: 1_000, max: 50_000_000 });
const shares = fc.bigInt({ min: 1n, max: RATE_ONE }) as fc.Arbitrary<Rate>;
const lots = fc.bigInt({ min: 1n, max: 10n ** 13n }) as fc.Arbitrary<Amount>;

test('a stop is ahead of the price on the far side of it alone', () => {
  fc.assert(
    fc.property(points, fc.integer({ min: 1, max: 999 }), (price, away) => {
      expect(isStopAhead({ side: 'buy', stop: price + away, price })).toBe(true);
      expect(isStopAhead({ side: 'sell', stop: price - away, price })).toBe(true);
      expect(isStopAhead({ side: 'buy', stop: price - away, price })).toBe(false);
      expect(isStopAhead({ side: 'sell', stop: price + away, price })).toBe(false);
    }),
  );
  for (const side of ['buy', 'sell'] as const) expect(isStopAhead({ side, stop: 7, price: 7 })).toBe(false);
});

test('a stop order fills beyond its stop by no more than the slippage, and by every whole point of it', () => {
  fc.assert(
    fc.property(sides, points, shares, (side, stop, slippage) => {
      const far = furthestFill({ side, stop, slippage });
      const away = BigInt(Math.abs(far - stop));
      expect(side === 'buy' ? far : -far).toBeGreaterThan(side === 'buy' ? stop : -stop);
      if (side === 'buy' || 1 < far) {
        expect(away * RATE_ONE).toBeGreaterThanOrEqual(BigInt(stop) * slippage);
        expect((away - 1n) * RATE_ONE).toBeLessThan(BigInt(stop) * slippage);
      }
    }),
  );
});

describe('a ladder', () => {
  const position = { side: 'buy' as const, reference: 100, distance: 5, lots: amountOf('1'), step: amountOf('0.1') };
  const step = (at: number, part: string) => ({ points: at, lots: amountOf(part) });
  test.each([
    ['in order', [step(105, '0.5'), step(106, '0.5')], true],
    ['of part of the lots', [step(105, '0.1')], true],
    ['of nothing', [], false],
    ['too near', [step(104, '0.5')], false],
    ['with one price twice', [step(105, '0.5'), step(105, '0.5')], false],
    ['of more lots than there are', [step(105, '0.6'), step(106, '0.5')], false],
    ['off step', [step(105, '0.55')], false],
    ['with a step of nothing', [step(105, '0')], false],
    ['of too many steps', Array.from({ length: LADDER_MAX + 1 }, (_, index) => step(105 + index, '0.1')), false],
  ])('%s', (_, steps, is) => {
    expect(isLadder(steps, position)).toBe(is);
  });

  test('closes its lots once whatever way the price takes, and never more than is open', () => {
    const steps = fc.array(fc.record({ points, lots }), { minLength: 1, maxLength: LADDER_MAX });
    fc.assert(
      fc.property(sides, steps, fc.array(points, { minLength: 1 }), lots, (side, ladder, path, open) => {
        let [left, rest, closed] = [open, ladder as readonly (typeof ladder)[number][], 0n];
        for (const price of path) {
          const part = ladderPart(rest, { side, open: left, price });
          closed += part.lots;
          left = (left - part.lots) as Amount;
          rest = part.left;
        }
        const reached = ladder.filter((step) =>
          path.some((price) => (side === 'buy' ? step.points <= price : price <= step.points)),
        );
        expect(closed).toBe(
          lesser(
            reached.reduce((all, step) => add(all, step.lots), ZERO),
            open,
          ),
        );
        expect(rest).toHaveLength(ladder.length - reached.length);
      }),
    );
  });
});

test('a share of lots is in whole steps and at most the share; all of it for the whole', () => {
  fc.assert(
    fc.property(lots, shares, fc.bigInt({ min: 1n, max: 10n ** 8n }), (open, share, step) => {
      const part = lotsOfShare(open, { share, step: step as Amount });
      if (share === RATE_ONE) {
        expect(part).toBe(open);
        return;
      }
      expect(part % step).toBe(0n);
      expect(part * RATE_ONE).toBeLessThanOrEqual(open * share);
      expect((part + step) * RATE_ONE).toBeGreaterThan(open * share);
    }),
  );
  expect(lotsOfShare(amountOf('1.5'), { share: rateOf('0.5'), step: amountOf('0.5') })).toBe(amountOf('0.5'));
});
