import { evaluate } from '@glasshouse/rules/derivations';
import { expect, test } from 'vitest';
import { liveTerms, usualAmount } from './live-terms.ts';

const BTC = { code: 'BTCUSDT', seq: 7, bid: '99990', ask: '100010', mid: '100000' };
const ETH = { code: 'ETHUSDT', seq: 9, bid: '3199', ask: '3201', mid: '3200' };

test.each([
  [null, BTC, false, '100000', '100110.11', '0.0010999'],
  [BTC, null, true, '100000', '99890.01', '0.0010999'],
  [BTC, ETH, true, '31.25', '31.2058', '0.00141196'],
])('%o to %o is priced at once, with what it costs', (from, to, isOfGiven, reference, price, spreadRate) => {
  const terms = liveTerms({ from, to }, '0.001');
  expect(terms.isOfGiven).toBe(isOfGiven);
  expect(evaluate(terms.reference)).toBe(reference);
  expect(terms.price && evaluate(terms.price)).toBe(terms.price?.result);
  expect(terms.price?.result.startsWith(price)).toBe(true);
  expect(terms.spreadRate).toBe(spreadRate);
});

test('without a margin there is the reference alone', () => {
  expect(liveTerms({ from: null, to: BTC }, undefined)).toMatchObject({ price: undefined, spreadRate: undefined });
});

test('the usual amount is worth a hundred dollars in any coin', () => {
  expect(usualAmount(null)).toBe('100');
  expect(usualAmount(BTC)).toBe('0.001');
  expect(usualAmount(ETH)).toBe('0.03125');
});
