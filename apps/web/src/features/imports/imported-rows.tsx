import type { ResultOf } from '@glasshouse/api';
import { PAGE_LIMIT_MAX } from '@glasshouse/api/constants';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { Badge, Card, type Column, Dialog, KeyValue, Section, Select, Stack, Table } from '@glasshouse/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { type OwnAccounts, type ShownTable, shownTables } from './imported-tables.tsx';
import type { ImportedRow } from './imported-value.tsx';
import styles from './imports.module.css';

const PAGE = 50;
const SKELETON_ROWS = 6;
const NONE: OwnAccounts = new Map();

type HistoryImport = ResultOf<'listImports'>[number];

/** What one imported file holds, table by table. */
export function ImportedRows({ historyImport }: { readonly historyImport: HistoryImport }) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const known = shownTables(translator);
  const rows = new Map(historyImport.tables.map(({ table, rows: count }) => [table, count]));
  const lists = known.filter(({ table }) => rows.has(table));
  const others = [...rows.keys()].filter((table) => !known.some((shown) => shown.table === table)).toSorted();
  const first = lists.find(({ table }) => table === 'postings')?.table ?? lists[0]?.table ?? others[0];
  const [chosen, setChosen] = useState(first);
  const counted = (table: string) => t('imports:rows', { count: rows.get(table) ?? 0 });
  const options = [
    ...lists.map(({ table, title }) => ({ value: table, label: title, note: counted(table) })),
    ...others.map((table) => ({ value: table, label: table, note: `${t('imports:asItStands')} · ${counted(table)}` })),
  ];
  if (chosen === undefined) return null;
  return (
    <Section
      id="rows"
      title={<bdi>{historyImport.site}</bdi>}
      note={t('imports:rowsNote', { user: historyImport.user, time: format.dateTime(historyImport.exportedAt) })}
      actions={<Badge tone="warning">{t('imports:mark')}</Badge>}
    >
      <Stack gap={4}>
        <Select
          className={styles.choice}
          label={t('imports:part')}
          value={chosen}
          options={options}
          onChange={setChosen}
        />
        <Rows
          key={chosen}
          historyImport={historyImport}
          shown={known.find(({ table }) => table === chosen)}
          table={chosen}
        />
      </Stack>
    </Section>
  );
}

interface RowsProps {
  readonly historyImport: HistoryImport;
  readonly table: string;
  /** Undefined: shown as it stands in the file. */
  readonly shown: ShownTable | undefined;
}

function Rows({ historyImport, table, shown }: RowsProps) {
  const { t } = useTranslator();
  const book = useBook();
  const [open, setOpen] = useState<ImportedRow>();
  const own = useOwnAccounts(historyImport, table === 'postings');
  const pages = useInfiniteQuery({
    queryKey: privateKey('importedRows', book, historyImport.id, table),
    queryFn: ({ pageParam, signal }) =>
      fetchResult('listImportedRows', {
        query: { import: historyImport.id, table, limit: PAGE, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const list = loadable(pages);
  if (list.state === 'error') return <FailureNote failure={list.failure} retry={list.retry} />;
  const rows = list.state === 'ready' ? list.value.pages.flatMap(({ items }) => items) : [];
  const columns = shown?.columns(own) ?? asItStands(t('imports:row'));
  return (
    <Card flush className={styles.beside}>
      <Table
        caption={shown?.title ?? table}
        columns={withOpener(columns, t('imports:open'), setOpen)}
        rows={rows}
        rowKey={(row) => String(row.line)}
        skeletonRows={list.state === 'loading' ? SKELETON_ROWS : 0}
        onOpen={setOpen}
      />
      <ShowMore pages={pages} />
      <Dialog
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={t('imports:open')}
        description={t('imports:openNote', { line: open?.line ?? 0, table })}
        closeLabel={t('common:action.close')}
      >
        <KeyValue
          dense
          rows={Object.entries(open?.fields ?? {}).map(([name, value]) => ({
            id: name,
            name: <bdi className={styles.field}>{name}</bdi>,
            value: <bdi className={styles.raw}>{value ?? '–'}</bdi>,
          }))}
        />
      </Dialog>
    </Card>
  );
}

/** Accounts of the file's owner: which side of a posting was theirs. */
function useOwnAccounts(historyImport: HistoryImport, isNeeded: boolean): OwnAccounts {
  const book = useBook();
  const query = useQuery({
    queryKey: privateKey('importedRows', book, historyImport.id, 'accounts', 'own'),
    queryFn: ({ signal }) =>
      fetchResult('listImportedRows', {
        query: { import: historyImport.id, table: 'accounts', limit: PAGE_LIMIT_MAX },
        signal,
      }),
    enabled: isNeeded,
  });
  if (query.data === undefined) return NONE;
  return new Map(query.data.items.map(({ fields }) => [fields.id ?? '', fields.kind ?? '']));
}

/** The first columns of a row, cut off: its dialog has all of it. */
const asItStands = (header: string): readonly Column<ImportedRow>[] => [
  {
    id: 'row',
    header,
    lead: true,
    cell: ({ fields }) => (
      <bdi className={styles.summary}>
        {Object.values(fields)
          .filter((value) => value !== null)
          .join(' · ')}
      </bdi>
    ),
  },
];

/** The lead of each row is the button that opens all of it, for the keyboard. */
function withOpener(
  columns: readonly Column<ImportedRow>[],
  label: string,
  open: (row: ImportedRow) => void,
): readonly Column<ImportedRow>[] {
  return columns.map((column) =>
    column.lead !== true
      ? column
      : {
          ...column,
          cell: (row) => (
            <button type="button" className={styles.opener} title={label} onClick={() => open(row)}>
              {column.cell(row)}
            </button>
          ),
        },
  );
}
