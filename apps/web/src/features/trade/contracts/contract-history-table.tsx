import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { netResult } from '@glasshouse/trade/contracts/total-of';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { type Column, Figure, Table } from '@glasshouse/ui';
import { useLocation } from 'wouter';
import { ContractBadge } from '../../../parts/contracts/contract-words.tsx';
import { contractColumns } from './contract-columns.tsx';

const SKELETON_ROWS = 4;

/** Past contracts: how each ended, and its result. */
export function ContractHistoryTable({ orders }: { orders: readonly ContractOrder[] | undefined }) {
  const t = useT();
  const format = useFormat();
  const [, navigate] = useLocation();
  const columns: Column<ContractOrder>[] = [
    ...contractColumns(t, 'lots'),
    {
      id: 'entry',
      header: t('contracts:entry'),
      align: 'end',
      cell: (order) => <Figure value={order.openPrice ?? undefined} places={order.precision} />,
    },
    {
      id: 'exit',
      header: t('contracts:exit'),
      align: 'end',
      cell: (order) => <Figure value={order.closePrice ?? undefined} places={order.precision} />,
    },
    { id: 'ended', header: t('contracts:ended'), cell: (order) => <ContractBadge order={order} /> },
    {
      id: 'result',
      header: t('order:net'),
      align: 'end',
      cell: (order) =>
        order.state === 'cancelled' ? '–' : <Figure value={netResult(order)} places={2} rounding="half" coloured />,
    },
    {
      id: 'closedAt',
      header: t('common:word.time'),
      align: 'end',
      cell: (order) => (order.closedAt === null ? '–' : format.dateTime(order.closedAt)),
    },
  ];
  return (
    <Table
      caption={t('trade:orders.history')}
      columns={columns}
      rows={orders ?? []}
      rowKey={(order) => String(order.id)}
      skeletonRows={orders === undefined ? SKELETON_ROWS : 0}
      onOpen={(order) => navigate(`/order/contracts/${order.id}`)}
    />
  );
}
