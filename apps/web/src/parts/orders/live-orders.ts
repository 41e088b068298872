import { useBook, useSession } from '@glasshouse/app/session/session';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../calls/query-keys.ts';

/** More than anybody may have open of one product. */
const LIVE_MAX = 200;

/** Options not settled yet, newest first. The user socket refreshes the list. */
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

type Contracts = readonly ContractOrder[];
const SELECTIONS = {
  open: (orders: Contracts): Contracts => orders.filter((order) => order.state === 'open'),
  waiting: (orders: Contracts): Contracts => orders.filter((order) => order.state === 'waiting'),
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
    queryFn: async ({ signal }): Promise<Contracts> => {
      const query = { state: ['waiting' as const, 'open' as const], limit: LIVE_MAX };
      return (await fetchResult('listPositions', { query, signal })).items;
    },
    ...(only !== undefined && { select: SELECTIONS[only] }),
    enabled: session !== undefined,
  });
}

/** Resting spot orders, newest first. The user socket refreshes the list. */
export function useLiveSpotOrders() {
  const session = useSession();
  const book = useBook();
  return useQuery({
    queryKey: privateKey('spotOrders', book, 'open'),
    queryFn: async ({ signal }) => {
      const query = { state: ['waiting' as const, 'partlyFilled' as const], limit: LIVE_MAX };
      return (await fetchResult('listSpotOrders', { query, signal })).items;
    },
    enabled: session !== undefined,
  });
}
