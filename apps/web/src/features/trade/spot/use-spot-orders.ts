import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../../api/queries.ts';
import { useBook, useSession } from '../../../session/session.ts';
import { privateKey } from '../../../shared/query-keys.ts';

const OPEN_MAX = 200;
const PAGE = 20;

/** Resting orders, newest first. The user socket refreshes the list. */
export function useLiveSpotOrders() {
  const session = useSession();
  const book = useBook();
  return useQuery({
    queryKey: privateKey('spotOrders', book, 'open'),
    queryFn: async ({ signal }) => {
      const query = { state: ['waiting' as const, 'partlyFilled' as const], limit: OPEN_MAX };
      return (await fetchResult('listSpotOrders', { query, signal })).items;
    },
    enabled: session !== undefined,
  });
}

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
