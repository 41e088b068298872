import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';
import styles from './badge.module.css';

interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'up' | 'down' | 'warning' | 'danger' | 'success' | 'demo' | undefined;
  /** A small dot before the text, for live states. */
  dot?: boolean | undefined;
  children: ReactNode;
  className?: string | undefined;
}

/**
 * A short fact about the item beside it. The text carries the meaning; the tone only supports it.
 */
export const Badge = ({ tone = 'neutral', dot = false, children, className }: BadgeProps) => (
  <span className={cx(styles.badge, styles[tone], className)}>
    {dot && <span className={styles.dot} />}
    {children}
  </span>
);
