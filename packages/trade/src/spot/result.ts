import { type Amount, amountOf, formatAmount } from '@glasshouse/rules/money';
import { spotResult } from '@glasshouse/rules/results';
import type { SpotOrder } from '../orders.ts';

/** What a spot order has cost or brought so far, after its fees, in the quote asset; unsigned. */
export function spotNet(order: Pick<SpotOrder, 'side' | 'filledAmount' | 'fee'>): string {
  const { net } = spotResult({ side: order.side, amount: amountOf(order.filledAmount), fee: amountOf(order.fee) });
  return formatAmount((net < 0n ? -net : net) as Amount);
}
