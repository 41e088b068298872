import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { SpotOrder } from '@glasshouse/trade/orders';
import { filledPercent } from '@glasshouse/trade/spot/figures';
import { type Column, Figure } from '@glasshouse/ui';
import { serverNow } from '../../../live/clock.ts';
import { Money } from '../../../parts/money/money.tsx';
import { SideWord } from '../../../parts/orders/side-word.tsx';
import { OrderLink } from '../workspace/order-link.tsx';
import styles from './spot.module.css';

/** The leading columns of both spot tables: market, type and time, side, price and quantity. */
export const spotColumns = (
  t: ReturnType<typeof useT>,
  momentOf: (order: SpotOrder) => string,
): Column<SpotOrder>[] => [
  {
    id: 'market',
    header: t('trade:orders.market'),
    lead: true,
    cell: (order) => (
      <span className={styles.two}>
        <OrderLink product="spot" order={order} />
        <span className={styles.note}>
          {typeWords(t, order)} · <Moment at={momentOf(order)} />
        </span>
      </span>
    ),
  },
  { id: 'side', header: t('workspace:side.label'), cell: (order) => <SideWord side={order.side} /> },
  {
    id: 'price',
    header: t('workspace:book.price'),
    align: 'end',
    cell: (order) => <OrderPrice order={order} />,
  },
  {
    id: 'quantity',
    header: t('workspace:spot.quantity'),
    align: 'end',
    cell: (order) =>
      order.quantity === null ? (
        <Money value={order.amount ?? undefined} asset={order.quote} />
      ) : (
        <Money value={order.quantity} asset={order.base} />
      ),
  },
];

/** The time if today, otherwise the date; both as a tooltip. */
function Moment({ at }: { at: string }) {
  const format = useFormat();
  const today = format.date(at) === format.date(serverNow());
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {today ? format.time(at) : format.date(at)}
    </time>
  );
}

/** The limit and what it waits for, or a trailing distance. */
function OrderPrice({ order }: { order: SpotOrder }) {
  const t = useT();
  const format = useFormat();
  const waitsFor = order.stopPrice ?? undefined;
  if (order.trailingRate != null) return <>{format.percent(order.trailingRate, { max: 2 })}</>;
  const own = order.price ?? order.trailingDistance ?? undefined;
  if (waitsFor === undefined) return <Figure value={own} places={order.precision} />;
  if (own === undefined) return <Figure value={waitsFor} places={order.precision} />;
  return (
    <span className={styles.two}>
      <Figure value={own} places={order.precision} />
      <span className={styles.note}>
        {t('order:stopPrice')} <Figure value={waitsFor} places={order.precision} />
      </span>
    </span>
  );
}

/** Limit or market, and the time in force unless it is GTC. */
function typeWords(t: ReturnType<typeof useT>, order: SpotOrder): string {
  if (order.type === 'market') return t('workspace:spot.market');
  if (order.type !== 'limit') return t(`order:kind.${order.type}`);
  const limit = t('workspace:spot.limit');
  return order.timeInForce === 'GTC' ? limit : `${limit} · ${t(`workspace:spot.tif.${order.timeInForce}`)}`;
}

/** The filled share, as a bar and in percent. */
export function Filled({ order }: { order: SpotOrder }) {
  const percent = filledPercent(order);
  return (
    <span className={styles.progress}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fill} style={{ inlineSize: `${percent}%` }} />
      </span>
      <Figure value={String(percent)} places={0} asset="%" />
    </span>
  );
}
