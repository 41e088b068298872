import { loadCallTable } from '@glasshouse/client/load-call-table';
import type { TickRef } from '@glasshouse/rules/derivations';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { proofWaitMs } from './proof-poll.ts';

/** The proof of a tick, asked for again until its minute is signed. */
export function useTickReceipt({ code, seq }: TickRef) {
  return useQuery({
    queryKey: ['tickReceipt', code, seq],
    queryFn: async ({ signal }) => {
      await loadCallTable();
      return fetchResult('getTickReceipt', { query: { code, seq }, signal });
    },
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.receipt === null ? (proofWaitMs([data], { polls: dataUpdateCount, now: serverNow() }) ?? false) : false,
    // What is signed does not change.
    staleTime: ({ state: { data } }) => (data?.receipt == null ? 0 : Number.POSITIVE_INFINITY),
  });
}
