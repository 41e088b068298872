import { type Amount, amountOf, formatAmount } from '@glasshouse/rules/money';
import type { ContractOrder } from '../../live/user.ts';

/** Sum of signed amounts that the server wrote, exact. */
export const totalOf = (amounts: readonly string[]): string =>
  formatAmount(amounts.reduce((sum, amount) => sum + amountOf(amount), 0n) as Amount);

/** What a contract that has ended brought in all: PnL less both fees and the nights. */
export const netResult = (order: Pick<ContractOrder, 'realised' | 'openFee' | 'closeFee' | 'financing'>): string =>
  totalOf([order.realised, `-${order.openFee}`, `-${order.closeFee}`, order.financing]);
