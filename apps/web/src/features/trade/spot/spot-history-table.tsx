import { useT } from '@glasshouse/app/language/language';
import type { SpotOrder } from '@glasshouse/trade/orders';
import { filledPercent } from '@glasshouse/trade/spot/figures';
import { spotNet } from '@glasshouse/trade/spot/result';
import { type Column, Figure, Table } from '@glasshouse/ui';
import { useLocation } from 'wouter';
import { Money } from '../../../parts/money/money.tsx';
import { SpotEnding } from '../../../parts/orders/spot-ending.tsx';
import styles from './spot.module.css';
import { spotColumns } from './spot-columns.tsx';

const SKELETON_ROWS = 4;

export function SpotHistoryTable({ orders }: { orders: readonly SpotOrder[] | undefined }) {
  const t = useT();
  const [, navigate] = useLocation();
  const columns: Column<SpotOrder>[] = [
    ...spotColumns(t, (order) => order.doneAt ?? order.placedAt),
    {
      id: 'average',
      header: t('workspace:spot.average'),
      align: 'end',
      cell: (order) => <Figure value={order.averagePrice ?? undefined} places={order.precision} />,
    },
    {
      id: 'fee',
      header: t('trade:options.fee'),
      align: 'end',
      cell: (order) => <Money value={order.fee} asset={order.feeAsset} />,
    },
    {
      id: 'net',
      header: t('workspace:spot.afterFees'),
      align: 'end',
      cell: (order) => <Money value={spotNet(order)} asset={order.quote} />,
    },
    {
      id: 'state',
      header: t('common:word.state'),
      cell: (order) => (
        <span className={styles.two}>
          <SpotEnding order={order} />
          <FilledNote order={order} />
        </span>
      ),
    },
  ];
  return (
    <Table
      caption={t('trade:orders.history')}
      columns={columns}
      rows={orders ?? []}
      rowKey={(order) => String(order.id)}
      skeletonRows={SKELETON_ROWS}
      onOpen={(order) => navigate(`/order/spot/${order.id}`)}
    />
  );
}

/** For an order that ended partly filled: its filled share. */
function FilledNote({ order }: { order: SpotOrder }) {
  const t = useT();
  const percent = filledPercent(order);
  if (order.state !== 'revoked' || percent === 0) return null;
  return (
    <span className={styles.note}>
      {t('workspace:spot.filled')} <Figure value={String(percent)} places={0} asset="%" />
    </span>
  );
}
