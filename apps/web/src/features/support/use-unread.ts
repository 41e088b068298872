import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onUserEvent } from '../../live/user.ts';
import { useUserInfo } from '../../parts/account/use-user-info.ts';

/** How many messages of support are unread, from the moment that one arrives. */
export function useUnreadSupport(): number {
  const client = useQueryClient();
  useEffect(
    () =>
      onUserEvent({
        event: (kind) => {
          if (kind === 'support') void client.invalidateQueries({ queryKey: ['private'], predicate: isUserInfo });
        },
        resync: () => undefined,
      }),
    [client],
  );
  return useUserInfo().data?.unread.support ?? 0;
}

const isUserInfo = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean => queryKey.includes('userInfo');
