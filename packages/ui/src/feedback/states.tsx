import type { ReactNode } from 'react';
import { Rail } from '../glass/rail.tsx';
import type { IconType } from '../icon/icon.tsx';
import { cx } from '../lib/cx.ts';
import styles from './states.module.css';

interface EmptyStateProps {
  icon?: IconType | undefined;
  title: ReactNode;
  /** What will appear here, and how. */
  children?: ReactNode | undefined;
  /** The next step. */
  action?: ReactNode | undefined;
  compact?: boolean | undefined;
}

const OPEN_MARKS: readonly boolean[] = Array.from({ length: 30 }, () => false);

/** Empty: a price that has not moved over a rail that nothing has sealed, and the next step. */
export function EmptyState({ title, children, action, compact = false }: EmptyStateProps) {
  return (
    <div className={cx(styles.state, compact && styles.compact)}>
      <div className={styles.picture}>
        <Rail marks={OPEN_MARKS} />
      </div>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
