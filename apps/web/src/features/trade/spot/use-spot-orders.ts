import { useBook, useSession } from '@glasshouse/app/session/session';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fetchResult } from '../../../api/client.ts';
import { privateKey } from '../../../parts/calls/query-keys.ts';

const PAGE = 20;

/** Filled and revoked orders, page by page. */
export function useSpotHistory() {
  const session = useSession();
  const book = useBook();
  return useInfiniteQuery({
    queryKey: privateKey('spotOrders', book, 'history'),
    queryFn: ({ pageParam, signal }) => {
      const query = { state: ['filled' as const, 'revoked' as const], limit: PAGE };
      return fetchResult('listSpotOrders', {
        query: pageParam === undefined ? query : { ...query, cursor: pageParam },
        signal,
      });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: session !== undefined,
  });
}
