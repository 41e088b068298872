import { useT } from '@glasshouse/app/language/language';
import type { SpotOrder } from '@glasshouse/trade/orders';
import { isQueued } from '@glasshouse/trade/spot/queue';
import { type Column, Table } from '@glasshouse/ui';
import { useState } from 'react';
import { Cents } from '../../../parts/money/cents.tsx';
import { CancelOrderButton } from '../../../parts/orders/cancel-order-button.tsx';
import { SpotEnding } from '../../../parts/orders/spot-ending.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { Filled, spotColumns } from './spot-columns.tsx';

const SKELETON_ROWS = 2;

/** What an order waits for, or how much of it is filled. */
function Progress({ order }: { order: SpotOrder }) {
  const t = useT();
  if (isQueued(order)) return <>{t('order:waitsNext')}</>;
  if (order.triggeredAt === null && order.type !== 'oco') return <>{t('order:waitsTrigger')}</>;
  return <Filled order={order} />;
}

export function SpotOpenTable({ orders }: { orders: readonly SpotOrder[] | undefined }) {
  const t = useT();
  const [ending, setEnding] = useState<SpotOrder>();
  const columns: Column<SpotOrder>[] = [
    ...spotColumns(t, (order) => order.placedAt),
    {
      id: 'filled',
      header: t('workspace:spot.filled'),
      align: 'end',
      cell: (order) => <Progress order={order} />,
    },
    {
      id: 'held',
      header: t('workspace:spot.held'),
      align: 'end',
      cell: (order) => (
        <Cents
          value={order.held}
          asset={order.side === 'buy' ? order.quote : order.base}
          name={t('workspace:spot.held')}
        />
      ),
    },
    {
      id: 'cancel',
      header: t('common:action.cancel'),
      hideHeader: true,
      align: 'end',
      cell: (order) =>
        order.refused === undefined ? (
          <CancelOrderButton
            code={order.code}
            waitsNext={isQueued(order)}
            label={t('workspace:spot.cancel')}
            onClick={() => setEnding(order)}
          />
        ) : (
          <SpotEnding order={order} />
        ),
    },
  ];
  // The latest state: it may fill while the dialog is open.
  const pending = ending && orders?.find((order) => order.id === ending.id);
  return (
    <>
      <Table
        caption={t('trade:orders.live')}
        columns={columns}
        rows={orders ?? []}
        rowKey={(order) => String(order.id)}
        skeletonRows={SKELETON_ROWS}
      />
      {pending !== undefined && <CancelDialog order={pending} onClose={() => setEnding(undefined)} />}
    </>
  );
}
