import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../../api/queries.ts';
import { useBook, useSession } from '../../../session/session.ts';
import { privateKey } from '../../../shared/query-keys.ts';

const LIVE_MAX = 200;
const PAGE = 20;

/** Orders not settled yet, newest first. The user socket refreshes the list. */
export function useLiveOptions() {
  const session = useSession();
  const book = useBook();
  return useQuery({
    queryKey: privateKey('optionsOrders', book, 'live'),
    queryFn: async ({ signal }) => {
      const query = { state: ['waiting' as const, 'open' as const], limit: LIVE_MAX };
      return (await fetchResult('listOptionOrders', { query, signal })).items;
    },
    enabled: session !== undefined,
  });
}

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
