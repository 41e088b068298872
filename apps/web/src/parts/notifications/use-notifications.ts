import type { ResultOf } from '@glasshouse/api';
import { useTranslator } from '@glasshouse/app/language/language';
import { useBook, useSession } from '@glasshouse/app/session/session';
import type { Failure } from '@glasshouse/client/failure';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchResult } from '../../api/client.ts';
import { privateKey } from '../calls/query-keys.ts';

export type Notification = ResultOf<'listNotifications'>['items'][number];

const PAGE = 20;

/** Newest first, page by page, in the user's language. The user socket refreshes them. */
export function useNotifications(onlyUnread = false) {
  const session = useSession();
  const book = useBook();
  const { language } = useTranslator();
  return useInfiniteQuery({
    queryKey: privateKey('notifications', book, onlyUnread, language),
    queryFn: ({ pageParam, signal }) =>
      fetchResult('listNotifications', {
        query: {
          limit: PAGE,
          ...(onlyUnread && { unread: true }),
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: session !== undefined,
  });
}

/** Marks notifications as read: some, or all. */
export function useReadNotifications() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const read = async (ids?: readonly number[]) => {
    setBusy(true);
    setFailure(undefined);
    const answer = await call('markNotificationsRead', { body: ids === undefined ? {} : { ids: [...ids] } });
    setBusy(false);
    if (!answer.ok) {
      setFailure(answer.failure);
      return;
    }
    // They are the same in both books.
    for (const book of ['demo', 'real'] as const) {
      void client.invalidateQueries({ queryKey: privateKey('notifications', book) });
      void client.invalidateQueries({ queryKey: privateKey('userInfo', book) });
    }
  };
  return { read, busy, failure };
}
