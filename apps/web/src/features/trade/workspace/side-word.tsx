import { Icon } from '@glasshouse/ui';
import { ArrowDownRight, ArrowUpRight } from '@glasshouse/ui/icon/icons';
import { useT } from '../../../i18n/language.ts';
import type { Side } from './use-workspace.ts';
import styles from './workspace.module.css';

/** Buy or sell, by word, arrow and colour. */
export function SideWord({ side }: { side: Side }) {
  const t = useT();
  return (
    <span className={side === 'buy' ? styles.buy : styles.sell}>
      <Icon of={side === 'buy' ? ArrowUpRight : ArrowDownRight} size="s" />
      {t(side === 'buy' ? 'workspace:side.buy' : 'workspace:side.sell')}
    </span>
  );
}
