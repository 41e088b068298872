import { type Column, Figure } from '@glasshouse/ui';
import type { useT } from '../../../i18n/language.ts';
import { serverNow } from '../../../live/clock.ts';
import type { SpotOrder } from '../../../live/user.ts';
import { useFormat } from '../../../shared/format.ts';
import { Money } from '../../../shared/money.tsx';
import { OrderLink } from '../workspace/order-link.tsx';
import { SideWord } from '../workspace/side-word.tsx';
import { filledPercent } from './figures.ts';
import styles from './spot.module.css';

/** What both tables of spot orders begin with: which pair and kind, since when, which way, at what price, how much. */
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
    cell: (order) => <Figure value={order.price ?? undefined} places={order.precision} />,
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

/** The time of today, the date of another day; all of it when a pointer rests on it. */
function Moment({ at }: { at: string }) {
  const format = useFormat();
  const today = format.date(at) === format.date(serverNow());
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {today ? format.time(at) : format.date(at)}
    </time>
  );
}

/** Limit, market, or a limit that does not simply stand. */
function typeWords(t: ReturnType<typeof useT>, order: SpotOrder): string {
  if (order.type === 'market') return t('workspace:spot.market');
  const limit = t('workspace:spot.limit');
  return order.timeInForce === 'GTC' ? limit : `${limit} · ${t(`workspace:spot.tif.${order.timeInForce}`)}`;
}

/** How much of it is filled, as a bar and in percent. */
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
