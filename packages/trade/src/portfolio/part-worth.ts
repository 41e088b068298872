import type { ResultOf } from '@glasshouse/api';
import { type Amount, add, amountOf, divFloor, formatAmount, ZERO } from '@glasshouse/rules/money';
import { inCents } from './cents.ts';

type Balance = ResultOf<'listBalances'>['items'][number];

/** USDT that a part of a balance is worth: its share of the whole, rounded down; zero unpriced. */
export function partWorth({ total, valueUsdt }: Pick<Balance, 'total' | 'valueUsdt'>, part: Amount): Amount {
  const whole = amountOf(total);
  if (valueUsdt === null || whole === ZERO) return ZERO;
  return divFloor(amountOf(valueUsdt) * part, whole) as Amount;
}

/** USDT that everything pledged for loans is worth. */
export const pledgedWorth = (balances: readonly Balance[]): string =>
  formatAmount(balances.reduce((sum, balance) => add(sum, partWorth(balance, amountOf(balance.collateral))), ZERO));

/** What each coin is worth in cents, as rows show it: their sum is what the rows add up to. */
export const worthInCents = (
  coins: readonly Pick<Balance, 'asset' | 'valueUsdt'>[],
): readonly Pick<Balance, 'asset' | 'valueUsdt'>[] =>
  coins.map(({ asset, valueUsdt }) => ({
    asset,
    valueUsdt: valueUsdt === null ? null : formatAmount(inCents(amountOf(valueUsdt))),
  }));
