import { useT } from '@glasshouse/app/language/language';
import { Icon } from '@glasshouse/ui';
import { ArrowDownRight, ArrowUpRight } from '@glasshouse/ui/icon/icons';
import styles from './orders.module.css';

/** Buy or sell, by word, arrow and colour. */
export function SideWord({ side }: { side: 'buy' | 'sell' }) {
  const t = useT();
  return (
    <span className={side === 'buy' ? styles.buy : styles.sell}>
      <Icon of={side === 'buy' ? ArrowUpRight : ArrowDownRight} size="s" />
      {t(side === 'buy' ? 'order:side.buy' : 'order:side.sell')}
    </span>
  );
}
