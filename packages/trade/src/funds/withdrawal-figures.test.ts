/** What a withdrawal costs, what arrives, and what is said about its address while it is typed. */
import { expect, test } from 'vitest';
import type { WithdrawalTerms } from './terms.ts';
import {
  accountNumberProblem,
  addressProblem,
  amountProblem,
  isUnfinished,
  payoutOf,
  priceWithdrawal,
} from './withdrawal-figures.ts';

const TERMS: WithdrawalTerms = {
  symbol: 'USDT',
  available: '1000',
  minimum: '20',
  feeRate: '0.001',
  feeMinimum: '1',
  networks: [],
  bank: null,
  step: 'none',
  passkey: false,
  blocks: [],
  lock: { isLocked: false, unlocksAt: null },
  reviewHours: 24,
};

test.each([
  ['20', { fee: '1', received: '19', minimumShare: '0.05' }],
  ['100', { fee: '1', received: '99', minimumShare: '0.01' }],
  ['1000', { fee: '1', received: '999' }],
  ['2000', { fee: '2', received: '1998' }],
  ['1234.56789', { fee: '1.23456789', received: '1233.33332211' }],
  ['1234.56789001', { fee: '1.2345679', received: '1233.33332211' }],
  ['0.5', { fee: '0.5', received: '0', minimumShare: '1' }],
])('%s: the fee is a share, at least the minimum, and rounded up', (amount, figures) => {
  expect(priceWithdrawal(amount, TERMS, 8)).toEqual({ minimumShare: undefined, ...figures });
});

test.each(['', '0', 'abc', '1e3'])('"%s" has no figures', (amount) => {
  expect(priceWithdrawal(amount, TERMS, 8)).toBeUndefined();
});

test.each([
  ['', 'amount'],
  ['19.99999999', 'minimum'],
  ['20', undefined],
  ['1000', undefined],
  ['1000.00000001', 'balance'],
] as const)('an amount of "%s": %s', (amount, problem) => {
  expect(amountProblem(amount, TERMS, 8)).toBe(problem);
});

test('an amount that the fee eats up is refused', () => {
  expect(amountProblem('20', { ...TERMS, feeMinimum: '20' }, 8)).toBe('fee');
});

test('what a network cannot express stays with the fee', () => {
  expect(priceWithdrawal('1234.56789', TERMS, 2)).toMatchObject({ fee: '1.23789', received: '1233.33' });
});

test('a bank pays out to the cent, rounded down', () => {
  expect(payoutOf('100', 11_000_000_000n)).toBe('90.9');
  expect(payoutOf('100', 10_000_000_000n)).toBe('100');
  // 0.3 % rounded up stays here; the rest is cut to the cent.
  expect(payoutOf('198', 11_000_000_000n, '0.003')).toBe('179.46');
  expect(payoutOf('100', undefined)).toBeUndefined();
});

test.each([
  ['ERC20', '', 'empty', true],
  ['ERC20', '0x5aAeb6053F', 'length', true],
  ['ERC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'prefix', false],
  ['ERC20', 'ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@137?value=1', 'link', false],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=1', 'link', false],
  ['TRC20', ' TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH ', undefined, false],
  ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'lost', false],
  ['BEP20', '0xdac17f958d2ee523a2206206994597c13d831ec7', 'lost', false],
  ['ERC20', '0x000000000000000000000000000000000000dEaD', 'lost', false],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum', false],
] as const)('%s "%s": %s', (network, typed, problem, unfinished) => {
  expect(addressProblem(network, typed)).toBe(problem);
  expect(isUnfinished(problem)).toBe(unfinished);
});

test.each([
  ['DE89 3704 0044 0532 0130 00', undefined],
  ['DE88 3704 0044 0532 0130 00', 'checksum'],
  ['gb82west12345698765432', undefined],
  ['12345678', undefined],
  [' ', 'empty'],
] as const)('account number "%s": %s', (number, problem) => {
  expect(accountNumberProblem(number)).toBe(problem);
});
