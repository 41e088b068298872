import { createFormatter } from '@glasshouse/i18n/format';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { expect, test, vi } from 'vitest';
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
  closeFeePaid: '0',
  financing: '0',
  openCosts: '10',
  realised: '0',
  profitMax: null,
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
const lineOf = (id: string, contract: ContractOrder = order, with_ = changes()) =>
  contractLines(contract, words, with_).find((line) => line.id === `contract-7-${id}`);

test('an open position has entry, stop, target and liquidation, and only stop and target can be moved', () => {
  expect(
    contractLines(order, words, changes()).map((line) => [line.id, line.price, line.onDrag !== undefined]),
  ).toEqual([
    ['contract-7-entry', 20_000, false],
    ['contract-7-stopLoss', 19_800, true],
    ['contract-7-takeProfit', 20_500, true],
    ['contract-7-liquidation', 19_709.85, false],
  ]);
});

test('every result is after all costs: of closing now at the bid, at the stop, and wherever it is dragged', () => {
  // 100 gained, 10.05 to close, 10 to open.
  expect(lineOf('entry')?.value?.(20_101)).toMatchObject({ text: '+79.95\u00a0USDT', short: '+79.95', tone: 'up' });
  expect(lineOf('stopLoss')?.value?.(20_100)).toMatchObject({
    text: '−219.90\u00a0USDT',
    short: '−219.90',
    tone: 'down',
  });
  expect(lineOf('stopLoss')?.valueAt?.(19_900)).toMatchObject({ text: '−119.95\u00a0USDT', amount: '-119.95' });
  expect(lineOf('stopLoss')?.valueAt?.(1)).toMatchObject({ text: '−410.00\u00a0USDT', short: '−410.00', tone: 'down' });
});

test('a drag sends the price at the precision of the instrument, and the cross removes the line', async () => {
  const made = changes();
  expect(await lineOf('takeProfit', order, made)?.onDrag?.(20_600.5)).toBe(true);
  expect(made.move).toHaveBeenCalledWith(expect.objectContaining({ id: 7 }), 'takeProfit', '20600.50');
  lineOf('stopLoss', order, made)?.onClose?.();
  expect(made.move).toHaveBeenLastCalledWith(expect.objectContaining({ id: 7 }), 'stopLoss', null);
});

const waiting = { ...order, state: 'waiting', openPrice: null, limitPrice: '19000.00' } as ContractOrder;
const bare = { ...order, stopLoss: null, takeProfit: null } as ContractOrder;

test('a waiting order has its limit, which can be cancelled from the chart, and its future stop and target', () => {
  const made = changes();
  expect(contractLines(waiting, words, made).map(({ id, price }) => [id, price])).toEqual([
    ['contract-7-limit', 19_000],
    ['contract-7-stopLoss', 19_800],
    ['contract-7-takeProfit', 20_500],
  ]);
  lineOf('limit', waiting, made)?.onClose?.();
  expect(made.cancel).toHaveBeenCalledWith(waiting);
});

/** The line dragged out of an order's first line at a price, and its text. */
const pulled = (contract: ContractOrder, price: number, with_ = changes()) => {
  const line = contractLines(contract, words, with_)[0]?.pull?.(price);
  return line === undefined ? undefined : [line.id, line.price, line.valueAt?.(price)?.text];
};
const USDT = '\u00a0USDT';

test('dragging below the bid gives a buy a stop, above it a target, with the result after all costs', () => {
  expect(pulled(bare, 19_900)).toEqual(['contract-7-stopLoss', 19_900, `−119.95${USDT}`]);
  // In profit, above the entry, it is still a stop: a target there would fire at once.
  expect(pulled(bare, 20_050)).toEqual(['contract-7-stopLoss', 20_050, `+29.97${USDT}`]);
  expect(pulled(bare, 20_100)).toBeUndefined();
  expect(pulled(bare, 20_200)).toEqual(['contract-7-takeProfit', 20_200, `+179.90${USDT}`]);
});

test('a sale is compared with the ask, the other way round', () => {
  const sale = { ...bare, side: 'sell' } as ContractOrder;
  expect(pulled(sale, 20_101)).toEqual(['contract-7-takeProfit', 20_101, `−121.06${USDT}`]);
  expect(pulled(sale, 20_102)).toBeUndefined();
  expect(pulled(sale, 20_103)).toEqual(['contract-7-stopLoss', 20_103, `−123.06${USDT}`]);
});

test('for a waiting order the limit decides, and the opening fee is still due', () => {
  const bareWaiting = { ...waiting, stopLoss: null, takeProfit: null } as ContractOrder;
  // 100 lost, 9.45 to close and 10 to open.
  expect(pulled(bareWaiting, 18_900)).toEqual(['contract-7-stopLoss', 18_900, `−119.45${USDT}`]);
  expect(pulled(bareWaiting, 19_050)).toEqual(['contract-7-takeProfit', 19_050, `+30.47${USDT}`]);
  // The loss is limited to margin and opening fee.
  expect(pulled(bareWaiting, 1)).toEqual(['contract-7-stopLoss', 1, `−410.00${USDT}`]);
});

test('only a missing stop or target can be dragged out; with both set, the label still opens the dialog', () => {
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

test('a dragged-out line is sent like a moved one; before the first price there is none', async () => {
  const made = changes();
  expect(await contractLines(bare, words, made)[0]?.pull?.(19_900)?.onDrag?.(19_900)).toBe(true);
  expect(made.move).toHaveBeenCalledWith(expect.objectContaining({ id: 7 }), 'stopLoss', '19900.00');
  expect(
    pulled(bare, 19_900, { ...made, quotes: () => ({ bid: undefined, ask: undefined }) as never }),
  ).toBeUndefined();
});
