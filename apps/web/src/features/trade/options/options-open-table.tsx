import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import type { OptionsOrder } from '@glasshouse/trade/orders';
import { type Column, Countdown, Figure, Table } from '@glasshouse/ui';
import { serverNow } from '../../../live/clock.ts';
import { EndedOutcome } from '../../../parts/orders/ended-outcome.tsx';
import { LiveOutcome } from '../../../parts/orders/live-outcome.tsx';
import { useOrderMarkets } from '../../../parts/orders/use-order-markets.ts';
import styles from './options.module.css';
import { optionsColumns } from './options-columns.tsx';

const SKELETON_ROWS = 2;

export function OptionsOpenTable({ orders }: { orders: readonly OptionsOrder[] | undefined }) {
  const t = useT();
  useOrderMarkets(orders);
  const columns: Column<OptionsOrder>[] = [
    ...optionsColumns(t),
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
    {
      id: 'standing',
      header: t('trade:orders.standing'),
      align: 'end',
      cell: (order) => (order.settledAt === null ? <LiveOutcome order={order} /> : <EndedOutcome order={order} />),
    },
    {
      id: 'left',
      header: t('trade:orders.timeLeft'),
      align: 'end',
      cell: (order) =>
        order.settledAt !== null ? (
          <Link href={`/order/options/${order.id}`}>{t('trade:options.viewOrder')}</Link>
        ) : order.entry === null || order.expiresAt === null ? (
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
