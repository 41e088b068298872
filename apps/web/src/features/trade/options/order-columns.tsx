import type { Column } from '@glasshouse/ui';
import type { useT } from '../../../i18n/language.ts';
import type { OptionsOrder } from '../../../live/user.ts';
import { Link } from '../../../shared/link.tsx';
import { Money } from '../../../shared/money.tsx';
import { DirectionWord } from '../../../shared/order-words.tsx';
import styles from './orders.module.css';

/** What both tables of orders begin with: which market, which way, how much. */
export const orderColumns = (t: ReturnType<typeof useT>): Column<OptionsOrder>[] => [
  {
    id: 'market',
    header: t('trade:orders.market'),
    lead: true,
    cell: (order) => (
      <Link href={`/order/options/${order.id}`} className={styles.link}>
        <bdi>{order.name}</bdi>
      </Link>
    ),
  },
  {
    id: 'direction',
    header: t('trade:orders.direction'),
    cell: (order) => <DirectionWord direction={order.direction} />,
  },
  {
    id: 'stake',
    header: t('trade:orders.stake'),
    align: 'end',
    cell: (order) => <Money value={order.amount} asset={order.asset} />,
  },
];
