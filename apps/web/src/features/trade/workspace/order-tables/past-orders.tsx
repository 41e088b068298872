import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import type { ContractOrder, OptionsOrder, SpotOrder } from '@glasshouse/trade/orders';
import { type Column, EmptyState, Table } from '@glasshouse/ui';
import { useLocation } from 'wouter';
import { ContractBadge } from '../../../../parts/contracts/contract-words.tsx';
import { OrderBadge } from '../../../../parts/orders/order-words.tsx';
import { ContractNet, ContractPrices, ContractSideCell, useContractHistory } from '../../contracts/index.ts';
import { OptionPastNet, OptionPrices, OptionSideCell, useOptionsHistory } from '../../options/index.ts';
import { SpotEnded, SpotPrices, SpotSideCell, useSpotHistory } from '../../spot/index.ts';
import { MarketCell } from './cells.tsx';
import { mergePages } from './merge-pages.ts';
import styles from './order-tables.module.css';
import { failedOf } from './queries.ts';

const SKELETON_ROWS = 4;

type Past = { readonly at: number } & (
  | { readonly product: 'contracts'; readonly order: ContractOrder }
  | { readonly product: 'options'; readonly order: OptionsOrder }
  | { readonly product: 'spot'; readonly order: SpotOrder }
);

interface Pages<Order> {
  readonly pages: readonly { readonly items: readonly Order[] }[];
}

const itemsOf = <Order,>(data: Pages<Order> | undefined): readonly Order[] =>
  data?.pages.flatMap(({ items }) => items) ?? [];

/** The three histories; `next` loads what belongs after the last row. */
function usePast() {
  const contracts = useContractHistory();
  const options = useOptionsHistory();
  const spot = useSpotHistory();
  const queries = [contracts, options, spot];
  const { rows, next } = mergePages<Past>([
    {
      hasMore: contracts.hasNextPage,
      rows: itemsOf(contracts.data).map((order) => ({
        product: 'contracts',
        order,
        at: Date.parse(order.closedAt ?? order.placedAt),
      })),
    },
    {
      hasMore: options.hasNextPage,
      rows: itemsOf(options.data).map((order) => ({
        product: 'options',
        order,
        at: Date.parse(order.settledAt ?? order.placedAt),
      })),
    },
    {
      hasMore: spot.hasNextPage,
      rows: itemsOf(spot.data).map((order) => ({
        product: 'spot',
        order,
        at: Date.parse(order.doneAt ?? order.placedAt),
      })),
    },
  ]);
  const waiting = next.flatMap((index) => queries[index] ?? []);
  const pages = {
    hasNextPage: 0 < waiting.length,
    isFetchingNextPage: waiting.some(({ isFetchingNextPage }) => isFetchingNextPage),
    isFetchNextPageError: waiting.some(({ isFetchNextPageError }) => isFetchNextPageError),
    error: waiting.find(({ error }) => error !== null)?.error ?? null,
    fetchNextPage: async () => {
      await Promise.all(waiting.map(({ fetchNextPage }) => fetchNextPage()));
    },
  };
  return {
    rows,
    pages,
    failed: failedOf(queries),
    isLoading: queries.some(({ data }) => data === undefined),
  };
}

/** Orders that have ended, of all products, the latest first. */
export function PastOrders() {
  const t = useT();
  const format = useFormat();
  const [, navigate] = useLocation();
  const { rows, pages, failed, isLoading } = usePast();
  if (failed !== undefined) return <FailureNote failure={failureOf(failed.error)} retry={failed.retry} />;
  if (!isLoading && rows.length === 0 && !pages.hasNextPage) {
    return (
      <EmptyState compact title={t('trade:orders.history')}>
        {t('trade:orders.emptyHistoryText')}
      </EmptyState>
    );
  }
  const columns: Column<Past>[] = [
    {
      id: 'market',
      header: t('trade:orders.market'),
      lead: true,
      cell: ({ product, order }) => <MarketCell product={product} order={order} />,
    },
    {
      id: 'side',
      header: t('workspace:side.label'),
      cell: ({ product, order }) =>
        product === 'contracts' ? (
          <ContractSideCell order={order} lots="lots" />
        ) : product === 'options' ? (
          <OptionSideCell order={order} />
        ) : (
          <SpotSideCell order={order} />
        ),
    },
    {
      id: 'prices',
      header: `${t('contracts:entry')} → ${t('contracts:exit')}`,
      align: 'end',
      cell: ({ product, order }) =>
        product === 'contracts' ? (
          <ContractPrices order={order} />
        ) : product === 'options' ? (
          <OptionPrices order={order} />
        ) : (
          <SpotPrices order={order} />
        ),
    },
    {
      id: 'ended',
      header: t('contracts:ended'),
      cell: ({ product, order }) =>
        product === 'contracts' ? (
          <ContractBadge order={order} />
        ) : product === 'options' ? (
          <OrderBadge order={order} />
        ) : (
          <SpotEnded order={order} />
        ),
    },
    {
      id: 'net',
      header: t('order:net'),
      align: 'end',
      // A purchase of coins has no result before they are sold.
      cell: ({ product, order }) =>
        product === 'contracts' ? (
          <ContractNet order={order} />
        ) : product === 'options' ? (
          <OptionPastNet order={order} />
        ) : (
          '–'
        ),
    },
    { id: 'at', header: t('common:word.time'), align: 'end', cell: ({ at }) => format.dateTime(at) },
  ];
  return (
    <>
      <Table
        className={styles.rows}
        caption={t('trade:orders.history')}
        columns={columns}
        rows={isLoading ? [] : rows}
        rowKey={({ product, order }) => `${product} ${order.id}`}
        skeletonRows={isLoading ? SKELETON_ROWS : 0}
        onOpen={({ product, order }) => navigate(`/order/${product}/${order.id}`)}
      />
      <ShowMore pages={pages} />
    </>
  );
}
