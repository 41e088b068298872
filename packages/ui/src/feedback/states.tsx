import type { ReactNode } from 'react';
import { Icon, type IconType } from '../icon/icon.tsx';
import { CircleAlert } from '../icon/icons.ts';
import { cx } from '../lib/cx.ts';
import styles from './states.module.css';

export interface EmptyStateProps {
  icon?: IconType | undefined;
  title: ReactNode;
  /** What will stand here and how it comes to be. */
  children?: ReactNode | undefined;
  /** The next step. */
  action?: ReactNode | undefined;
  compact?: boolean | undefined;
}

/** Nothing here yet: what this place is for, and the next step. */
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

export interface ErrorStateProps {
  /** What happened. */
  title: ReactNode;
  /** What is safe (money, orders) and what to do. */
  children: ReactNode;
  action?: ReactNode | undefined;
  /** For support: the request id, to be read out. */
  reference?: ReactNode | undefined;
  compact?: boolean | undefined;
}

/** It went wrong: what happened, what is safe, and how to try again. */
export function ErrorState({ title, children, action, reference, compact = false }: ErrorStateProps) {
  return (
    <div role="alert" className={cx(styles.state, compact && styles.compact)}>
      <span className={cx(styles.mark, styles.wrong)}>
        <Icon of={CircleAlert} size="xl" />
      </span>
      <p className={styles.title}>{title}</p>
      <div className={styles.text}>{children}</div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
      {reference !== undefined && <p className={styles.reference}>{reference}</p>}
    </div>
  );
}
