import { useBook, useSession } from '@glasshouse/app/session/session';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../calls/query-keys.ts';

/** Balances of the current book. The user socket refreshes them after each change. */
export function useBalances() {
  const session = useSession();
  const book = useBook();
  return useQuery({
    queryKey: privateKey('balances', book),
    queryFn: ({ signal }) => fetchResult('listBalances', { signal }),
    enabled: session !== undefined,
  });
}
