import { useBook, useSession } from '@glasshouse/app/session/session';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../calls/query-keys.ts';

/** The account: books, security, unread counts. Fetched only while logged in. */
export function useUserInfo() {
  const session = useSession();
  const book = useBook();
  return useQuery({
    queryKey: privateKey('userInfo', book),
    queryFn: ({ signal }) => fetchResult('getUserInfo', { body: {}, signal }),
    enabled: session !== undefined,
  });
}
