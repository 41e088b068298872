import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import type { ContractOrder, SpotOrder } from '@glasshouse/trade/orders';
import { type Column, EmptyState, Table } from '@glasshouse/ui';
import { useState } from 'react';
import { useLiveContracts, useLiveSpotOrders } from '../../../../parts/orders/live-orders.ts';
import { useSpotOrdersInPlace } from '../../../../parts/orders/use-ended.ts';
import { useOrderMarkets } from '../../../../parts/orders/use-order-markets.ts';
import {
  type ContractAction,
  ContractCancel,
  ContractDialogs,
  ContractHeld,
  ContractSideCell,
  ContractStops,
  ContractWaitsFor,
} from '../../contracts/index.ts';
import { CancelDialog, SpotCancel, SpotFilled, SpotHeld, SpotSideCell, SpotWaitsFor } from '../../spot/index.ts';
import { MarketCell } from './cells.tsx';
import styles from './order-tables.module.css';
import { failedOf } from './queries.ts';

const SKELETON_ROWS = 2;

type Waiting =
  | { readonly product: 'contracts'; readonly order: ContractOrder }
  | { readonly product: 'spot'; readonly order: SpotOrder };

/** Orders that wait for their price, of all products, newest first. */
export function WaitingOrders({ isFolded }: { readonly isFolded: boolean }) {
  const t = useT();
  const format = useFormat();
  const contracts = useLiveContracts('waiting');
  const spot = useLiveSpotOrders();
  // What its trigger ended stays where it was until it can be read.
  const spotOrders = useSpotOrdersInPlace(spot.data);
  const [action, setAction] = useState<ContractAction>();
  const [cancelling, setCancelling] = useState<number>();
  useOrderMarkets(contracts.data);
  useOrderMarkets(spotOrders);
  const failed = failedOf([contracts, spot]);
  if (failed !== undefined) return <FailureNote failure={failureOf(failed.error)} retry={failed.retry} />;
  const isLoading = contracts.data === undefined || spotOrders === undefined;
  const rows: Waiting[] = [
    ...(contracts.data ?? []).map((order) => ({ product: 'contracts' as const, order })),
    ...(spotOrders ?? []).map((order) => ({ product: 'spot' as const, order })),
  ].toSorted((left, right) => Date.parse(right.order.placedAt) - Date.parse(left.order.placedAt));
  if (!isLoading && rows.length === 0) return <EmptyState compact title={t('contracts:emptyWaiting')} />;
  // The latest state: it may fill while the dialog is open.
  const ending = spotOrders?.find(({ id }) => id === cancelling);
  const columns: Column<Waiting>[] = [
    {
      id: 'market',
      header: t('trade:orders.market'),
      lead: true,
      cell: ({ product, order }) => <MarketCell product={product} order={order} isLive />,
    },
    {
      id: 'side',
      header: t('workspace:side.label'),
      cell: ({ product, order }) =>
        product === 'contracts' ? <ContractSideCell order={order} lots="lots" /> : <SpotSideCell order={order} />,
    },
    {
      id: 'waitsFor',
      header: `${t('contracts:waitsFor')} → ${t('trade:ticket.priceNow')}`,
      align: 'end',
      cell: ({ product, order }) =>
        product === 'contracts' ? <ContractWaitsFor order={order} /> : <SpotWaitsFor order={order} />,
    },
    {
      id: 'filled',
      header: t('workspace:spot.filled'),
      align: 'end',
      cell: ({ product, order }) => (product === 'contracts' ? '–' : <SpotFilled order={order} />),
    },
    {
      id: 'held',
      header: t('workspace:spot.held'),
      align: 'end',
      cell: ({ product, order }) =>
        product === 'contracts' ? <ContractHeld order={order} /> : <SpotHeld order={order} />,
    },
    ...(isFolded
      ? []
      : [
          {
            id: 'stops',
            header: t('contracts:stopTarget'),
            align: 'end' as const,
            cell: ({ product, order }: Waiting) =>
              product === 'contracts' ? <ContractStops order={order} onAction={setAction} /> : '–',
          },
          {
            id: 'placed',
            header: t('trade:orders.placed'),
            align: 'end' as const,
            cell: ({ order }: Waiting) => format.dateTime(order.placedAt),
          },
        ]),
    {
      id: 'actions',
      header: t('common:action.cancel'),
      hideHeader: true,
      align: 'end',
      cell: ({ product, order }) =>
        product === 'contracts' ? (
          <ContractCancel order={order} />
        ) : (
          <SpotCancel order={order} onCancel={() => setCancelling(order.id)} />
        ),
    },
  ];
  return (
    <>
      <Table
        className={styles.rows}
        caption={t('contracts:waiting')}
        columns={columns}
        rows={rows}
        rowKey={({ product, order }) => `${product} ${order.id}`}
        skeletonRows={isLoading ? SKELETON_ROWS : 0}
      />
      <ContractDialogs action={action} orders={[]} onClose={() => setAction(undefined)} />
      {ending !== undefined && <CancelDialog order={ending} onClose={() => setCancelling(undefined)} />}
    </>
  );
}
