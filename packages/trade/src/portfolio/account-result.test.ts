import { evaluate } from '@glasshouse/rules/derivations';
import { expect, test } from 'vitest';
import type { ContractOrder } from '../orders.ts';
import { accountResult, bookedDerivation, bookedFor, bookedIn, restDerivation } from './account-result.ts';

const POSITION = {
  state: 'open',
  side: 'buy',
  openLots: '1',
  lotSize: '1',
  quoteRate: '1',
  openPrice: '20000',
  margin: '400',
  maintenanceMargin: '100',
  feeRate: '0.0005',
  realised: '7',
  openFee: '3.84',
  closeFeePaid: '0.5',
  financing: '-0.25',
  openCosts: '4.09',
  profitMax: null,
  precision: 2,
} as ContractOrder;

test('the result is the sum of its parts, as they are shown', () => {
  expect(accountResult({ dayNet: '-259.89', ofOpen: '-3.84', open: '187.79', rest: '0' })).toEqual({
    today: '-68.26',
    booked: '-256.05',
    open: '187.79',
    rest: '0',
  });
  // 0.016 is 0.01, and −0.005 is −0.01: their sum is 0, not 0.01.
  expect(accountResult({ dayNet: '0.016', ofOpen: '0', open: '-0.005', rest: '2' })).toEqual({
    today: '2',
    booked: '0.01',
    open: '-0.01',
    rest: '2',
  });
  // A loss never looks smaller than it is.
  expect(accountResult({ dayNet: '-0.001', ofOpen: '0', open: '0', rest: '0' }).today).toBe('-0.01');
});

test('a position that is still open has booked its partial closes, less every fee', () => {
  // 7 less 3.84, 0.50 and 0.25.
  expect(bookedFor(POSITION)).toBe('2.41');
  expect(bookedFor({ ...POSITION, state: 'closed' })).toBe('0');
});

test('postings count where they are results or fees of one of the orders', () => {
  const lines = [
    { reason: 'contracts.financing', ref: '7', amount: '-0.8' },
    { reason: 'contracts.profit', ref: '7', amount: '5' },
    { reason: 'contracts.margin', ref: '7', amount: '-400' },
    { reason: 'contracts.fee', ref: '8', amount: '-1' },
    { reason: 'deposit.credit', ref: null, amount: '9' },
  ];
  expect(bookedIn(lines, new Set(['7']))).toBe('4.2');
});

test('what is booked opens into its products, and follows from them', () => {
  const products = [
    { asset: 'USDT', net: '-250', label: 'funds:product.options' },
    { asset: 'USDT', net: '-9.895', label: 'funds:product.contracts' },
    { asset: 'BTC', net: '0.1', label: 'funds:product.spot' },
  ];
  const derived = bookedDerivation(products, { value: '-3.84', label: 'portfolio:result.ofOpen' });
  expect(derived.result).toBe('-256.06');
  expect(evaluate(derived)).toBe(derived.result);
  expect(derived.terms.map(({ operator, value }) => `${operator}${value}`)).toEqual(['-250', '+-9.895', '−-3.84']);
  expect(bookedDerivation([], { value: '0', label: '' }).terms).toHaveLength(1);
});

test('other changes are what the value gained beyond payments, what is booked and what is open', () => {
  const labels = { owned: 'owned', owed: 'owed', start: 'start', paidIn: 'paid', booked: 'booked', ofOpen: 'open' };
  const booked = bookedDerivation([{ asset: 'USDT', net: '-12.3456', label: 'options' }], { value: '0', label: '' });
  const day = { owedUsdt: '0', booked, bookedForOpen: '0' };
  // A day that lost 12.3456 and nothing else, in cents as it is shown.
  const plain = restDerivation({ ...day, start: { value: '100000', paidIn: '0' }, totalUsdt: '99987.6544' }, labels);
  expect(plain.result).toBe('0');
  // 500.00 came in, coins gained 30.00, 200.00 are owed, and 2.40 were paid for what is open.
  const derived = restDerivation(
    {
      start: { value: '100000', paidIn: '500' },
      totalUsdt: '100715.2544',
      owedUsdt: '200',
      booked,
      bookedForOpen: '-2.4',
    },
    labels,
  );
  expect(derived.result).toBe('30');
  expect(evaluate(derived)).toBe(derived.result);
  expect(derived.terms.map(({ label }) => label)).toEqual(['owned', 'owed', 'start', 'paid', 'booked', 'open']);
});
