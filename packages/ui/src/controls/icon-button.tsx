import type { ButtonHTMLAttributes, Ref } from 'react';
import { Icon, type IconType } from '../icon/icon.tsx';
import { cx } from '../lib/cx.ts';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  icon: IconType;
  /** Accessible name, also the native tooltip. */
  label: string;
  size?: 's' | 'm' | undefined;
  mirror?: boolean | undefined;
  /** For toggle buttons (favourite, full screen). */
  pressed?: boolean | undefined;
  /** Unread marker; describe it in `label`. */
  dot?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, size = 'm', mirror = false, pressed, dot = false, className, ...rest } = props;
  return (
    <button
      type="button"
      title={label}
      {...rest}
      className={cx(styles.button, styles[size], className)}
      aria-label={label}
      aria-pressed={pressed}
    >
      <Icon of={icon} size={size === 's' ? 'm' : 'l'} mirror={mirror} />
      {dot && <span className={styles.dot} />}
    </button>
  );
}
