import type { ReactNode } from 'react';
import { Icon, type IconType } from '../icon/icon.tsx';
import { CircleCheck, Clock, CloudOff, Info, RefreshCw, TriangleAlert } from '../icon/icons.ts';
import { cx } from '../lib/cx.ts';
import styles from './banner.module.css';

type BannerKind = 'offline' | 'reconnecting' | 'stale' | 'info' | 'warning' | 'danger' | 'success';

const ICONS: Record<BannerKind, IconType> = {
  offline: CloudOff,
  reconnecting: RefreshCw,
  stale: Clock,
  info: Info,
  warning: TriangleAlert,
  danger: TriangleAlert,
  success: CircleCheck,
};

interface BannerProps {
  kind: BannerKind;
  children: ReactNode;
  action?: ReactNode | undefined;
  /** Full width below the header, without rounded corners. */
  strip?: boolean | undefined;
  className?: string | undefined;
}

/**
 * A state of the page or the book, shown where it applies. Danger interrupts a screen reader, the
 * others wait.
 */
export function Banner({ kind, children, action, strip = false, className }: BannerProps) {
  return (
    <div
      role={kind === 'danger' ? 'alert' : 'status'}
      className={cx(styles.banner, styles[kind], strip && styles.strip, className)}
    >
      <Icon of={ICONS[kind]} className={styles.icon} />
      <div className={styles.text}>{children}</div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
