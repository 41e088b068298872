import { BottomSheet, Button, type Column, Table } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { loadable } from '../../api/loadable.ts';
import { fetchResult } from '../../api/queries.ts';
import { useTranslator } from '../../i18n/language.ts';
import { useBook } from '../../session/session.ts';
import { Cents } from '../../shared/cents.tsx';
import { FailureNote } from '../../shared/failure.tsx';
import { useFormat } from '../../shared/format.ts';
import { LinesTable, OrderLink } from '../../shared/lines-table.tsx';
import { privateKey } from '../../shared/query-keys.ts';
import { reasonWords } from '../../shared/statement-words.ts';
import type { LineGroup } from './line-groups.ts';
import styles from './statement.module.css';

const SKELETON_ROWS = 6;

interface GroupsTableProps {
  /** Undefined while being fetched. */
  readonly groups: readonly LineGroup[] | undefined;
  readonly empty?: ReactNode;
}

/** The statement by order: what each changed, and its postings behind a button. */
export function GroupsTable({ groups, empty }: GroupsTableProps) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const [opened, setOpened] = useState<LineGroup>();
  const nameOf = ({ ref, product, lines }: LineGroup): string =>
    (ref === null || lines.length === 1 ? undefined : translator.find(`funds:product.${product}`)) ??
    reasonWords(translator, lines[0]?.reason ?? product);
  const columns: Column<LineGroup>[] = [
    {
      id: 'reason',
      header: t('account:statement.reason'),
      lead: true,
      cell: (group) => (
        <span className={styles.stackedStart}>
          {nameOf(group)}
          <OrderLink product={group.product} reference={group.ref} />
        </span>
      ),
    },
    { id: 'time', header: t('account:statement.time'), cell: ({ at }) => format.dateTime(at) },
    {
      id: 'postings',
      header: t('funds:lines.postings'),
      cell: (group) => (
        <Button size="s" variant="quiet" onClick={() => setOpened(group)}>
          {t('funds:lines.count', { count: group.lines.length })}
        </Button>
      ),
    },
    {
      id: 'change',
      header: t('account:statement.change'),
      align: 'end',
      cell: (group) => (
        <span className={styles.stacked}>
          {group.changes.map(({ asset, amount }) => (
            <Cents key={asset} value={amount} asset={asset} name={t('account:statement.change')} coloured />
          ))}
        </span>
      ),
    },
  ];
  return (
    <>
      <Table
        caption={t('account:statement.title')}
        columns={columns}
        rows={groups ?? []}
        rowKey={({ id }) => id}
        skeletonRows={groups === undefined ? SKELETON_ROWS : 0}
        empty={empty}
      />
      {opened !== undefined && <Postings group={opened} name={nameOf(opened)} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** All postings of the order, those of earlier days as well. */
function Postings({ group, name, onClose }: { group: LineGroup; name: string; onClose: () => void }) {
  const { t } = useTranslator();
  const book = useBook();
  const { ref, product } = group;
  const query = useQuery({
    queryKey: privateKey('statement', book, 'ref', product, ref),
    queryFn: async ({ signal }) =>
      (await fetchResult('listStatement', { query: { ref: ref ?? '', reason: product, limit: 200 }, signal })).items,
    enabled: ref !== null,
  });
  const list = loadable(query);
  return (
    <BottomSheet open onClose={onClose} width="l" title={name} closeLabel={t('common:action.close')}>
      {ref !== null && list.state === 'error' ? (
        <FailureNote failure={list.failure} retry={list.retry} />
      ) : (
        <LinesTable lines={ref === null ? group.lines : list.state === 'ready' ? list.value : undefined} />
      )}
    </BottomSheet>
  );
}
