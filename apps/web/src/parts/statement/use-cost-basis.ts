import type { ResultOf } from '@glasshouse/api';
import { useBook } from '@glasshouse/app/session/session';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../calls/query-keys.ts';

/** The server continues a long history with each call: the next comes a second after an answer. */
const AGAIN_MS = 1_000;

export type CostHolding = ResultOf<'getCostBasis'>['items'][number];

/** Coins that are held, with what they cost. */
export function useCostBasis() {
  const book = useBook();
  return useQuery({
    queryKey: privateKey('profit', book, 'held'),
    queryFn: ({ signal }) => fetchResult('getCostBasis', { signal }),
    refetchInterval: ({ state }) => (state.data?.complete === false ? AGAIN_MS : false),
  });
}
