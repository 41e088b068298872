import { feeRateOf } from '@glasshouse/rules/levels';
import { formatRate, rateOf } from '@glasshouse/rules/money';
import { useMemo } from 'react';
import { useUserInfo } from '../../../shared/use-user-info.ts';
import type { SpotTerms } from './spot-figures.ts';

/** The terms with the fee rates of the user's level; those of level 0 for visitors, and until the level is known. */
export function useOwnTerms(terms: SpotTerms): SpotTerms {
  const level = useUserInfo().data?.level.level ?? 0;
  return useMemo(() => {
    const own = (rate: string) => formatRate(feeRateOf(rateOf(rate), level));
    return { ...terms, makerRate: own(terms.makerRate), takerRate: own(terms.takerRate) };
  }, [terms, level]);
}
