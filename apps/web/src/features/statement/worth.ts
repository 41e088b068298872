import type { ResultOf } from '@glasshouse/api';
import {
  AMOUNT_DECIMALS,
  type Amount,
  add,
  amountOf,
  formatAmount,
  formatDecimal,
  power10,
  subtract,
  ZERO,
} from '@glasshouse/rules/money';
import { partWorth, pledgedWorth } from '@glasshouse/trade/portfolio/part-worth';

export type Balance = ResultOf<'listBalances'>['items'][number];

/** How all assets together are used, in USDT. The parts add up to the total. */
export interface Worth {
  readonly total: string;
  readonly available: string;
  readonly inOrders: string;
  readonly inPositions: string;
  readonly inPlans: string;
  readonly pledged: string;
  /** Assets without a price; they are not counted. */
  readonly unpriced: readonly string[];
}

/**
 * Each part is its share of the asset's value, rounded down; the remainder goes to what is
 * available.
 */
export function worthOf(balances: readonly Balance[]): Worth {
  let total = ZERO;
  let inOrders = ZERO;
  let inPositions = ZERO;
  let inPlans = ZERO;
  const unpriced: string[] = [];
  for (const balance of balances) {
    if (balance.valueUsdt === null) {
      if (amountOf(balance.total) !== ZERO) unpriced.push(balance.asset);
      continue;
    }
    const worth = (...parts: readonly string[]): Amount => partWorth(balance, parts.map(amountOf).reduce(add, ZERO));
    total = add(total, amountOf(balance.valueUsdt));
    inOrders = add(inOrders, worth(balance.held));
    inPositions = add(inPositions, worth(balance.margin, balance.inOptions));
    inPlans = add(inPlans, worth(balance.plan));
  }
  const pledged = amountOf(pledgedWorth(balances));
  const tied = [inOrders, inPositions, inPlans, pledged].reduce(add, ZERO);
  return {
    total: formatAmount(total),
    available: formatAmount(subtract(total, tied)),
    inOrders: formatAmount(inOrders),
    inPositions: formatAmount(inPositions),
    inPlans: formatAmount(inPlans),
    pledged: formatAmount(pledged),
    unpriced,
  };
}

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

const CENT = power10(AMOUNT_DECIMALS - 2);
const cut = (amount: string): bigint => amountOf(amount) / CENT;
/** Halves away from zero, as results are shown. */
function rounded(amount: string): bigint {
  const units = amountOf(amount);
  const size = units < 0n ? -units : units;
  const cents = (size + CENT / 2n) / CENT;
  return units < 0n ? -cents : cents;
}

/**
 * What is available, in cents, such that it and the other parts add up to the total as they are
 * shown. `adds`: what open contracts would add to it; `owed`: what is subtracted for loans.
 */
export function availableShown(
  worth: Worth,
  { total, adds, owed }: { readonly total: string; readonly adds: string; readonly owed: string },
): string {
  const tied = [worth.inOrders, worth.inPositions, worth.inPlans, worth.pledged];
  const others = tied.map(cut).reduce((sum, part) => sum + part, 0n);
  return formatAmount(((cut(total) + cut(owed) - others - rounded(adds)) * CENT) as Amount);
}
