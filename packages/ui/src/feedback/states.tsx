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

/**
 * Two panes of glass, and a line that passes behind the nearer one and comes out bent: the picture
 * of every place that has nothing to show yet.
 */
const Panes = () => (
  <svg viewBox="0 0 120 72" className={styles.panes} aria-hidden="true" focusable="false">
    <path className={styles.ray} d="M2 60 34 46M86 30l32-14" />
    <rect className={styles.far} x="50" y="4" width="44" height="44" rx="7" />
    <rect className={styles.near} x="34" y="14" width="52" height="52" rx="7" />
  </svg>
);

/** Empty: what this place is for, and the next step. */
export function EmptyState({ icon, title, children, action, compact = false }: EmptyStateProps) {
  return (
    <div className={cx(styles.state, compact && styles.compact)}>
      {icon && (
        <span className={styles.mark}>
          <Panes />
          <Icon of={icon} size="xl" className={styles.sign} />
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
