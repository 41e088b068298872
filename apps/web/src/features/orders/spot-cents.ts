import { add, amountOf, formatAmount, subtract } from '@glasshouse/rules/money';
import { inCents } from '@glasshouse/trade/portfolio/cents';

/**
 * Value and fee of a spot order in cents, so that they add up to what was paid or received as it is
 * shown.
 */
export function spotCents(order: { readonly side: 'buy' | 'sell'; readonly net: string; readonly fee: string }): {
  readonly value: string;
  readonly fee: string;
} {
  const fee = inCents(amountOf(order.fee));
  const net = inCents(amountOf(order.net));
  return { value: formatAmount(order.side === 'buy' ? subtract(net, fee) : add(net, fee)), fee: formatAmount(fee) };
}
