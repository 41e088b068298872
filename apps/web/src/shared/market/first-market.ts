import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { fetchResult } from '../../api/queries.ts';
import { marketSnapshot } from '../../live/market.ts';
import { candlesQuery, storedInterval } from './candles-query.ts';

/** Terms, hours and figures of one instrument. Its row goes into the store, so that a page opened by a link has prices at once. */
export const marketInfoQuery = (code: string | undefined) =>
  queryOptions({
    queryKey: ['marketInfo', code],
    queryFn: async ({ signal }) => {
      const info = await fetchResult('getMarketInfo', { params: { id: code ?? '' }, signal });
      marketSnapshot.applyInfo(info);
      return info;
    },
  });

/** Which market the address of its page names. */
export function codeInAddress(search: string): string | undefined {
  const query = new URLSearchParams(search);
  return query.get('code') ?? query.get('id') ?? undefined;
}

/** Bars that were fetched ahead wait for the code of the chart on a slow line. */
const CHART_LATEST_MS = 30_000;

/** Beside the code of the page, so that the first thing it draws is the market and not a place for it. */
export function loadFirstMarket(client: QueryClient): void {
  const code = codeInAddress(window.location.search);
  if (code === undefined) return;
  void client.prefetchQuery(marketInfoQuery(code));
  void client.prefetchQuery({ ...candlesQuery(code, storedInterval()), gcTime: CHART_LATEST_MS });
}
