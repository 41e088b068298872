import { CallError, type Failure, failureOf } from '@glasshouse/client/failure';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useQueueVersion } from '../../live/counts.ts';
import type { CaseKind, CaseRow, CaseSource } from '../../queue/cases.ts';
import { kindsToRead, type LoadedCases, mergeCases } from '../../queue/merge-cases.ts';
import type { QueueRows } from '../../queue/queue-page.tsx';
import { usePlaces } from '../../queue/use-places.ts';

/** Where each kind goes on; a kind that is left out is not read. */
type Cursors = { readonly [Kind in CaseKind]?: string };
/** The cursor of a first page. */
const START = '';

interface Part {
  readonly kind: CaseKind;
  readonly rows: readonly CaseRow[];
  readonly next: string | null;
  readonly failure: Failure | undefined;
}

function loadedOf(sources: readonly CaseSource[], pages: readonly (readonly Part[])[]): readonly LoadedCases[] {
  return sources.map(({ kind, hasDeadlines }) => {
    const parts = pages.flat().filter((part) => part.kind === kind);
    return { rows: parts.flatMap(({ rows }) => rows), hasMore: parts.at(-1)?.next != null, hasDeadlines };
  });
}

/**
 * The cases of several kinds as one list. Each kind comes from its own call, in its own order, with
 * its own permission; a next page reads on in those kinds that hold back the rest.
 */
export function useCases(sources: readonly CaseSource[]): QueueRows<CaseRow> {
  const client = useQueryClient();
  const scope = sources.map(({ kind }) => kind).join(' ');
  const key = useMemo(() => ['queue', 'cases', scope], [scope]);
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: Object.fromEntries(sources.map(({ kind }) => [kind, START])) as Cursors,
    queryFn: async ({ pageParam, signal }): Promise<readonly Part[]> => {
      const open = sources.filter(({ kind }) => pageParam[kind] !== undefined);
      const parts = await Promise.all(
        open.map(async ({ kind, read }): Promise<Part> => {
          const cursor = pageParam[kind];
          const answer = await read(cursor === START ? undefined : cursor, signal);
          return answer.ok
            ? { kind, ...answer.result, failure: undefined }
            : { kind, rows: [], next: null, failure: answer.failure };
        }),
      );
      const [failure] = parts.flatMap((part) => part.failure ?? []);
      if (failure !== undefined && parts.every((part) => part.failure !== undefined)) throw new CallError(failure);
      return parts;
    },
    getNextPageParam: (_last, pages): Cursors | undefined => {
      const kinds = kindsToRead(loadedOf(sources, pages)).flatMap((index) => sources[index]?.kind ?? []);
      const next = kinds.map((kind) => [kind, pages.flat().findLast((part) => part.kind === kind)?.next]);
      return next.length === 0 ? undefined : (Object.fromEntries(next) as Cursors);
    },
  });
  const version = useQueueVersion(...sources.map(({ queue }) => queue));
  useEffect(() => {
    if (version !== '') void client.invalidateQueries({ queryKey: key });
  }, [version, client, key]);
  const pages = query.data?.pages;
  const fresh = useMemo(() => pages && mergeCases(loadedOf(sources, pages)), [pages, sources]);
  const { places, reread } = usePlaces(scope, fresh, (row) => row.key);
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  // The first page of a kind may not say yet which case comes first.
  const isHeldBack = fresh?.length === 0 && hasNextPage;
  useEffect(() => {
    if (isHeldBack && !isFetchingNextPage) void fetchNextPage();
  }, [isHeldBack, isFetchingNextPage, fetchNextPage]);
  const partial = pages?.flat().find((part) => part.failure !== undefined)?.failure;
  return {
    places,
    reread,
    isLoading: query.isPending || isHeldBack,
    failure: query.error === null ? partial : failureOf(query.error),
    refresh: () => void query.refetch(),
    more: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
  };
}
