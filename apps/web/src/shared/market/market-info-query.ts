import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { fetchResult } from '../../api/queries.ts';
import { marketStore } from '../../live/market.ts';

/** Terms, hours and figures of one instrument. Its row goes into the store, so that a page opened by a link has prices at once. */
export const marketInfoQuery = (code: string | undefined) =>
  queryOptions({
    queryKey: ['marketInfo', code],
    queryFn: async ({ signal }) => {
      const info = await fetchResult('getMarketInfo', { params: { id: code ?? '' }, signal });
      marketStore.applyList([info]);
      return info;
    },
  });

/** Which market the address of its page names. */
export function codeInAddress(search: string): string | undefined {
  const query = new URLSearchParams(search);
  return query.get('code') ?? query.get('id') ?? undefined;
}

/** Beside the code of the page, so that the first thing it draws is the market and not a place for it. */
export async function loadFirstMarket(client: QueryClient): Promise<void> {
  const code = codeInAddress(window.location.search);
  if (code !== undefined) await client.prefetchQuery(marketInfoQuery(code));
}
