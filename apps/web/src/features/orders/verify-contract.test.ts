import { formatPoints } from '@glasshouse/rules/money';
import { expect, test } from 'vitest';
import { type ContractEvidence, type ContractStep, verifyContract } from './verify-contract.ts';

/**
 * Two coins bought at 20,000.00, one sold at 20,100.00 and one at 19,900.00, by ticks on the tape.
 */
const proven = (seq: number, bid: number, ask: number) => {
  const tick = { code: 'BTCUSDT', seq, bid, ask, mid: (bid + ask) / 2, precision: 2, at: 1_788_000_000_000 + seq };
  return { tick: { ...tick, mid: formatPoints(tick.mid, 2) }, receipt: { tick } };
};
const step = (kind: ContractStep['kind'], seq: number, part: Partial<ContractStep>) =>
  ({ kind, tick: { seq }, lots: null, price: null, pnl: null, ...part }) as ContractStep;

const evidence = (change: Partial<ContractEvidence> = {}) =>
  ({
    order: { code: 'BTCUSDT', side: 'buy', lots: '2', lotSize: '1', quoteRate: '1', feeRate: '0.0005' },
    steps: [
      step('opened', 1, { lots: '2', price: '20000.00' }),
      step('partClosed', 2, { lots: '1', price: '20100.00', pnl: '100' }),
      step('closed', 3, { lots: '1', price: '19900.00', pnl: '-100' }),
    ],
    ticks: [proven(1, 1_999_900, 2_000_000), proven(2, 2_010_000, 2_010_100), proven(3, 1_990_000, 1_990_100)],
    ...change,
  }) as unknown as ContractEvidence;

const result = (change?: Partial<ContractEvidence>) => verifyContract(evidence(change), []).result;
const withStep = (index: number, part: Partial<ContractStep>) =>
  evidence().steps.map((known, at) => (at === index ? { ...known, ...part } : known));

test('correct evidence follows from its ticks', () => {
  expect(result()).toBe(true);
});

test.each<[string, Partial<ContractEvidence>]>([
  ['an opening at the wrong side of the spread', { steps: withStep(0, { price: '19999.00' }) }],
  ['a close at a price of no tick', { steps: withStep(1, { price: '20050.00' }) }],
  ['a gain that was booked too small', { steps: withStep(1, { pnl: '99.99999999' }) }],
  ['a loss that was booked too large', { steps: withStep(2, { pnl: '-100.00000001' }) }],
])('%s does not pass', (_name, change) => {
  expect(result(change)).toBe(false);
});

test('a loss limited to the margin passes', () => {
  expect(result({ steps: withStep(2, { pnl: '-40' }) })).toBe(true);
});

test('a missing proof is pending', () => {
  const ticks = evidence().ticks.map((known, at) => (at === 2 ? { ...known, receipt: null } : known));
  expect(result({ ticks })).toBeUndefined();
  expect(verifyContract(evidence({ ticks }), []).ticks.get(3)).toBe('pending');
});

test('an order that never opened has nothing to verify', () => {
  expect(result({ steps: [step('placed', 1, { lots: '2' }), step('cancelled', 2, {})] })).toBeUndefined();
});
