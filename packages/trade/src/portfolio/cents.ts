import type { Derived } from '@glasshouse/rules/derivations/terms';
import { AMOUNT_DECIMALS, type Amount, amountOf, formatAmount, power10 } from '@glasshouse/rules/money';

const CENTS = 2;
const CENT = power10(AMOUNT_DECIMALS - CENTS);

/** To the nearest cent, halves away from zero, as figures in cents are shown. */
export function inCents(amount: Amount): Amount {
  const size = amount < 0n ? -amount : amount;
  const rounded = ((size + CENT / 2n) / CENT) * CENT;
  return (amount < 0n ? -rounded : rounded) as Amount;
}

/** A sum of amounts that ends in cents, so that figures add up as they are shown. */
export const derivedInCents = (derived: Derived): Derived => ({
  ...derived,
  rounding: 'away',
  decimals: CENTS,
  result: formatAmount(inCents(amountOf(derived.result))),
});
