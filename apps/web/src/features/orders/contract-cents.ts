import { type Amount, amountOf, formatAmount, subtract } from '@glasshouse/rules/money';
import { inCents } from '@glasshouse/trade/portfolio/cents';

export interface ContractCents {
  readonly gross: string;
  readonly fees: string;
  readonly openFee: string;
  readonly closeFee: string;
}

/**
 * The parts of a result in cents, so that they add up as they are shown: the result and the profit
 * before fees are rounded down, the fees are what is between them, and the closing fee what is
 * left.
 */
export function contractCents(order: {
  readonly net: string;
  readonly realised: string;
  readonly openFee: string;
  readonly financing: string;
  readonly netted?: string;
}): ContractCents {
  const cents = (value: string): Amount => inCents(amountOf(value));
  const gross = cents(order.realised);
  const fees = subtract(subtract(gross, cents(order.net)), cents(order.netted ?? '0'));
  const openFee = cents(order.openFee);
  // Financing is negative in answers.
  const closeFee = (fees - openFee + cents(order.financing)) as Amount;
  return {
    gross: formatAmount(gross),
    fees: formatAmount(fees),
    openFee: formatAmount(openFee),
    closeFee: formatAmount(closeFee),
  };
}
