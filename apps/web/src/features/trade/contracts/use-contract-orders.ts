import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../../api/queries.ts';
import type { ContractOrder } from '../../../live/user.ts';
import { useBook, useSession } from '../../../session/session.ts';
import { privateKey } from '../../../shared/query-keys.ts';

const LIVE_MAX = 200;
const PAGE = 20;

type Orders = readonly ContractOrder[];
const SELECTIONS = {
  open: (orders: Orders): Orders => orders.filter((order) => order.state === 'open'),
  waiting: (orders: Orders): Orders => orders.filter((order) => order.state === 'waiting'),
} as const;

/**
 * Open positions and waiting orders, or one of the two, newest first. The user socket refreshes
 * them.
 */
export function useLiveContracts(only?: keyof typeof SELECTIONS) {
  const session = useSession();
  const book = useBook();
  return useQuery({
    queryKey: privateKey('contractOrders', book, 'live'),
    queryFn: async ({ signal }): Promise<Orders> => {
      const query = { state: ['waiting' as const, 'open' as const], limit: LIVE_MAX };
      return (await fetchResult('listPositions', { query, signal })).items;
    },
    ...(only !== undefined && { select: SELECTIONS[only] }),
    enabled: session !== undefined,
  });
}

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
