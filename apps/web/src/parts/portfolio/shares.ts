import { amountOf, formatDecimal } from '@glasshouse/rules/money';

const SHARE_DECIMALS = 4;

/**
 * Parts of a whole in whole units that add up to it: each rounded down, what is missing given to
 * those that lost most (largest remainder; the first of equals).
 */
export function portions(parts: readonly bigint[], units: bigint): bigint[] {
  const whole = parts.reduce((sum, part) => sum + part, 0n);
  if (whole <= 0n) return parts.map(() => 0n);
  const floors = parts.map((part) => (part * units) / whole);
  const lost = parts.map((part, index) => ({ index, rest: (part * units) % whole }));
  const missing = Number(units - floors.reduce((sum, part) => sum + part, 0n));
  const order = lost.toSorted((left, right) =>
    left.rest === right.rest ? left.index - right.index : left.rest < right.rest ? 1 : -1,
  );
  const raised = new Set(order.slice(0, missing).map(({ index }) => index));
  return floors.map((part, index) => (raised.has(index) ? part + 1n : part));
}

/**
 * The share of each asset as decimal text, 0.1234 for 12.34 %; together 1. Undefined where the
 * value is not known, or nothing has one.
 */
export function sharesOf(values: readonly (string | null)[]): (string | undefined)[] {
  const amounts = values.map((value): bigint => (value === null ? 0n : amountOf(value)));
  if (amounts.every((amount) => amount <= 0n)) return values.map(() => undefined);
  const shares = portions(amounts, 10n ** BigInt(SHARE_DECIMALS));
  return shares.map((share, index) => (values[index] === null ? undefined : formatDecimal(share, SHARE_DECIMALS)));
}
