import { useBook, useSession } from '@glasshouse/app/session/session';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../calls/query-keys.ts';

/** What the caller's level of identity allows on the real book, and what is used of it. */
export function useKycLimits() {
  const session = useSession();
  const book = useBook();
  return useQuery({
    queryKey: privateKey('identityLimits', book),
    queryFn: ({ signal }) => fetchResult('getIdentityLimits', { signal }),
    enabled: session !== undefined && !session.user.guest,
  });
}
