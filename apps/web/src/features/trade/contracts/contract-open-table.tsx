import { useT } from '@glasshouse/app/language/language';
import { netResult } from '@glasshouse/trade/contracts/total-of';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { Button, type Column, Figure, Table } from '@glasshouse/ui';
import { useState } from 'react';
import { ContractBadge } from '../../../parts/contracts/contract-words.tsx';
import cells from '../../../parts/contracts/contracts.module.css';
import { LiveLevel, LiveNet, PositionLevel } from '../../../parts/contracts/live-cells.tsx';
import { ReverseInPlace } from '../../../parts/contracts/reverse-in-place.tsx';
import { LivePrice } from '../../../parts/market/live-cells.tsx';
import { useOrderMarkets } from '../../../parts/orders/use-order-markets.ts';
import { CloseDialog } from './close-dialog.tsx';
import { contractColumns } from './contract-columns.tsx';
import styles from './contracts.module.css';
import { StopsCell } from './stops-cell.tsx';
import { StopsOfOrder } from './stops-of-order.tsx';

const SKELETON_ROWS = 2;

interface OrderAction {
  readonly what: 'close' | 'stops' | 'reverse';
  readonly id: number;
}

/** Open positions. A tick re-renders only the cells that it changes. */
export function ContractOpenTable({ orders }: { orders: readonly ContractOrder[] | undefined }) {
  const t = useT();
  const [action, setAsked] = useState<OrderAction>();
  useOrderMarkets(orders);
  // A position that closes while its dialog is open closes the dialog.
  const subject = orders?.find((order) => order.state === 'open' && order.id === action?.id);
  const columns: Column<ContractOrder>[] = [
    ...contractColumns(t, 'openLots'),
    {
      id: 'entry',
      header: `${t('contracts:entry')} / ${t('contracts:mark')}`,
      align: 'end',
      cell: (order) => (
        <span className={cells.pair}>
          <Figure value={order.openPrice ?? undefined} places={order.precision} />
          {order.state === 'open' ? (
            <LivePrice code={order.code} className={styles.muted} />
          ) : (
            <Figure value={order.closePrice ?? undefined} places={order.precision} className={styles.muted} />
          )}
        </span>
      ),
    },
    { id: 'net', header: t('order:ifClosedNow'), align: 'end', cell: (order) => <NetOf order={order} /> },
    {
      id: 'level',
      header: t('contracts:marginAndLevel'),
      align: 'end',
      cell: (order) => (
        <span className={cells.pair}>
          {order.state === 'open' && (
            <>
              <Figure value={order.margin} places={2} />
              <LiveLevel order={order} />
            </>
          )}
        </span>
      ),
    },
    {
      id: 'liquidation',
      header: t('contracts:liquidation'),
      align: 'end',
      cell: (order) => <PositionLevel order={order} level="liquidation" />,
    },
    {
      id: 'stops',
      header: t('contracts:stopTarget'),
      align: 'end',
      cell: (order) =>
        order.state === 'open' && <StopsCell order={order} onEdit={() => setAsked({ what: 'stops', id: order.id })} />,
    },
    {
      id: 'actions',
      header: t('contracts:closeTitle'),
      hideHeader: true,
      align: 'end',
      cell: (order) =>
        order.state === 'open' ? (
          <span className={styles.rowActions}>
            {order.closingLots === null && (
              <Button size="s" variant="quiet" onClick={() => setAsked({ what: 'reverse', id: order.id })}>
                {t('contracts:reverse')}
              </Button>
            )}
            <Button size="s" onClick={() => setAsked({ what: 'close', id: order.id })}>
              {t('contracts:close')}
            </Button>
          </span>
        ) : (
          <ContractBadge order={order} />
        ),
    },
  ];
  return (
    <>
      <Table
        caption={t('contracts:positions')}
        columns={columns}
        rows={orders ?? []}
        rowKey={(order) => String(order.id)}
        skeletonRows={orders === undefined ? SKELETON_ROWS : 0}
      />
      {action?.what === 'reverse' && subject !== undefined && subject.closingLots === null && (
        <ReverseInPlace key={subject.id} order={subject} onClose={() => setAsked(undefined)} />
      )}
      {action?.what === 'close' && subject !== undefined && (
        <CloseDialog key={subject.id} order={subject} onClose={() => setAsked(undefined)} />
      )}
      <StopsOfOrder id={action?.what === 'stops' ? action.id : undefined} onClose={() => setAsked(undefined)} />
    </>
  );
}

/** The result so far, or of one that has just ended: after all costs both. */
const NetOf = ({ order }: { order: ContractOrder }) =>
  order.state === 'open' ? (
    <LiveNet order={order} />
  ) : (
    <Figure value={netResult(order)} places={2} coloured rounding="half" />
  );
