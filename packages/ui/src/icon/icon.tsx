import type { LucideIcon } from 'lucide-react';
import { cx } from '../lib/cx.ts';
import styles from './icon.module.css';

export type IconType = LucideIcon;

interface IconProps {
  of: IconType;
  /** 14, 18, 20 or 24 px at the default text size. */
  size?: 's' | 'm' | 'l' | 'xl';
  /** For pictures that point along the line of reading (back, next): turned round when it runs right to left. */
  mirror?: boolean;
  /** Spoken name. Without it the icon is decoration and hidden from screen readers. */
  label?: string;
  className?: string | undefined;
}

export function Icon({ of: Picture, size = 'm', mirror = false, label, className }: IconProps) {
  const naming = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <Picture
      {...naming}
      className={cx(styles.icon, styles[size], mirror && styles.mirror, className)}
      absoluteStrokeWidth
      strokeWidth={1.6}
      focusable="false"
    />
  );
}
