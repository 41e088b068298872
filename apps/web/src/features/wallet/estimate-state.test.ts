import { expect, test } from 'vitest';
import { estimateState } from './estimate-state.ts';

/** What stands in the place of the estimate of a bank withdrawal. */
const SUNDAY = Date.parse('2026-11-29T17:00:00Z');
const opensAt = '2026-11-29T22:00:00.000Z';
const priceAt = '2026-11-27T21:59:58.000Z';

test.each([
  ['the price of an open market', { price: '1.16', priceAt, opensAt: null }, { kind: 'open' }],
  ['the last price of a closed market', { price: '1.16', priceAt, opensAt }, { kind: 'closed', priceAt, opensAt }],
  ['no price yet, of a closed market', { price: null, priceAt: null, opensAt }, { kind: 'waits', opensAt }],
  ['no price yet, of an open market', { price: null, priceAt: null, opensAt: null }, { kind: 'none' }],
])('%s', (_what, terms, expected) => {
  expect(estimateState(terms, SUNDAY)).toEqual(expected);
});

test('a market opens while the terms are on the page', () => {
  const later = Date.parse(opensAt) + 1;
  expect(estimateState({ price: '1.16', priceAt, opensAt }, later)).toEqual({ kind: 'open' });
  expect(estimateState({ price: null, priceAt: null, opensAt }, later)).toEqual({ kind: 'none' });
});
