import { amountOf, formatAmount, ZERO } from '@glasshouse/rules/money';
import { planResult } from '@glasshouse/rules/results';

/** What a plan has come to: the yield that was paid, less the penalty for leaving early. */
export const planNet = ({ earned, penalty }: { readonly earned: string; readonly penalty: string | null }): string =>
  formatAmount(planResult({ earned: amountOf(earned), penalty: penalty === null ? ZERO : amountOf(penalty) }).net);
