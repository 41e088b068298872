import type { OptionsOrder } from '../../live/user.ts';
import { Money } from '../money.tsx';
import { optionNet } from '../option-result.ts';
import { OrderBadge } from '../order-words.tsx';
import styles from './orders.module.css';

/** How an option ended, and its net result. */
export const EndedOutcome = ({ order }: { order: OptionsOrder }) => (
  <span className={styles.ended}>
    <OrderBadge order={order} /> <Money value={optionNet(order)} coloured />
  </span>
);
