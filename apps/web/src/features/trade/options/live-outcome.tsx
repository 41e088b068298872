import { compareDecimals } from '@glasshouse/ui';
import { useT } from '../../../i18n/language.ts';
import { useQuote } from '../../../live/market.ts';
import type { OptionsOrder } from '../../../live/user.ts';
import { Money } from '../../../shared/money.tsx';
import styles from './options.module.css';

/** The result if the option ended at the current price: in words and in money. */
export function LiveOutcome({ order }: { order: OptionsOrder }) {
  const t = useT();
  const price = useQuote(order.code, (quote) => quote.price);
  if (order.entry === null || price === undefined) return <>–</>;
  const moved = Math.sign(compareDecimals(price, order.entry.price)) * (order.direction === 'up' ? 1 : -1);
  if (moved === 0) return <span className={styles.muted}>{t('trade:orders.level')}</span>;
  const ahead = 0 < moved;
  return (
    <span className={ahead ? styles.ahead : styles.behind}>
      {t(ahead ? 'trade:orders.ahead' : 'trade:orders.behind')}{' '}
      <Money value={ahead ? order.profit : `-${order.amount}`} sign="always" />
    </span>
  );
}
