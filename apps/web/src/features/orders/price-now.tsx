import { useT } from '@glasshouse/app/language/language';
import { LivePrice } from '../../parts/market/live-cells.tsx';
import styles from './order.module.css';

/** The price of this moment, said to be that: beside an order it might be taken for its own. */
export function PriceNow({ code }: { code: string }) {
  const t = useT();
  return (
    <span className={styles.now}>
      {t('trade:ticket.priceNow')} <LivePrice code={code} className={styles.live} />
    </span>
  );
}
