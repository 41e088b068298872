import { amountOf, formatAmount } from '@glasshouse/rules/money';
import type { Outcome } from '@glasshouse/rules/options';
import { optionResult } from '@glasshouse/rules/results';
import type { OptionsOrder } from '../orders.ts';

type Terms = Pick<OptionsOrder, 'amount' | 'fee' | 'profit'>;

/** The result of an option if it ends like this, after its fee. */
export const netOfOutcome = ({ amount, fee, profit }: Terms, outcome: Outcome | 'void'): string =>
  formatAmount(optionResult({ outcome, stake: amountOf(amount), fee: amountOf(fee), profit: amountOf(profit) }).net);

/** The result of an option that has ended; undefined until then. */
export function optionNet(order: Terms & Pick<OptionsOrder, 'state' | 'outcome'>): string | undefined {
  if (order.state === 'void') return netOfOutcome(order, 'void');
  return order.outcome === null ? undefined : netOfOutcome(order, order.outcome);
}
