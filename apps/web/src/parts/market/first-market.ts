import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { marketSnapshot } from '../../live/market.ts';
import { candlesQuery, storedInterval } from './candles-query.ts';

/**
 * Terms, hours and figures of one instrument. Its row goes into the store, so that a page opened by
 * a link has prices at once.
 */
export const marketInfoQuery = (code: string | undefined) =>
  queryOptions({
    queryKey: ['marketInfo', code],
    queryFn: async ({ signal }) => {
      const info = await fetchResult('getMarketInfo', { params: { id: code ?? '' }, signal });
      marketSnapshot.applyInfo(info);
      return info;
    },
  });

/** The market named by the URL. */
export function codeInAddress(search: string): string | undefined {
  const query = new URLSearchParams(search);
  return query.get('code') ?? query.get('id') ?? undefined;
}

/** On a slow line, prefetched bars must outlive the loading of the chart code. */
const CHART_LATEST_MS = 30_000;

/** In parallel with the page's code, so that its first render has the market. */
export function loadFirstMarket(client: QueryClient): void {
  const code = codeInAddress(window.location.search);
  if (code === undefined) return;
  void client.prefetchQuery(marketInfoQuery(code));
  void client.prefetchQuery({ ...candlesQuery(code, storedInterval()), gcTime: CHART_LATEST_MS });
}
