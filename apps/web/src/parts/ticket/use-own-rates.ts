import { feeRateOf } from '@glasshouse/rules/fee-tiers';
import { formatRate, rateOf } from '@glasshouse/rules/money';
import { useMemo } from 'react';
import { useUserInfo } from '../account/use-user-info.ts';

/**
 * Terms with the user's own fee rates in place of the listed ones, by fee tier. Visitors, and
 * everyone until the tier is known, see the listed rates.
 */
export function useOwnRates<Name extends string, Terms extends Readonly<Record<Name, string>>>(
  terms: Terms,
  names: readonly Name[],
): Terms {
  const discount = useUserInfo().data?.level.feeDiscount ?? '0';
  return useMemo(() => {
    const own = names.map((name) => [name, formatRate(feeRateOf(rateOf(terms[name]), rateOf(discount)))]);
    return { ...terms, ...Object.fromEntries(own) };
  }, [terms, names, discount]);
}
