import { type Column, Countdown, Figure, Table } from '@glasshouse/ui';
import { useEffect, useMemo } from 'react';
import { useT } from '../../../i18n/language.ts';
import { serverNow } from '../../../live/clock.ts';
import { marketSnapshot, useMarketScope } from '../../../live/market.ts';
import type { OptionsOrder } from '../../../live/user.ts';
import { orderColumns } from './order-columns.tsx';
import styles from './orders.module.css';
import { Standing } from './standing.tsx';

const SKELETON_ROWS = 2;

export function LiveTable({ orders }: { orders: readonly OptionsOrder[] | undefined }) {
  const t = useT();
  const codes = (orders ?? []).map((order) => order.code).join(' ');
  useMarketScope(useMemo(() => [...new Set(codes.split(' ').filter((code) => code !== ''))], [codes]));
  useEffect(() => {
    for (const order of orders ?? []) marketSnapshot.introduce(order.code, order.precision);
  }, [orders]);
  const columns: Column<OptionsOrder>[] = [
    ...orderColumns(t),
    {
      id: 'entry',
      header: t('trade:orders.entry'),
      align: 'end',
      cell: (order) =>
        order.entry === null ? (
          <span className={styles.muted}>{t('trade:state.waiting')}</span>
        ) : (
          <Figure value={order.entry.price} places={order.precision} />
        ),
    },
    { id: 'standing', header: t('trade:orders.standing'), align: 'end', cell: (order) => <Standing order={order} /> },
    {
      id: 'left',
      header: t('trade:orders.timeLeft'),
      align: 'end',
      cell: (order) =>
        order.entry === null || order.expiresAt === null ? (
          '–'
        ) : (
          <Countdown
            label={t('trade:orders.timeLeft')}
            startsAt={Date.parse(order.entry.at)}
            endsAt={Date.parse(order.expiresAt)}
            now={serverNow}
          />
        ),
    },
  ];
  return (
    <Table
      caption={t('trade:orders.live')}
      columns={columns}
      rows={orders ?? []}
      rowKey={(order) => String(order.id)}
      skeletonRows={SKELETON_ROWS}
    />
  );
}
