import { add, amountOf, formatAmount, subtract } from '@glasshouse/rules/money';
import { inCents, paidInCents } from '@glasshouse/trade/portfolio/cents';

/**
 * Value and fee of a spot order in cents, so that they add up to what was paid or received as it is
 * shown.
 */
export function spotCents(order: { readonly side: 'buy' | 'sell'; readonly net: string; readonly fee: string }): {
  readonly value: string;
  readonly fee: string;
} {
  const fee = paidInCents(amountOf(order.fee));
  const net = order.side === 'buy' ? paidInCents(amountOf(order.net)) : inCents(amountOf(order.net));
  return { value: formatAmount(order.side === 'buy' ? subtract(net, fee) : add(net, fee)), fee: formatAmount(fee) };
}
