import { add, amountOf, formatAmount } from '@glasshouse/rules/money';

/** Sum of two amounts that the server wrote, exact. */
export const addDecimals = (left: string, right: string): string => formatAmount(add(amountOf(left), amountOf(right)));
