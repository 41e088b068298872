import type { Queue } from '@glasshouse/api/operator/queues';
import { CallError, type Failure, failureOf } from '@glasshouse/client/failure';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Answer } from '../api/client.ts';
import { useQueueVersion } from '../live/counts.ts';
import { usePlaces } from './use-places.ts';

interface Page<Row> {
  readonly items: readonly Row[];
  readonly next: string | null;
}

interface QueueListOptions<Row> {
  readonly queue: Queue;
  /** What is asked for, as text: another one starts the list afresh. */
  readonly scope: string;
  readonly idOf: (row: Row) => number;
  readonly read: (cursor: string | undefined, signal: AbortSignal) => Promise<Answer<Page<Row>>>;
}

/** The rows of a queue by pages, kept in their places and read again when something happened. */
export function useQueueList<Row>({ queue, scope, idOf, read }: QueueListOptions<Row>) {
  const client = useQueryClient();
  const key = useMemo(() => ['queue', queue, scope], [queue, scope]);
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const answer = await read(pageParam, signal);
      if (!answer.ok) throw new CallError(answer.failure);
      return answer.result;
    },
    getNextPageParam: (last) => last.next ?? undefined,
  });
  const version = useQueueVersion(queue);
  useEffect(() => {
    if (version !== '') void client.invalidateQueries({ queryKey: key });
  }, [version, client, key]);
  const fresh = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data]);
  const { places, reread } = usePlaces(scope, fresh, idOf);
  const failure: Failure | undefined = query.error === null ? undefined : failureOf(query.error);
  return {
    places,
    reread,
    isLoading: query.isPending,
    /** With rows on screen: they are older than this failure. */
    failure,
    refresh: () => void query.refetch(),
    more: query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined,
  };
}
