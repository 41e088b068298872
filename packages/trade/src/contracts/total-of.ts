import { type Amount, amountOf, formatAmount } from '@glasshouse/rules/money';
import { endedContract } from '@glasshouse/rules/results';
import type { ContractOrder } from '../orders.ts';

/** The exact sum of signed amounts from the server. */
export const totalOf = (amounts: readonly string[]): string =>
  formatAmount(amounts.reduce((sum, amount) => sum + amountOf(amount), 0n) as Amount);

/** The result of a contract that has ended, after all costs. */
export const netResult = (
  order: Pick<ContractOrder, 'realised' | 'openFee' | 'closeFeePaid' | 'financing' | 'netted'>,
): string => formatAmount(endedContract(order).net);
