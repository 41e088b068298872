/**
 * Liquidation and break-even prices match their conditions exactly, and one point away they do not.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contractFeeOf, pnlOf } from './contracts.ts';
import { breakEvenPrice, isLiquidated, liquidationPrice } from './contracts-liquidation.ts';
import type { Amount, Price, Rate } from './money.ts';
import { CENT, positions } from './testing/contracts.ts';

describe('the liquidation price', () => {
  test('is the first point that meets the condition, and the point before it does not', () => {
    fc.assert(
      fc.property(positions, (position) => {
        const price = liquidationPrice(position, CENT);
        if (price === undefined) {
          expect(position.side).toBe('buy');
          expect(isLiquidated(position, CENT)).toBe(false);
          return;
        }
        const back = position.side === 'buy' ? CENT : -CENT;
        expect(isLiquidated(position, price)).toBe(true);
        expect(isLiquidated(position, (price + back) as Price)).toBe(false);
        expect(isLiquidated(position, (price - back) as Price)).toBe(true);
      }),
    );
  });

  test('is the lowest price where a seller falls short at every price', () => {
    fc.assert(
      fc.property(positions, (position) => {
        const { size, open, margin } = position;
        const short = {
          ...position,
          side: 'sell',
          maintenance: (margin + pnlOf({ side: 'sell', size, open, close: 0n as Price }) + 1n) as Amount,
        } as const;
        expect(isLiquidated(short, CENT)).toBe(true);
        expect(liquidationPrice(short, CENT)).toBe(CENT);
      }),
    );
  });

  test('moves closer when margin is removed', () => {
    fc.assert(
      fc.property(positions, fc.bigInt({ min: 1n, max: 10n ** 12n }), (position, less) => {
        const poorer = { ...position, margin: (position.margin - less) as Amount };
        const full = liquidationPrice(position, CENT);
        const reduced = liquidationPrice(poorer, CENT);
        if (full === undefined || reduced === undefined) return;
        if (position.side === 'buy') expect(reduced).toBeGreaterThanOrEqual(full);
        else expect(reduced).toBeLessThanOrEqual(full);
      }),
    );
  });
});

describe('a share of the notional at the mark', () => {
  /** Positions of both sides, with rates of conversion, and what they need before a close. */
  const shared = fc
    .record({ position: positions, share: fc.bigInt({ min: 1n, max: 60_000_000n }) })
    .map(({ position, share }) => ({ ...position, markShare: share as Rate }));

  test('is met from the liquidation price on, and not a point before it', () => {
    fc.assert(
      fc.property(shared, (position) => {
        const price = liquidationPrice(position, CENT);
        if (price === undefined) {
          expect(position.side).toBe('buy');
          expect(isLiquidated(position, CENT)).toBe(false);
          return;
        }
        const back = position.side === 'buy' ? CENT : -CENT;
        expect(isLiquidated(position, price)).toBe(true);
        expect(isLiquidated(position, (price - back) as Price)).toBe(true);
        if (0n < price + back) expect(isLiquidated(position, (price + back) as Price)).toBe(false);
      }),
    );
  });

  test('liquidates no later than the usual requirement, and by whichever of the two is met', () => {
    fc.assert(
      fc.property(shared, fc.integer({ min: 1, max: 100_000_000 }), ({ markShare, ...usual }, points) => {
        const mark = (BigInt(points) * CENT) as Price;
        const due = liquidationPrice(usual, CENT);
        const earlier = liquidationPrice({ ...usual, markShare }, CENT);
        if (due !== undefined && earlier !== undefined) {
          expect(usual.side === 'buy' ? due <= earlier : earlier <= due).toBe(true);
        }
        const alone = isLiquidated({ ...usual, maintenance: 0n as Amount, markShare }, mark);
        expect(isLiquidated({ ...usual, markShare }, mark)).toBe(isLiquidated(usual, mark) || alone);
      }),
    );
  });

  test('leaves at least the share when the price was not reached: a gap of it is paid by the margin', () => {
    fc.assert(
      fc.property(shared, fc.integer({ min: 1, max: 100_000_000 }), (position, points) => {
        const { side, size, open, margin, markShare } = position;
        const mark = (BigInt(points) * CENT) as Price;
        if (isLiquidated(position, mark)) return;
        const move = (mark * markShare) / 100_000_000n;
        const gap = (side === 'buy' ? mark - move : mark + move) as Price;
        // One minor unit for the rounding of P&L.
        expect(margin + pnlOf({ side, size, open, close: gap }) + 1n).toBeGreaterThanOrEqual(0n);
      }),
    );
  });
});

test('closing at the break-even price recovers what was paid, one point earlier does not', () => {
  fc.assert(
    fc.property(positions, fc.bigInt({ min: 0n, max: 10n ** 12n }), ({ side, size, open, feeRate }, raw) => {
      const paid = raw as Amount;
      const price = breakEvenPrice({ side, size, open, feeRate, paid }, CENT);
      if (price <= CENT) return;
      const left = (at: Price): bigint =>
        pnlOf({ side, size, open, close: at }) - contractFeeOf(size, at, feeRate) - paid;
      // Rounding of PnL and fee takes at most two minor units.
      expect(left(price)).toBeGreaterThanOrEqual(-2n);
      expect(left((price - (side === 'buy' ? CENT : -CENT)) as Price)).toBeLessThanOrEqual(0n);
    }),
  );
});
