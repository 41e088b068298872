import { expect, test } from 'vitest';
import { netResult, totalOf } from './total-of.ts';

test('sums are exact, with any signs', () => {
  expect(totalOf(['0.1', '0.2', '-0.3'])).toBe('0');
  expect(totalOf(['-0', '1.00000001'])).toBe('1.00000001');
  expect(totalOf([])).toBe('0');
});

test('the net result of a contract is its P&L less both fees and financing', () => {
  expect(netResult({ realised: '-0.681', openFee: '5.254845', closeFeePaid: '5.2545045', financing: '-1' })).toBe(
    '-12.1903495',
  );
  expect(netResult({ realised: '10', openFee: '0', closeFeePaid: '0', financing: '0' })).toBe('10');
});

test('one that was closed to cover another position has paid for that, too', () => {
  const fees = { openFee: '5', closeFeePaid: '5', financing: '0' };
  expect(netResult({ ...fees, realised: '400', netted: '390' })).toBe('0');
});
