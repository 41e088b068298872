import { useMemo } from 'react';
import { useOwnRate } from '../../../shared/ticket/use-own-rates.ts';
import type { WireTerms } from './terms.ts';

/** The terms with the fee rate of the user's level. */
export function useOwnTerms(terms: WireTerms): WireTerms {
  const own = useOwnRate();
  return useMemo(() => ({ ...terms, feeRate: own(terms.feeRate) }), [terms, own]);
}
