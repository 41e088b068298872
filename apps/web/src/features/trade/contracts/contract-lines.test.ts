import { createFormatter } from '@glasshouse/i18n/format';
import { expect, test, vi } from 'vitest';
import type { ContractOrder } from '../../../live/user.ts';
import { contractLines } from './contract-lines.ts';

/** One coin bought at 20,000 with 50×, with a stop and a target. */
const order = {
  id: 7,
  state: 'open',
  side: 'buy',
  precision: 2,
  lots: '1',
  openLots: '1',
  lotSize: '1',
  quoteRate: '1',
  openPrice: '20000.00',
  limitPrice: null,
  margin: '400',
  openFee: '10',
  maintenanceMargin: '100',
  feeRate: '0.0005',
  stopLoss: '19800.00',
  takeProfit: '20500.00',
  liquidationPrice: '19709.85',
} as ContractOrder;
const words = { t: ((key: string) => key) as never, format: createFormatter('en') };
const changes = () => ({
  move: vi.fn(async () => true),
  cancel: vi.fn(),
  edit: vi.fn(),
  quotes: () => ({ bid: '20100.00', ask: '20102.00' }),
});
const lineOf = (id: string, of: ContractOrder = order, with_ = changes()) =>
  contractLines(of, words, with_).find((line) => line.id === `contract-7-${id}`);

test('an open position has its entry, stop, target and liquidation, and only the two in the middle can be moved', () => {
  expect(
    contractLines(order, words, changes()).map((line) => [line.id, line.price, line.onDrag !== undefined]),
  ).toEqual([
    ['contract-7-entry', 20_000, false],
    ['contract-7-stopLoss', 19_800, true],
    ['contract-7-takeProfit', 20_500, true],
    ['contract-7-liquidation', 19_709.85, false],
  ]);
});

test('the entry says the PnL at the newest price, stop and target what they would bring after the fee of the close', () => {
  expect(lineOf('entry')?.value?.(20_100)).toEqual({ text: '+100.00\u00a0USDT', tone: 'up' });
  expect(lineOf('stopLoss')?.value?.(20_100)).toEqual({ text: '−209.90\u00a0USDT', tone: 'down' });
  expect(lineOf('stopLoss')?.valueAt?.(19_900)).toEqual({ text: '−109.95\u00a0USDT', tone: 'down' });
  expect(lineOf('stopLoss')?.valueAt?.(1)).toEqual({ text: '−400.00\u00a0USDT', tone: 'down' });
});

test('a drag asks for the price in the places of the instrument, and the cross takes the line away', async () => {
  const made = changes();
  expect(await lineOf('takeProfit', order, made)?.onDrag?.(20_600.5)).toBe(true);
  expect(made.move).toHaveBeenCalledWith(7, 'takeProfit', '20600.50');
  lineOf('stopLoss', order, made)?.onClose?.();
  expect(made.move).toHaveBeenLastCalledWith(7, 'stopLoss', null);
});

const waiting = { ...order, state: 'waiting', openPrice: null, limitPrice: '19000.00' } as ContractOrder;
const bare = { ...order, stopLoss: null, takeProfit: null } as ContractOrder;

test('an order that waits has its limit, which can be cancelled from the chart, and the stop and target that it will have', () => {
  const made = changes();
  expect(contractLines(waiting, words, made).map(({ id, price }) => [id, price])).toEqual([
    ['contract-7-limit', 19_000],
    ['contract-7-stopLoss', 19_800],
    ['contract-7-takeProfit', 20_500],
  ]);
  lineOf('limit', waiting, made)?.onClose?.();
  expect(made.cancel).toHaveBeenCalledWith(waiting);
});

/** What is pulled out of the first line of an order at a price: which line, and what it says. */
const pulled = (of: ContractOrder, price: number, with_ = changes()) => {
  const line = contractLines(of, words, with_)[0]?.pull?.(price);
  return line === undefined ? undefined : [line.id, line.price, line.valueAt?.(price)?.text];
};
const USDT = '\u00a0USDT';

test('below the bid a stop is pulled out of a buy, above it a target, in money after the fee of the close', () => {
  expect(pulled(bare, 19_900)).toEqual(['contract-7-stopLoss', 19_900, `−109.95${USDT}`]);
  // In profit, above the entry, it is still the stop: a target there would be reached already.
  expect(pulled(bare, 20_050)).toEqual(['contract-7-stopLoss', 20_050, `+39.97${USDT}`]);
  expect(pulled(bare, 20_100)).toBeUndefined();
  expect(pulled(bare, 20_200)).toEqual(['contract-7-takeProfit', 20_200, `+189.90${USDT}`]);
});

test('a sale is held against the ask, the other way round', () => {
  const sale = { ...bare, side: 'sell' } as ContractOrder;
  expect(pulled(sale, 20_101)).toEqual(['contract-7-takeProfit', 20_101, `−111.05${USDT}`]);
  expect(pulled(sale, 20_102)).toBeUndefined();
  expect(pulled(sale, 20_103)).toEqual(['contract-7-stopLoss', 20_103, `−113.05${USDT}`]);
});

test('of an order that waits the limit decides, and the fee of opening is still to be paid', () => {
  const bareWaiting = { ...waiting, stopLoss: null, takeProfit: null } as ContractOrder;
  // 100 lost, 9.45 for the close and 10 for the opening.
  expect(pulled(bareWaiting, 18_900)).toEqual(['contract-7-stopLoss', 18_900, `−119.45${USDT}`]);
  expect(pulled(bareWaiting, 19_050)).toEqual(['contract-7-takeProfit', 19_050, `+30.47${USDT}`]);
  // No lower than all that was paid, margin and opening fee.
  expect(pulled(bareWaiting, 1)).toEqual(['contract-7-stopLoss', 1, `−410.00${USDT}`]);
});

test('only what is missing is pulled out; with both there is nothing to pull, and the label still leads to the dialog', () => {
  expect([
    pulled({ ...bare, stopLoss: '19800.00' }, 19_900),
    pulled({ ...bare, takeProfit: '20500.00' }, 20_300),
  ]).toEqual([undefined, undefined]);
  const made = changes();
  const entry = lineOf('entry', order, made);
  expect([entry?.pull, entry?.pressHint]).toEqual([undefined, undefined]);
  entry?.onPress?.();
  expect(made.edit).toHaveBeenCalledWith(order);
});

test('let go, it is asked for as a dragged one is; before the first price nothing can be pulled out', async () => {
  const made = changes();
  expect(await contractLines(bare, words, made)[0]?.pull?.(19_900)?.onDrag?.(19_900)).toBe(true);
  expect(made.move).toHaveBeenCalledWith(7, 'stopLoss', '19900.00');
  expect(
    pulled(bare, 19_900, { ...made, quotes: () => ({ bid: undefined, ask: undefined }) as never }),
  ).toBeUndefined();
});
