import { useBook } from '@glasshouse/app/session/session';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { type PeriodChoice, rangeOf } from './periods.ts';
import { isPending } from './profit-rows.ts';

/**
 * While the server processes a long history, each request continues it: the next follows a second
 * after the answer.
 */
const AGAIN_MS = 1_000;

/** The result of each product in the period. */
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
