/** Partial closes add up, and a close never costs more than its margin. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contractFeeOf, pnlOf } from './contracts.ts';
import { closePart, NO_CARRY, settleClose } from './contracts-close.ts';
import { type Amount, amountOf, priceOf, priceOfPoints } from './money.ts';
import { BTC, NO_FEE, points, positions } from './testing/contracts.ts';

describe('partial closes', () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 8 });

  test('add up to one close of the whole: margin, PnL and fee, with nothing lost', () => {
    fc.assert(
      fc.property(positions, points, cuts, (position, closePoints, shares) => {
        const price = priceOfPoints(closePoints, 2);
        const whole = closePart({ ...position, carry: NO_CARRY }, { lots: position.size.lots, price });
        const { side, size: all, open, feeRate } = position;
        expect(whole.margin).toBe(position.margin);
        expect(whole.pnl).toBe(pnlOf({ side, size: all, open, close: price }));
        expect(whole.fee).toBe(contractFeeOf(all, price, feeRate));
        let { margin, size } = position;
        let carry = NO_CARRY;
        const sum = { margin: 0n, pnl: 0n, fee: 0n };
        for (const share of [...shares, 100]) {
          const lots = share === 100 ? size.lots : (size.lots * BigInt(share)) / 100n;
          if (lots === 0n || size.lots < lots) continue;
          const part = closePart({ ...position, margin, size, carry }, { lots: lots as Amount, price });
          sum.margin += part.margin;
          sum.pnl += part.pnl;
          sum.fee += part.fee;
          carry = part.carry;
          margin = (margin - part.margin) as Amount;
          size = { ...size, lots: (size.lots - lots) as Amount };
          if (size.lots === 0n) break;
        }
        expect(sum).toEqual({ margin: position.margin, pnl: whole.pnl, fee: whole.fee });
      }),
    );
  });

  test('of nothing, or of more than is open, throw', () => {
    const position = {
      side: 'buy',
      size: BTC,
      open: priceOf('1'),
      margin: amountOf('1'),
      feeRate: NO_FEE,
      carry: NO_CARRY,
    } as const;
    for (const lots of ['0', '-1', '1.00000001']) {
      expect(() => closePart(position, { lots: amountOf(lots), price: priceOf('1') })).toThrow(RangeError);
    }
  });
});

test('a close never costs more than its margin, and every unit is accounted for', () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 14n }) as fc.Arbitrary<Amount>;
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), amounts, (margin, pnl, fee) => {
      const money = settleClose({ margin, pnl: pnl as Amount, fee });
      for (const part of Object.values(money)) expect(part).toBeGreaterThanOrEqual(0n);
      expect(money.loss + money.fee + money.released).toBe(margin + money.profit);
      expect(money.profit - money.loss - money.shortfall).toBe(pnl);
      expect(money.loss).toBeLessThanOrEqual(margin);
    }),
  );
});
