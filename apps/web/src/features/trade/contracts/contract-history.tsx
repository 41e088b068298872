import { type Column, EmptyState, Figure, Table } from '@glasshouse/ui';
import { History } from '@glasshouse/ui/icon/icons';
import { useLocation } from 'wouter';
import { loadable } from '../../../api/loadable.ts';
import { useT } from '../../../i18n/language.ts';
import type { ContractOrder } from '../../../live/user.ts';
import { ContractBadge } from '../../../shared/contracts/contract-words.tsx';
import { netResult } from '../../../shared/contracts/total-of.ts';
import { FailureNote } from '../../../shared/failure.tsx';
import { useFormat } from '../../../shared/format.ts';
import { ShowMore } from '../../../shared/show-more.tsx';
import { positionColumns } from './position-columns.tsx';
import { useContractHistory } from './use-contracts.ts';

const SKELETON_ROWS = 4;

/** What is over: how it ended and what it brought. */
export function ContractHistory() {
  const t = useT();
  const format = useFormat();
  const [, navigate] = useLocation();
  const query = useContractHistory();
  const list = loadable(query, (data) => data.pages.every((page) => page.items.length === 0));
  if (list.state === 'error') return <FailureNote failure={list.failure} retry={list.retry} />;
  if (list.state === 'empty') return <EmptyState compact icon={History} title={t('contracts:emptyHistory')} />;
  const columns: Column<ContractOrder>[] = [
    ...positionColumns(t, 'lots'),
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
    <>
      <Table
        caption={t('trade:orders.history')}
        columns={columns}
        rows={list.state === 'ready' ? list.value.pages.flatMap((page) => page.items) : []}
        rowKey={(order) => String(order.id)}
        skeletonRows={list.state === 'loading' ? SKELETON_ROWS : 0}
        onOpen={(order) => navigate(`/order/contracts/${order.id}`)}
      />
      <ShowMore pages={query} />
    </>
  );
}
