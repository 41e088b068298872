import { type Amount, amountOf, formatAmount } from '@glasshouse/rules/money';

/** Sum of signed amounts that the server wrote, exact. */
export const totalOf = (amounts: readonly string[]): string =>
  formatAmount(amounts.reduce((sum, amount) => sum + amountOf(amount), 0n) as Amount);
