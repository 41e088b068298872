import type { ResultOf } from '@glasshouse/api';
import { compareDecimals } from '@glasshouse/ui';

export type CoinBalance = ResultOf<'listBalances'>['items'][number];

/** Balances below this are small, in USDT. */
export const SMALL_BELOW = '1';

/** The balances to show: matches, most valuable first, without small ones if asked to. */
export function visibleCoins(
  balances: readonly CoinBalance[],
  { search, hideSmall }: { search: string; hideSmall: boolean },
): readonly CoinBalance[] {
  const needle = search.trim().toUpperCase();
  return balances
    .filter((balance) => balance.asset.includes(needle))
    .filter((balance) => !hideSmall || !isSmall(balance))
    .toSorted(
      (left, right) =>
        compareDecimals(right.valueUsdt ?? '0', left.valueUsdt ?? '0') || left.asset.localeCompare(right.asset),
    );
}

/** A balance of unknown value is not hidden. */
const isSmall = ({ valueUsdt }: CoinBalance): boolean =>
  valueUsdt !== null && compareDecimals(valueUsdt, SMALL_BELOW) < 0;
