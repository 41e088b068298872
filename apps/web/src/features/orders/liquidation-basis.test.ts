/**
 * Where the liquidation rule takes its figures from, while the position is open and after its
 * liquidation.
 */
import { expect, test } from 'vitest';
import { liquidationBasis } from './liquidation-basis.ts';
import type { ContractEvidence } from './verify-order.ts';

const LIQUIDATED = { kind: 'liquidated', lots: '0.5', price: '97.9961' };

const evidence = (order: Partial<ContractEvidence['order']>, steps: readonly object[] = []): ContractEvidence =>
  ({
    order: {
      state: 'liquidated',
      liquidationPrice: '98.2588',
      openPrice: '98.8688',
      openLots: '0',
      lotSize: '10',
      quoteRate: '1',
      maintenanceMargin: '0',
      ...order,
    },
    terms: { tiers: [{ floor: '0', deduction: '0', maxLeverage: 75, maintenanceRate: '0.00666666' }] },
    steps,
  }) as unknown as ContractEvidence;

test('an open position has its own figures', () => {
  const open = evidence({ state: 'open', openLots: '2', maintenanceMargin: '13.2' });
  expect(liquidationBasis(open)).toEqual({ price: '98.2588', lots: '2', maintenance: '13.2', step: undefined });
});

test('after a liquidation: the lots it closed, and the requirement of their opening notional of 494.344', () => {
  expect(liquidationBasis(evidence({}, [LIQUIDATED]))).toEqual({
    price: '98.2588',
    lots: '0.5',
    maintenance: '3.29562338',
    step: LIQUIDATED,
  });
});

test('a liquidation before a close: the share of what the position had become by the price and rate of then', () => {
  const before = {
    ...LIQUIDATED,
    closesAt: '2026-11-27T21:00:00.000Z',
    tick: { price: '150' },
    rate: { quoteRate: '1.2' },
  };
  const required = (basis: object) => {
    const receipt = evidence({}, [before]);
    const closeRequirement = { minutes: 30, rate: '0.12', largestGap: '0.1', ...basis };
    return liquidationBasis({ ...receipt, terms: { ...receipt.terms, closeRequirement } } as ContractEvidence)
      ?.maintenance;
  };
  // 12 % of 0.5 × 10 × 150 × 1.2, and of 494.344 where the opening counts.
  expect(required({ basis: 'mark' })).toBe('108');
  expect(required({})).toBe('59.32128');
});

test('an order that ended otherwise, or never opened, has none', () => {
  expect(liquidationBasis(evidence({ state: 'closed' }))).toBeUndefined();
  expect(liquidationBasis(evidence({ state: 'cancelled', openPrice: null }))).toBeUndefined();
});
