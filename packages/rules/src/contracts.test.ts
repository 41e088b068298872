/** Margin, fees, PnL and stop checks of contracts: published examples first, then properties. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contractFeeOf,
  financingOf,
  marginOf,
  notionalOf,
  pnlOf,
  type Side,
  type Size,
  stopsProblem,
} from './contracts.ts';
import { breakEvenPrice, liquidationPrice, marginLevelOf, type Position } from './contracts-liquidation.ts';
import { maintenanceOf } from './contracts-tiers.ts';
import { amountOf, formatAmount, formatPrice, type Price, priceOf, priceOfPoints, rateOf } from './money.ts';
import { BTC, CENT, NO_FEE, points, sizes, tiersOf } from './testing/contracts.ts';

describe('one bitcoin at 20,000 with 50×', () => {
  const open = priceOf('20000');
  const margin = marginOf(BTC, open, 50);
  const tiers = tiersOf(['0', '0.005', 125]) ?? [];
  const maintenance = maintenanceOf(tiers, notionalOf(BTC, open));

  test('needs 400 of margin and 100 of maintenance', () => {
    expect(formatAmount(margin)).toBe('400');
    expect(formatAmount(maintenance)).toBe('100');
  });

  test.each([
    ['buy', '19700'],
    ['sell', '20300'],
  ] as const)('%s is liquidated at %s before fees', (side, price) => {
    const position: Position = { side, size: BTC, open, margin, maintenance, feeRate: NO_FEE };
    expect(formatPrice(liquidationPrice(position, CENT) as Price)).toBe(price);
    expect(marginLevelOf(position, priceOf(price))).toBe(rateOf('1'));
    expect(marginLevelOf(position, open)).toBe(rateOf('4'));
  });

  test('costs 10 a side at 0.05 %, 6 a night at 0.03 %, and must rise by both fees to break even', () => {
    const feeRate = rateOf('0.0005');
    expect(formatAmount(contractFeeOf(BTC, open, feeRate))).toBe('10');
    expect(formatAmount(financingOf(BTC, open, rateOf('0.0003')))).toBe('6');
    const paid = amountOf('10');
    const price = breakEvenPrice({ side: 'buy', size: BTC, open, feeRate, paid }, CENT);
    expect(formatPrice(price)).toBe('20020.02');
    expect(formatPrice(breakEvenPrice({ side: 'sell', size: BTC, open, feeRate, paid }, CENT))).toBe('19980');
  });
});

test('yen: ten lots of 100,000 dollars at 155.000, a yen being 0.00645 dollars', () => {
  const size: Size = { lots: amountOf('10'), lotSize: amountOf('100000'), quoteRate: rateOf('0.00645') };
  const open = priceOf('155');
  expect(formatAmount(notionalOf(size, open))).toBe('999750');
  expect(formatAmount(pnlOf({ side: 'buy', size, open, close: priceOf('155.01') }))).toBe('64.5');
});

test("a buyer's gain is the seller's loss, to the minor unit", () => {
  fc.assert(
    fc.property(sizes, points, points, (size, from, to) => {
      const open = priceOfPoints(from, 2);
      const close = priceOfPoints(to, 2);
      const long = pnlOf({ side: 'buy', size, open, close });
      expect(pnlOf({ side: 'sell', size, open: close, close: open })).toBe(long);
      const short = pnlOf({ side: 'sell', size, open, close });
      expect(long + short).toBeGreaterThanOrEqual(-1n);
      expect(long + short).toBeLessThanOrEqual(0n);
    }),
  );
});

describe('stop-loss and take-profit', () => {
  const check = (side: Side, stops: { stopLoss?: string; takeProfit?: string }): string | undefined =>
    stopsProblem({
      side,
      reference: priceOf('100'),
      distance: priceOf('1'),
      stopLoss: stops.stopLoss === undefined ? undefined : priceOf(stops.stopLoss),
      takeProfit: stops.takeProfit === undefined ? undefined : priceOf(stops.takeProfit),
      liquidation: priceOf(side === 'buy' ? '90' : '110'),
    });

  test.each([
    ['buy', { stopLoss: '99' }, undefined],
    ['buy', { stopLoss: '99.01' }, 'stopLoss'],
    ['buy', { stopLoss: '101' }, 'stopLoss'],
    ['buy', { stopLoss: '90.01' }, undefined],
    ['buy', { stopLoss: '90' }, 'stopLoss'],
    ['buy', { takeProfit: '101' }, undefined],
    ['buy', { takeProfit: '100.99' }, 'takeProfit'],
    ['sell', { stopLoss: '101' }, undefined],
    ['sell', { stopLoss: '100.99' }, 'stopLoss'],
    ['sell', { stopLoss: '110' }, 'stopLoss'],
    ['sell', { takeProfit: '99' }, undefined],
    ['sell', { takeProfit: '99.01' }, 'takeProfit'],
    ['sell', { stopLoss: '95', takeProfit: '105' }, 'stopLoss'],
  ] as const)('%s with %j: %s', (side, stops, problem) => expect(check(side, stops)).toBe(problem));
});
