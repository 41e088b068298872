import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { reasonWords } from '@glasshouse/app/statement-words';
import { BottomSheet, Button, type Column, Table } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Cents } from '../../parts/money/cents.tsx';
import { Nothing } from '../../parts/money/table-money.tsx';
import { useIsMobile } from '../../parts/page/layout.ts';
import type { LineGroup } from '../../parts/statement/line-groups.ts';
import { LinesTable, OrderLink } from '../../parts/statement/lines-table.tsx';
import styles from './statement.module.css';

const SKELETON_ROWS = 6;
/** The rest is one press away. */
const REASONS_SHOWN = 2;

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
  const isMobile = useIsMobile();
  const [opened, setOpened] = useState<LineGroup>();
  const nameOf = ({ ref, product, lines }: LineGroup): string =>
    (ref === null || lines.length === 1 ? undefined : translator.find(`funds:product.${product}`)) ??
    reasonWords(translator, lines[0]?.reason ?? product);
  /** What happened, first things first, each once. */
  const reasonsOf = ({ lines }: LineGroup): string =>
    [...new Set(lines.toReversed().map(({ reason }) => reason))]
      .slice(0, REASONS_SHOWN)
      .map((reason) => reasonWords(translator, reason))
      .join(' · ');
  // On a phone within the second line, as a press anywhere on the row does the same.
  const postingsOf = (group: LineGroup) => {
    const count = t('funds:lines.count', { count: group.lines.length });
    return isMobile ? (
      <button type="button" className={styles.postings} onClick={() => setOpened(group)}>
        {count}
      </button>
    ) : (
      <Button size="s" variant="quiet" onClick={() => setOpened(group)}>
        {count}
      </Button>
    );
  };
  const columns: Column<LineGroup>[] = [
    {
      id: 'reason',
      header: t('account:statement.reason'),
      lead: true,
      cell: (group) => (
        <span className={styles.stackedStart}>
          <span className={styles.order}>
            {nameOf(group)}
            <OrderLink product={group.product} reference={group.ref} />
          </span>
          <span className={styles.happened}>
            <bdi>{format.time(group.at)}</bdi>
            {isMobile ? <> · {postingsOf(group)}</> : 1 < group.lines.length && ` · ${reasonsOf(group)}`}
          </span>
        </span>
      ),
    },
    {
      id: 'postings',
      header: t('funds:lines.postings'),
      hideHeader: true,
      align: 'end',
      cell: (group) => (isMobile ? '' : postingsOf(group)),
    },
    {
      id: 'change',
      header: t('account:statement.change'),
      align: 'end',
      headline: true,
      cell: (group) => (
        <span className={styles.stacked}>
          {group.changes.map(({ asset, amount }) =>
            amount === '0' ? (
              <Nothing key={asset} />
            ) : (
              <span key={asset}>
                <Cents value={amount} asset={asset} name={t('account:statement.change')} coloured />
              </span>
            ),
          )}
        </span>
      ),
    },
  ];
  return (
    <>
      <Table
        compactCards
        caption={t('account:statement.title')}
        columns={columns}
        rows={groups ?? []}
        rowKey={({ id }) => id}
        sectionOf={({ at }) => format.date(at)}
        onOpen={setOpened}
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
