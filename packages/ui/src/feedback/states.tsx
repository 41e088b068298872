import type { ReactNode } from 'react';
import { Icon, type IconType } from '../icon/icon.tsx';
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

/** Empty: what this place is for, and the next step. */
export function EmptyState({ icon, title, children, action, compact = false }: EmptyStateProps) {
  return (
    <div className={cx(styles.state, compact && styles.compact)}>
      {icon && (
        <span className={styles.mark}>
          <Icon of={icon} size="xl" />
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
