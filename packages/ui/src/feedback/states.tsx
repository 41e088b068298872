import type { ReactNode } from 'react';
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

const WIDTH = 240;
const STEP = 8;
const MARKS = Array.from({ length: WIDTH / STEP }, (_, index) => {
  const x = index * STEP + STEP / 2;
  return `M${x} 14V${index % 10 === 0 ? 24 : 20}`;
}).join('');

/** Empty: a price that has not moved over a rail that nothing has sealed, and the next step. */
export function EmptyState({ title, children, action, compact = false }: EmptyStateProps) {
  return (
    <div className={cx(styles.state, compact && styles.compact)}>
      <svg viewBox={`0 0 ${WIDTH} 24`} className={styles.picture} aria-hidden="true" focusable="false">
        <path className={styles.step} d={`M0 5H${WIDTH}`} />
        <path className={styles.rail} d={MARKS} />
      </svg>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
