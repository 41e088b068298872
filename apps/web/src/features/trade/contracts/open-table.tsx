import { Button, type Column, Figure, Icon, Table } from '@glasshouse/ui';
import { Pencil } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useT } from '../../../i18n/language.ts';
import type { ContractOrder } from '../../../live/user.ts';
import { LiveLevel, LivePnl } from '../../../shared/contracts/live-cells.tsx';
import { LivePrice } from '../../../shared/live-cells.tsx';
import { CloseDialog } from './close-dialog.tsx';
import styles from './contracts.module.css';
import { positionColumns } from './position-columns.tsx';
import { StopsDialog } from './stops-dialog.tsx';
import { useIntroduced } from './use-introduced.ts';

const SKELETON_ROWS = 2;

interface Asked {
  readonly what: 'close' | 'stops';
  readonly id: number;
}

/** Open positions. A tick paints the cells that it changes, and no row. */
export function OpenTable({ orders }: { orders: readonly ContractOrder[] | undefined }) {
  const t = useT();
  const [asked, setAsked] = useState<Asked>();
  useIntroduced(orders);
  // A position that ends while its dialog is open takes the dialog with it.
  const subject = orders?.find((order) => order.id === asked?.id);
  const columns: Column<ContractOrder>[] = [
    ...positionColumns(t, 'openLots'),
    {
      id: 'entry',
      header: `${t('contracts:entry')} / ${t('contracts:mark')}`,
      align: 'end',
      cell: (order) => (
        <span className={styles.pair}>
          <Figure value={order.openPrice ?? undefined} places={order.precision} />
          <LivePrice code={order.code} className={styles.muted} />
        </span>
      ),
    },
    { id: 'pnl', header: t('contracts:pnl'), align: 'end', cell: (order) => <LivePnl order={order} /> },
    {
      id: 'level',
      header: t('contracts:marginAndLevel'),
      align: 'end',
      cell: (order) => (
        <span className={styles.pair}>
          <Figure value={order.margin} places={2} />
          <LiveLevel order={order} />
        </span>
      ),
    },
    {
      id: 'liquidation',
      header: t('contracts:liquidation'),
      align: 'end',
      cell: (order) => <Figure value={order.liquidationPrice ?? undefined} places={order.precision} />,
    },
    {
      id: 'stops',
      header: t('contracts:stopTarget'),
      align: 'end',
      cell: (order) => (
        <button type="button" className={styles.edit} onClick={() => setAsked({ what: 'stops', id: order.id })}>
          <span className="visually-hidden">{t('contracts:editStops', { name: order.name })}</span>
          <span className={styles.pair}>
            <Figure value={order.stopLoss ?? undefined} places={order.precision} />
            <Figure value={order.takeProfit ?? undefined} places={order.precision} />
          </span>
          <Icon of={Pencil} size="s" className={styles.muted} />
        </button>
      ),
    },
    {
      id: 'actions',
      header: t('contracts:closeTitle'),
      hideHeader: true,
      align: 'end',
      cell: (order) => (
        <Button size="s" onClick={() => setAsked({ what: 'close', id: order.id })}>
          {t('contracts:close')}
        </Button>
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
      {asked?.what === 'close' && subject !== undefined && (
        <CloseDialog key={subject.id} order={subject} onClose={() => setAsked(undefined)} />
      )}
      {asked?.what === 'stops' && subject !== undefined && (
        <StopsDialog key={subject.id} order={subject} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}
