import type { ResultOf } from '@glasshouse/api';
import {
  type Amount,
  add,
  amountOf,
  divFloor,
  formatAmount,
  formatDecimal,
  subtract,
  ZERO,
} from '@glasshouse/rules/money';

export type Balance = ResultOf<'listBalances'>['items'][number];

/** How all assets together are used, in USDT. The parts add up to the total. */
export interface Worth {
  readonly total: string;
  readonly available: string;
  readonly inOrders: string;
  readonly inPositions: string;
  readonly elsewhere: string;
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
  let elsewhere = ZERO;
  const unpriced: string[] = [];
  for (const balance of balances) {
    const whole = amountOf(balance.total);
    if (balance.valueUsdt === null) {
      if (whole !== ZERO) unpriced.push(balance.asset);
      continue;
    }
    const value = amountOf(balance.valueUsdt);
    const worth = (...parts: readonly string[]): Amount => {
      const sum = parts.map(amountOf).reduce(add, ZERO);
      return whole === ZERO ? ZERO : (divFloor(value * sum, whole) as Amount);
    };
    total = add(total, value);
    inOrders = add(inOrders, worth(balance.held));
    inPositions = add(inPositions, worth(balance.margin, balance.inOptions));
    elsewhere = add(elsewhere, worth(balance.plan, balance.collateral));
  }
  const tied = [inOrders, inPositions, elsewhere].reduce(add, ZERO);
  return {
    total: formatAmount(total),
    available: formatAmount(subtract(total, tied)),
    inOrders: formatAmount(inOrders),
    inPositions: formatAmount(inPositions),
    elsewhere: formatAmount(elsewhere),
    unpriced,
  };
}

const SHARE_DECIMALS = 4;

/**
 * An asset's share of the total as decimal text, rounded down: 0.1234 is 12.34 %. Undefined if
 * either is unknown or zero.
 */
export function shareOf(value: string | null, total: string): string | undefined {
  if (value === null || amountOf(total) <= ZERO) return undefined;
  return formatDecimal(divFloor(amountOf(value) * 10n ** BigInt(SHARE_DECIMALS), amountOf(total)), SHARE_DECIMALS);
}
