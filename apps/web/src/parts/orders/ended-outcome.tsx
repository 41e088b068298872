import { optionNet } from '@glasshouse/trade/options/result';
import type { OptionsOrder } from '@glasshouse/trade/orders';
import { Money } from '../money/money.tsx';
import { OrderBadge } from './order-words.tsx';
import styles from './orders.module.css';

/** How an option ended, and its net result. */
export const EndedOutcome = ({ order }: { order: OptionsOrder }) => (
  <span className={styles.ended}>
    <OrderBadge order={order} /> <Money value={optionNet(order)} coloured />
  </span>
);
