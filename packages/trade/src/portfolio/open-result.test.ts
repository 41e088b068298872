import { evaluate } from '@glasshouse/rules/derivations';
import { expect, test } from 'vitest';
import type { ContractOrder, OptionsOrder } from '../orders.ts';
import { openAdds, openAddsDerivation, openResult, openResultDerivation } from './open-result.ts';

const contract = {
  state: 'open',
  code: 'BTCUSDT',
  side: 'buy',
  precision: 2,
  openLots: '1',
  lotSize: '1',
  quoteRate: '1',
  openPrice: '20000.00',
  margin: '400',
  maintenanceMargin: '100',
  feeRate: '0.0005',
  realised: '0',
  openFee: '10',
  closeFeePaid: '0',
  financing: '-2',
  openCosts: '12',
  profitMax: null,
} as ContractOrder;
const option = {
  code: 'ETHUSDT',
  direction: 'up',
  amount: '100',
  fee: '1',
  profit: '80',
  entry: { price: '2000.00' },
} as OptionsOrder;
const quotes: Record<string, { price: string; bid: string; ask: string }> = {
  BTCUSDT: { price: '20101.00', bid: '20100.00', ask: '20102.00' },
  ETHUSDT: { price: '2001.00', bid: '2000.90', ask: '2001.10' },
};
const quoteOf = (code: string) => quotes[code] ?? { price: undefined, bid: undefined, ask: undefined };

test('the sum of what is open is after every fee, of contracts and of options', () => {
  expect(openResult({ contracts: [contract], options: [] }, quoteOf)).toBe('77.95');
  expect(openResult({ contracts: [], options: [option] }, quoteOf)).toBe('79');
  expect(openResult({ contracts: [contract], options: [option] }, quoteOf)).toBe('156.95');
});

test('what is open adds to the balances what its end would still book, not what was paid before', () => {
  const only = { contracts: [contract], options: [] };
  // 100 from the price, less a closing fee of 10.05; 10 and 2 were paid before.
  expect(openAdds(only, quoteOf)).toBe('89.95');
  expect(openAddsDerivation(only, quoteOf, () => undefined)?.result).toBe('89.95');
  const waiting = { ...contract, state: 'waiting' } as ContractOrder;
  expect(openAdds({ contracts: [waiting], options: [] }, quoteOf)).toBe('0');
  expect(openAddsDerivation({ contracts: [waiting], options: [] }, quoteOf, () => undefined)).toBeUndefined();
  const unpriced = { contracts: [{ ...contract, code: 'XRPUSDT' }, contract], options: [] };
  expect(openAdds(unpriced, quoteOf)).toBeUndefined();
});

test('a running option adds its result of now: its stake is in the balances, and its fee is not paid', () => {
  const both = { contracts: [contract], options: [option] };
  expect(openAdds(both, quoteOf)).toBe('168.95');
  expect(openAddsDerivation(both, quoteOf, () => undefined)?.result).toBe('168.95');
  const lost = { contracts: [], options: [{ ...option, direction: 'down' } as OptionsOrder] };
  expect(openAdds(lost, quoteOf)).toBe('-101');
  const waiting = { contracts: [], options: [{ ...option, entry: null }] };
  expect(openAdds(waiting, quoteOf)).toBe('0');
  expect(openAdds({ contracts: [], options: [{ ...option, code: 'XRPUSDT' }] }, quoteOf)).toBeUndefined();
});

test('orders that have not begun count nothing; without a price there is no sum', () => {
  const waiting = { ...contract, state: 'waiting' } as ContractOrder;
  expect(openResult({ contracts: [waiting], options: [{ ...option, entry: null }] }, quoteOf)).toBe('0');
  expect(openResult({ contracts: [{ ...contract, code: 'XRPUSDT' }], options: [option] }, quoteOf)).toBeUndefined();
});

test('the sum is of the orders in cents, as they are shown, and so is its reason', () => {
  // Three of 77.946, each shown as 77.94: not 233.83.
  const fine = { ...contract, openFee: '10.004' } as ContractOrder;
  const loss = { ...contract, openFee: '100.005' } as ContractOrder;
  expect(openResult({ contracts: [fine, fine, fine], options: [] }, quoteOf)).toBe('233.82');
  // 77.95 less 90.005 is −12.055: down.
  expect(openResult({ contracts: [loss], options: [] }, quoteOf)).toBe('-12.06');
  const derived = openResultDerivation({ contracts: [fine, loss], options: [option] }, quoteOf, () => undefined);
  expect(derived?.result).toBe('144.88');
  expect(evaluate(derived!)).toBe('144.88');
});
