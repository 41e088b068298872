import { cx } from '../lib/cx.ts';
import styles from './spinner.module.css';

/** A quiet ring while something is under way. Decoration only: whoever shows it says so in words or with aria-busy. */
export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <svg className={cx(styles.spinner, className)} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle className={styles.track} cx="8" cy="8" r="6" />
      <path className={styles.arc} d="M8 2a6 6 0 0 1 6 6" />
    </svg>
  );
}
