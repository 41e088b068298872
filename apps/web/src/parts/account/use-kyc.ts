import { useBook, useSession } from '@glasshouse/app/session/session';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../calls/query-keys.ts';

/** The identity checks of the caller, drafts included. Both books share them. */
export function useKyc() {
  const session = useSession();
  const book = useBook();
  return useQuery({
    queryKey: privateKey('kyc', book),
    queryFn: ({ signal }) => fetchResult('getKyc', { signal }),
    enabled: session !== undefined && !session.user.guest,
  });
}
