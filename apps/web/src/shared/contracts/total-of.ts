import { type Amount, amountOf, formatAmount } from '@glasshouse/rules/money';
import type { ContractOrder } from '../../live/user.ts';

/** The exact sum of signed amounts from the server. */
export const totalOf = (amounts: readonly string[]): string =>
  formatAmount(amounts.reduce((sum, amount) => sum + amountOf(amount), 0n) as Amount);

/** The net result of a closed contract: P&L less both fees and financing. */
export const netResult = (order: Pick<ContractOrder, 'realised' | 'openFee' | 'closeFee' | 'financing'>): string =>
  totalOf([order.realised, `-${order.openFee}`, `-${order.closeFee}`, order.financing]);
