import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useT } from '@glasshouse/app/language/language';
import { EmptyState, type IconType } from '@glasshouse/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';

interface ListProps<Order> {
  readonly icon: IconType;
  /** Shown when there are none. */
  readonly empty: string;
  /** Renders the table; undefined while the orders are being fetched. */
  readonly children: (orders: readonly Order[] | undefined) => ReactNode;
}

interface LiveOrdersProps<Order> extends ListProps<Order> {
  readonly query: Pick<UseQueryResult<readonly Order[]>, 'data' | 'error' | 'refetch'>;
}

/** The live orders of one product, in each state of their query. */
export function LiveOrders<Order>({ query, icon, empty, children }: LiveOrdersProps<Order>) {
  const list = loadable(query, (orders) => orders.length === 0);
  if (list.state === 'error') return <FailureNote failure={list.failure} retry={list.retry} />;
  if (list.state === 'empty') return <EmptyState compact icon={icon} title={empty} />;
  return children(list.state === 'ready' ? list.value : undefined);
}

interface Pages<Order> {
  readonly pages: readonly { readonly items: readonly Order[] }[];
}

interface PastOrdersProps<Order> extends ListProps<Order> {
  readonly query: Pick<UseQueryResult<Pages<Order>>, 'data' | 'error' | 'refetch'> &
    ComponentProps<typeof ShowMore>['pages'];
}

/** The past orders of one product, page by page, in each state of their query. */
export function PastOrders<Order>({ query, icon, empty, children }: PastOrdersProps<Order>) {
  const t = useT();
  const list = loadable(query, ({ pages }) => pages.every(({ items }) => items.length === 0));
  if (list.state === 'error') return <FailureNote failure={list.failure} retry={list.retry} />;
  if (list.state === 'empty') {
    return (
      <EmptyState compact icon={icon} title={empty}>
        {t('trade:orders.emptyHistoryText')}
      </EmptyState>
    );
  }
  return (
    <>
      {children(list.state === 'ready' ? list.value.pages.flatMap(({ items }) => items) : undefined)}
      <ShowMore pages={query} />
    </>
  );
}
