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
  maintenanceMargin: '100',
  feeRate: '0.0005',
  stopLoss: '19800.00',
  takeProfit: '20500.00',
  liquidationPrice: '19709.85',
} as ContractOrder;
const words = { t: ((key: string) => key) as never, format: createFormatter('en') };
const changes = () => ({ move: vi.fn(async () => true), cancel: vi.fn() });
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

test('an order that waits has its limit, which can be cancelled from the chart', () => {
  const made = changes();
  const waiting = { ...order, state: 'waiting', openPrice: null, limitPrice: '19000.00' } as ContractOrder;
  expect(contractLines(waiting, words, made).map((line) => line.price)).toEqual([19_000]);
  lineOf('limit', waiting, made)?.onClose?.();
  expect(made.cancel).toHaveBeenCalledWith(waiting);
});
