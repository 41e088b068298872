import type { Derived } from '@glasshouse/rules/derivations/terms';
import {
  AMOUNT_DECIMALS,
  type Amount,
  amountOf,
  divCeil,
  divFloor,
  formatAmount,
  power10,
} from '@glasshouse/rules/money';

const CENTS = 2;
const CENT = power10(AMOUNT_DECIMALS - CENTS);

/** Down to the cent, as figures in cents are shown: a loss never looks smaller than it is. */
export const inCents = (amount: Amount): Amount => (divFloor(amount, CENT) * CENT) as Amount;

/** A payment, up to the cent: as its line in the ledger, which is negative, is shown. */
export const paidInCents = (amount: Amount): Amount => (divCeil(amount, CENT) * CENT) as Amount;

/** A sum of amounts that ends in cents, so that figures add up as they are shown. */
export const derivedInCents = (derived: Derived): Derived => ({
  ...derived,
  rounding: 'down',
  decimals: CENTS,
  result: formatAmount(inCents(amountOf(derived.result))),
});
