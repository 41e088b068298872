import type { LucideIcon } from 'lucide-react';
import { cx } from '../lib/cx.ts';
import styles from './icon.module.css';

export type IconType = LucideIcon;

interface IconProps {
  of: IconType;
  /** 14, 18, 20 or 24 px at the default text size. */
  size?: 's' | 'm' | 'l' | 'xl';
  /** For icons in reading direction (back, next): mirrored in right-to-left pages. */
  mirror?: boolean;
  /** Accessible name. Without it the icon is decorative and hidden from screen readers. */
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
