import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/queries.ts';
import { serverNow } from '../../live/clock.ts';
import { useBook } from '../../session/session.ts';
import { privateKey } from '../../shared/query-keys.ts';
import { type PeriodChoice, rangeOf } from './periods.ts';
import { isPending } from './profit-rows.ts';

/** While the server still follows a long history, each question takes it on: the next one comes a second after the answer. */
const AGAIN_MS = 1_000;

/** What each product brought in the period. */
export function useProfit(choice: PeriodChoice) {
  const book = useBook();
  return useQuery({
    queryKey: privateKey('profit', book, choice),
    queryFn: ({ signal }) => fetchResult('getProfitTotal', { query: rangeOf(choice, serverNow()) ?? {}, signal }),
    enabled: rangeOf(choice, serverNow()) !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.some(isPending) === true ? AGAIN_MS : false),
  });
}

/** What the coins of the book have cost. */
export function useCostBasis() {
  const book = useBook();
  return useQuery({
    queryKey: privateKey('profit', book, 'held'),
    queryFn: ({ signal }) => fetchResult('getCostBasis', { signal }),
    refetchInterval: ({ state }) => (state.data?.complete === false ? AGAIN_MS : false),
  });
}
