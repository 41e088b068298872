import { useBook, useSession } from '@glasshouse/app/session/session';
import type { Quote } from '@glasshouse/trade/convert/figures';
import { type CoinsNow, usualAmount } from '@glasshouse/trade/convert/live-terms';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';

/** Terms change seldom; prices come from the market meanwhile. */
const FRESH_MS = 300_000;

/** What the pair costs at an ordinary amount: shown before one is entered. */
export function useUsualQuote(request: {
  readonly from: string;
  readonly to: string;
  readonly coins: CoinsNow | undefined;
  readonly isWanted: boolean;
}): Quote | undefined {
  const { from, to, coins, isWanted } = request;
  const book = useBook();
  const session = useSession();
  const { data } = useQuery({
    queryKey: privateKey('usualQuote', book, `${from} ${to}`),
    queryFn: ({ signal }) =>
      fetchResult('quoteConversion', { query: { from, to, amount: usualAmount(coins?.from ?? null) }, signal }),
    enabled: session !== undefined && coins !== undefined && isWanted,
    staleTime: FRESH_MS,
    retry: false,
  });
  return data;
}
