import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { Card, type Column, EmptyState, Section, Table } from '@glasshouse/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { privateKey } from '../../parts/calls/query-keys.ts';

const PAGE = 20;
const SKELETON_ROWS = 3;

interface PagedSectionProps<Row> {
  readonly id: 'friends' | 'rewards';
  readonly title: string;
  readonly note?: string;
  readonly empty: string;
  /** What will appear here, and how. */
  readonly emptyText: string;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly read: (
    query: { readonly limit: number; readonly cursor?: string },
    signal: AbortSignal,
  ) => Promise<{ readonly items: readonly Row[]; readonly next: string | null }>;
}

/** A list of the real account, a page at a time, in every state. */
export function PagedSection<Row>(props: PagedSectionProps<Row>) {
  const { id, title, note, empty, emptyText, columns, rowKey, read } = props;
  const query = useInfiniteQuery({
    queryKey: privateKey(id, 'real'),
    queryFn: ({ pageParam, signal }) => read({ limit: PAGE, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const list = loadable(query);
  if (list.state === 'error') return <FailureNote failure={list.failure} retry={list.retry} />;
  const rows = list.state === 'ready' ? list.value.pages.flatMap((page) => page.items) : [];
  return (
    <Section id={id} title={title} note={note}>
      <Card flush>
        <Table
          caption={title}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          skeletonRows={list.state === 'loading' ? SKELETON_ROWS : 0}
          empty={
            <EmptyState compact title={empty}>
              {emptyText}
            </EmptyState>
          }
        />
        <ShowMore pages={query} />
      </Card>
    </Section>
  );
}
