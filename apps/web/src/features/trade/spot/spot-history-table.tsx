import { Badge, type Column, Figure, Table } from '@glasshouse/ui';
import { useLocation } from 'wouter';
import { useT } from '../../../i18n/language.ts';
import type { SpotOrder } from '../../../live/user.ts';
import { useFormat } from '../../../shared/format.ts';
import { Money } from '../../../shared/money.tsx';
import { Filled, spotColumns } from './spot-columns.tsx';

const SKELETON_ROWS = 4;

export function SpotHistoryTable({ orders }: { orders: readonly SpotOrder[] | undefined }) {
  const t = useT();
  const format = useFormat();
  const [, navigate] = useLocation();
  const columns: Column<SpotOrder>[] = [
    ...spotColumns(t, ({ doneAt, placedAt }) => (
      <time dateTime={doneAt ?? placedAt}>{format.dateTime(doneAt ?? placedAt)}</time>
    )),
    { id: 'filled', header: t('desk:spot.filled'), align: 'end', cell: (order) => <Filled order={order} /> },
    {
      id: 'average',
      header: t('desk:spot.average'),
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
      id: 'state',
      header: t('common:word.state'),
      cell: (order) => (
        <Badge tone={order.state === 'filled' ? 'success' : 'neutral'}>{t(`desk:spot.state.${order.state}`)}</Badge>
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
