import { expect, test } from 'vitest';
import type { ContractOrder } from '../orders.ts';
import { closeName, expectedClose, levelAt, levelShare, netNow, percentText, shareOfMargin } from './live-figures.ts';
import { readPosition } from './position.ts';

/**
 * One coin bought at 20,000 with 50×: a margin of 400, a maintenance margin of 100, and a closing
 * fee of 0.05 %.
 */
const order = {
  state: 'open',
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
const position = readPosition(order)!;

test('an order that is not open has no position', () => {
  expect(readPosition({ ...order, state: 'waiting' })).toBeUndefined();
  expect(readPosition({ ...order, state: 'closed' })).toBeUndefined();
});

test('the result of closing now is at the bid for a buyer, after opening, closing and overnight fees', () => {
  // 100 gained, 10.05 to close, 10 to open, 2 overnight.
  expect(netNow(position, { bid: '20100.00', ask: '20102.00' })).toBe('77.95');
  expect(netNow(position, { bid: undefined, ask: '20102.00' })).toBeUndefined();
});

test('what was realised before counts, and a gain ends at its agreed maximum', () => {
  const part = readPosition({ ...order, realised: '7', closeFeePaid: '3', profitMax: '50' } as ContractOrder)!;
  expect(netNow(part, { bid: '20100.00', ask: '20102.00' })).toBe('31.95');
});

test('a result as a fraction of the margin', () => {
  expect(percentText(shareOfMargin(position, '100'))).toBe('25');
  expect(percentText(shareOfMargin(position, '-50'))).toBe('-12.5');
});

test('the margin level is 1 at the liquidation price, and the bar is empty', () => {
  // (400 + 0 − 10) ÷ 100.
  expect(levelAt(position, '20000.00')).toBe('3.9');
  expect(levelShare('3.9')).toBe(1);
  expect(levelShare('2')).toBe(0.5);
  expect(levelShare('1')).toBe(0);
  expect(levelShare(undefined)).toBe(0);
});

test('closing a part returns its share of margin and P&L less its fee', () => {
  expect(expectedClose(position, { lots: '0.25', price: '20100.00' })).toEqual({
    gross: '25',
    // A quarter of the 12 that were charged for the whole.
    costs: '5.5125',
    net: '19.4875',
    released: '122.4875',
  });
});

test('a loss is limited to the margin and what was charged before', () => {
  expect(expectedClose(position, { lots: '1', price: '19000.00' })).toEqual({
    gross: '-400',
    costs: '12',
    net: '-412',
    released: '0',
  });
});

test('closing a whole position has the name of its row, and so has its figure; part of it has neither', () => {
  const price = '20100.00';
  expect(closeName({ lots: '1', openLots: '1' }, '1')).toBe('order:ifClosedNow');
  expect(expectedClose(position, { lots: '1', price })?.net).toBe(netNow(position, { bid: price, ask: price }));
  expect(closeName({ lots: '1', openLots: '1' }, '0.5')).toBe('contracts:lotsNet');
  expect(closeName({ lots: '2', openLots: '1' }, '1')).toBe('contracts:lotsNet');
});

test('neither zero lots nor more than are open can be closed', () => {
  expect(expectedClose(position, { lots: '1.01', price: '20000.00' })).toBeUndefined();
  expect(expectedClose(position, { lots: '0', price: '20000.00' })).toBeUndefined();
  expect(expectedClose(position, { lots: '1', price: undefined })).toBeUndefined();
});
