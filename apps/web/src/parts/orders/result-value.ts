import type { Formatter } from '@glasshouse/i18n/format';
import { type Amount, formatAmount, parseAmount } from '@glasshouse/rules/money';
import { signOf } from '@glasshouse/ui';
import type { ChartLineValue } from '@glasshouse/ui/chart';
import { RESULT_PLACES } from '../money/short-places.ts';

const ASSET = 'USDT';
const TONES = { 1: 'up', 0: 'neutral', [-1]: 'down' } as const;

/** A result as the figure of a line, with the exact amount behind it. */
export const resultValue = (amount: string, format: Formatter): ChartLineValue => ({
  text: format.signedMoney(amount, ASSET, RESULT_PLACES),
  short: format.signed(amount, RESULT_PLACES),
  tone: TONES[signOf(amount)],
  amount,
});

/** Lines that share a chip show one figure: the exact sum, if each of them has an amount. */
export function sumOfLines(values: readonly ChartLineValue[], format: Formatter): ChartLineValue | undefined {
  let sum = 0n;
  for (const { amount } of values) {
    const parsed = amount === undefined ? undefined : signedAmount(amount);
    if (parsed === undefined) return undefined;
    sum += parsed;
  }
  return values.length === 0 ? undefined : resultValue(formatAmount(sum as Amount), format);
}

function signedAmount(text: string): bigint | undefined {
  const parsed = parseAmount(text.replace(/^-/, ''));
  return parsed === undefined ? undefined : text.startsWith('-') ? -parsed : parsed;
}
