import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { Card, EmptyState, Section, SkeletonBlock } from '@glasshouse/ui';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import styles from './wallet.module.css';

interface RequestListProps<Item> {
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Item[] }>>;
  readonly title: string;
  /** What is said where there are none, and what they are for. */
  readonly empty: string;
  readonly emptyText: string;
  readonly draw: (item: Item) => ReactNode;
  readonly children?: ReactNode;
}

/** Deposits or withdrawals, newest first. */
export function RequestList<Item>(props: RequestListProps<Item>) {
  const { query, title, empty, emptyText, draw, children } = props;
  const list = loadable(query, ({ pages }) => pages.every(({ items }) => items.length === 0));
  return (
    <Section title={title} className={styles.list}>
      {list.state === 'error' && <FailureNote failure={list.failure} retry={list.retry} />}
      {list.state === 'loading' && <SkeletonBlock height="1.92rem" />}
      {list.state === 'empty' && (
        <Card>
          <EmptyState compact title={empty}>
            {emptyText}
          </EmptyState>
        </Card>
      )}
      {list.state === 'ready' && (
        <Card flush>
          <ul>{list.value.pages.flatMap(({ items }) => items).map(draw)}</ul>
          <ShowMore pages={query} />
        </Card>
      )}
      {children}
    </Section>
  );
}

/** The hash of a transfer among the facts of its card; none before there is one. */
export const hashFact = (name: string, txHash: string | null) =>
  txHash === null
    ? []
    : [
        {
          id: 'hash',
          name,
          value: (
            <bdi dir="ltr" className={styles.contract} title={txHash}>
              {txHash}
            </bdi>
          ),
        },
      ];
