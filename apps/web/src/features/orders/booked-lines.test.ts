import { expect, test } from 'vitest';
import type { StatementLine } from '../../parts/statement/lines-table.tsx';
import { bookedLines } from './booked-lines.ts';

const line = (seq: number, reason: string, amount: string): StatementLine => ({
  id: `${seq}.0`,
  seq,
  reason,
  amount,
  asset: 'USDT',
  account: 'available',
  book: 'demo',
  at: '2026-11-21T10:00:00.000Z',
  balanceAfter: '0',
  counterparty: 'fees',
  ref: '7',
});
const FEE = ['contracts.fee'];

test('opening and closing fee of the same amount have a line each', () => {
  const lines = [
    line(20, 'contracts.fee', '-0.5'),
    line(10, 'contracts.fee', '-0.5'),
    line(20, 'contracts.profit', '3'),
  ];
  expect(
    bookedLines(lines, {
      openFee: { amount: '0.5', reasons: FEE },
      closeFee: { amount: '0.5', reasons: FEE, at: 'last' },
      realised: { amount: '3', reasons: ['contracts.profit', 'contracts.loss'] },
    }),
  ).toEqual({ openFee: '10.0', closeFee: '20.0', realised: '20.0' });
});

test('an amount of several lines leads to the first, one that they do not make to none', () => {
  const lines = [line(12, 'contracts.financing', '-0.2'), line(11, 'contracts.financing', '-0.1')];
  const reasons = ['contracts.financing'];
  expect(bookedLines(lines, { nights: { amount: '0.3', reasons } })).toEqual({ nights: '11.0' });
  expect(bookedLines(lines, { nights: { amount: '0.4', reasons } })).toEqual({});
});
