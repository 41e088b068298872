import type { Reference } from '../product.ts';
import type { DepositRow } from './deposit-rows.ts';

const MINIMUMS: Readonly<Record<string, string>> = { USDT: '120', BTC: '0.015', ETH: '0.2' };
const SETTLE_MS = 7 * 86_400_000;

export const minimumsOf = ({ figure }: Reference): Readonly<Record<string, string>> =>
  figure('parameter.deposit.minimums', MINIMUMS);

/** Closed long enough ago that no reorganisation reaches it, and nothing is held or owed for it. */
export const isSettled = (
  row: Pick<DepositRow, 'closed_at' | 'frozen' | 'owed'>,
  { figure }: Reference,
  at: number,
): boolean =>
  row.closed_at !== null &&
  row.closed_at + figure('deposits.settleMs', SETTLE_MS) <= at &&
  row.frozen === '0' &&
  row.owed === '0';
