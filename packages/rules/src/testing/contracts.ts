import fc from 'fast-check';
import { marginOf, type Side, type Size } from '../contracts.ts';
import type { Position } from '../contracts-liquidation.ts';
import { deriveTiers, type TierStep } from '../contracts-tiers.ts';
import { type Amount, amountOf, priceOf, priceOfPoints, type Rate, rateOf } from '../money.ts';

/** Shared by the contract tests: one bitcoin, shorthand for tier tables, arbitrary positions. */
export const BTC: Size = { lots: amountOf('1'), lotSize: amountOf('1'), quoteRate: rateOf('1') };
export const CENT = priceOf('0.01');
export const NO_FEE = rateOf('0');

export const tiersOf = (...steps: readonly (readonly [floor: string, rate: string, leverage: number])[]) =>
  deriveTiers(
    steps.map(
      ([floor, rate, maxLeverage]): TierStep => ({
        floor: amountOf(floor),
        maintenanceRate: rateOf(rate),
        maxLeverage,
      }),
    ),
  );

const sides = fc.constantFrom<Side>('buy', 'sell');
export const points = fc.integer({ min: 100, max: 50_000_000 });
export const sizes = fc.record({
  lots: fc.bigInt({ min: 1_000_000n, max: 50_000_000_000n }) as fc.Arbitrary<Amount>,
  lotSize: fc.constantFrom('0.001', '1', '100000').map(amountOf),
  quoteRate: fc.constantFrom('1', '0.00652', '1.31').map(rateOf),
});
export const positions = fc
  .record({
    side: sides,
    size: sizes,
    openPoints: points,
    leverage: fc.integer({ min: 1, max: 125 }),
    maintenance: fc.bigInt({ min: 1n, max: 99n }),
    feeRate: fc.bigInt({ min: 0n, max: 299_999n }) as fc.Arbitrary<Rate>,
  })
  .map(({ side, size, openPoints, leverage, maintenance, feeRate }): Position => {
    const open = priceOfPoints(openPoints, 2);
    const margin = marginOf(size, open, leverage);
    // A share of the margin, so that some of it can be lost before liquidation.
    return { side, size, open, margin, maintenance: ((margin * maintenance) / 100n) as Amount, feeRate };
  });
