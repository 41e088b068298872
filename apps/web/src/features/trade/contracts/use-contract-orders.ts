import { useBook, useSession } from '@glasshouse/app/session/session';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fetchResult } from '../../../api/client.ts';
import { privateKey } from '../../../parts/calls/query-keys.ts';

const PAGE = 20;

/** Past contracts, page by page. */
export function useContractHistory() {
  const session = useSession();
  const book = useBook();
  return useInfiniteQuery({
    queryKey: privateKey('contractOrders', book, 'history'),
    queryFn: ({ pageParam, signal }) => {
      const query = { state: ['closed' as const, 'liquidated' as const, 'cancelled' as const], limit: PAGE };
      return fetchResult('listPositions', {
        query: pageParam === undefined ? query : { ...query, cursor: pageParam },
        signal,
      });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: session !== undefined,
  });
}
