import { useT, useTranslator } from '@glasshouse/app/language/language';
import type { SpotOrder } from '@glasshouse/trade/orders';
import { Badge } from '@glasshouse/ui';
import styles from './orders.module.css';

/** How a spot order ended and, of one that was refused at its trigger, why: as its page says it. */
export function SpotEnding({ order }: { order: SpotOrder }) {
  const t = useT();
  const { error } = useTranslator();
  return (
    <span className={styles.ending}>
      <Badge tone={order.state === 'filled' ? 'success' : 'neutral'}>{t(`order:spotState.${order.state}`)}</Badge>
      {order.refused !== undefined && <span className={styles.why}>{error(order.refused)}</span>}
    </span>
  );
}
