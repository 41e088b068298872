import { useMemo } from 'react';
import { useOwnRate } from '../../../shared/ticket/use-own-rates.ts';
import type { SpotTerms } from './figures.ts';

/** The terms with the fee rates of the user's level. */
export function useOwnTerms(terms: SpotTerms): SpotTerms {
  const own = useOwnRate();
  return useMemo(() => ({ ...terms, makerRate: own(terms.makerRate), takerRate: own(terms.takerRate) }), [terms, own]);
}
