import { useBook, useSession } from '@glasshouse/app/session/session';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fetchResult } from '../../../api/client.ts';
import { privateKey } from '../../../parts/calls/query-keys.ts';

const PAGE = 20;

/** Settled and void orders, page by page. */
export function useOptionsHistory() {
  const session = useSession();
  const book = useBook();
  return useInfiniteQuery({
    queryKey: privateKey('optionsOrders', book, 'history'),
    queryFn: ({ pageParam, signal }) => {
      const query = { state: ['settled' as const, 'void' as const], limit: PAGE };
      return fetchResult('listOptionOrders', {
        query: pageParam === undefined ? query : { ...query, cursor: pageParam },
        signal,
      });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: session !== undefined,
  });
}
