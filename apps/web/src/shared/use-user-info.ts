import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../api/queries.ts';
import { useBook, useSession } from '../session/session.ts';
import { privateKey } from './query-keys.ts';

/** State of the account: books, security, unread counts. Asked for only while somebody is logged in. */
export function useUserInfo() {
  const session = useSession();
  const book = useBook();
  return useQuery({
    queryKey: privateKey('userInfo', book),
    queryFn: ({ signal }) => fetchResult('getUserInfo', { body: {}, signal }),
    enabled: session !== undefined,
  });
}
