import { cx } from '../lib/cx.ts';
import styles from './spinner.module.css';

/** A progress ring. Decorative: its user says so in text or with aria-busy. */
export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <svg className={cx(styles.spinner, className)} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle className={styles.track} cx="8" cy="8" r="6" />
      <path d="M8 2a6 6 0 0 1 6 6" />
    </svg>
  );
}
