import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { totalOf } from '@glasshouse/trade/contracts/total-of';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { type Column, Figure, Table } from '@glasshouse/ui';
import { useState } from 'react';
import cells from '../../../parts/contracts/contracts.module.css';
import { LivePrice } from '../../../parts/market/live-cells.tsx';
import { CancelOrderButton } from '../../../parts/orders/cancel-order-button.tsx';
import { useOrderMarkets } from '../../../parts/orders/use-order-markets.ts';
import { contractColumns } from './contract-columns.tsx';
import styles from './contracts.module.css';
import { StopsCell } from './stops-cell.tsx';
import { StopsOfOrder } from './stops-of-order.tsx';
import { useQuickChanges } from './use-contract-calls.ts';

const SKELETON_ROWS = 2;

/** What the order waits for: its stop price, then its limit. */
function WaitsFor({ order }: { order: ContractOrder }) {
  const t = useT();
  const { stopPrice, triggered, type, limitPrice, precision, ocoGroup } = order;
  const waitsForStop = stopPrice !== undefined && triggered !== true;
  return (
    <>
      {waitsForStop && (
        <span>
          <span className={styles.muted}>{t('order:stop')}</span> <Figure value={stopPrice} places={precision} />
        </span>
      )}
      {type !== 'stop' && (
        <span>
          <span className={styles.muted}>{t('order:limit')}</span>{' '}
          <Figure value={limitPrice ?? undefined} places={precision} />
        </span>
      )}
      {ocoGroup !== undefined && <span className={styles.muted}>OCO</span>}
    </>
  );
}

/** Limit and stop orders waiting for their price. */
export function ContractWaitingTable({ orders }: { orders: readonly ContractOrder[] | undefined }) {
  const t = useT();
  const format = useFormat();
  const changes = useQuickChanges();
  const [canceling, setAsked] = useState<number>();
  useOrderMarkets(orders);
  const columns: Column<ContractOrder>[] = [
    ...contractColumns(t, 'lots'),
    {
      id: 'limit',
      header: `${t('contracts:waitsFor')} / ${t('contracts:mark')}`,
      align: 'end',
      cell: (order) => (
        <span className={cells.pair}>
          <WaitsFor order={order} />
          <LivePrice code={order.code} className={styles.muted} />
        </span>
      ),
    },
    {
      id: 'held',
      header: t('contracts:held'),
      align: 'end',
      cell: (order) => <Figure value={totalOf([order.margin, order.openFee])} places={2} />,
    },
    {
      id: 'stops',
      header: t('contracts:stopTarget'),
      align: 'end',
      cell: (order) => <StopsCell order={order} onEdit={() => setAsked(order.id)} />,
    },
    {
      id: 'placed',
      header: t('trade:orders.placed'),
      align: 'end',
      cell: (order) => format.dateTime(order.placedAt),
    },
    {
      id: 'actions',
      header: t('contracts:cancelOrder'),
      hideHeader: true,
      align: 'end',
      cell: (order) => (
        <CancelOrderButton
          code={order.code}
          waitsNext={order.type === 'market'}
          label={t('contracts:cancelOrder')}
          disabled={changes.cancelling}
          onClick={() => void changes.cancel(order)}
        />
      ),
    },
  ];
  return (
    <>
      <Table
        caption={t('contracts:waiting')}
        columns={columns}
        rows={orders ?? []}
        rowKey={(order) => String(order.id)}
        skeletonRows={orders === undefined ? SKELETON_ROWS : 0}
      />
      <StopsOfOrder id={canceling} onClose={() => setAsked(undefined)} />
    </>
  );
}
