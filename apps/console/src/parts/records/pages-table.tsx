import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { Button, Card, type Column, EmptyState, Stack, Table } from '@glasshouse/ui';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

interface Paged<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}
type Pages<Item> = UseInfiniteQueryResult<{ readonly pages: readonly Paged<Item>[] }>;

/** A list by cursor; the key says which. */
export const usePages = <Item,>(
  key: readonly unknown[],
  read: (page: { readonly cursor?: string }, signal: AbortSignal) => Promise<Paged<Item>>,
  enabled = true,
): Pages<Item> =>
  useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam === undefined ? {} : { cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled,
  });

interface PagesTableProps<Item> {
  readonly caption: string;
  readonly pages: Pages<Item>;
  readonly columns: readonly Column<Item>[];
  readonly rowKey: (row: Item) => string;
  readonly empty: string;
  readonly emptyText?: string;
  readonly onOpen?: (row: Item) => void;
}

/** A long list in every state: waiting, failed, empty, and with more to come. */
export function PagesTable<Item>(props: PagesTableProps<Item>) {
  const { caption, pages, columns, rowKey, empty, emptyText, onOpen } = props;
  const rows = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {pages.error !== null && !pages.isFetchNextPageError && (
        <FailureNote failure={failureOf(pages.error)} retry={() => void pages.refetch()} />
      )}
      <Card flush>
        <Table
          caption={caption}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          skeletonRows={pages.isPending ? 8 : 0}
          empty={
            <EmptyState compact title={empty}>
              {emptyText}
            </EmptyState>
          }
          {...(onOpen !== undefined && { onOpen })}
        />
      </Card>
      <ShowMore pages={pages} />
    </>
  );
}

interface PlainTableProps<Item> {
  readonly caption: string;
  readonly rows: readonly Item[] | undefined;
  readonly columns: readonly Column<Item>[];
  readonly rowKey: (row: Item) => string;
  readonly empty?: string;
  readonly onOpen?: (row: Item) => void;
  /** Never cards: a few short columns fit everywhere. */
  readonly keepTable?: boolean;
}

/** The first rows of a list that was read at once, and the rest where it is asked for. */
export function ShortTable<Item>({ first, ...props }: PlainTableProps<Item> & { readonly first: number }) {
  const t = useT();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const { rows } = props;
  const isCut = !isWhole && rows !== undefined && first < rows.length;
  return (
    <Stack gap={3}>
      <PlainTable {...props} rows={isCut ? rows.slice(0, first) : rows} />
      {isCut && (
        <Button size="s" onClick={() => setWhole(true)}>
          {t('records:house.all', { count: format.number(rows.length) })}
        </Button>
      )}
    </Stack>
  );
}

/** A short list, read at once. */
export function PlainTable<Item>(props: PlainTableProps<Item>) {
  const { caption, rows, columns, rowKey, empty, onOpen, keepTable = false } = props;
  const t = useT();
  return (
    <Card flush>
      <Table
        caption={caption}
        columns={columns}
        rows={rows ?? []}
        rowKey={rowKey}
        skeletonRows={rows === undefined ? 4 : 0}
        keepTable={keepTable}
        empty={<EmptyState compact title={empty ?? t('records:dashboard.nothing')} />}
        {...(onOpen !== undefined && { onOpen })}
      />
    </Card>
  );
}
