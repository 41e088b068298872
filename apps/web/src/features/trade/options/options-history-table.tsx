import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { optionNet } from '@glasshouse/trade/options/result';
import type { OptionsOrder } from '@glasshouse/trade/orders';
import { type Column, Figure, Table } from '@glasshouse/ui';
import { useLocation } from 'wouter';
import { Money } from '../../../parts/money/money.tsx';
import { OrderBadge } from '../../../parts/orders/order-words.tsx';
import { optionsColumns } from './options-columns.tsx';

const SKELETON_ROWS = 4;

export function OptionsHistoryTable({ orders }: { orders: readonly OptionsOrder[] | undefined }) {
  const t = useT();
  const format = useFormat();
  const [, navigate] = useLocation();
  const columns: Column<OptionsOrder>[] = [
    ...optionsColumns(t),
    {
      id: 'entry',
      header: t('trade:orders.entry'),
      align: 'end',
      cell: (order) => <Figure value={order.entry?.price} places={order.precision} />,
    },
    {
      id: 'exit',
      header: t('trade:orders.exit'),
      align: 'end',
      cell: (order) => <Figure value={order.exit?.price} places={order.precision} />,
    },
    {
      id: 'settled',
      header: t('trade:orders.settled'),
      align: 'end',
      cell: (order) => (order.settledAt === null ? '–' : format.dateTime(order.settledAt)),
    },
    { id: 'result', header: t('trade:orders.result'), align: 'end', cell: (order) => <OrderBadge order={order} /> },
    {
      id: 'net',
      header: t('order:net'),
      align: 'end',
      cell: (order) => <Money value={optionNet(order)} asset={order.asset} coloured />,
    },
  ];
  return (
    <Table
      caption={t('trade:orders.history')}
      columns={columns}
      rows={orders ?? []}
      rowKey={(order) => String(order.id)}
      skeletonRows={SKELETON_ROWS}
      onOpen={(order) => navigate(`/order/options/${order.id}`)}
    />
  );
}
