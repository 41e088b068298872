import { cx } from '../lib/cx.ts';
import styles from './rail.module.css';

interface RailProps {
  /** Of one mark each, oldest first: whether this browser has checked it. */
  readonly marks: readonly boolean[];
  /** Every so many marks one is longer. */
  readonly every?: number | undefined;
  /** Room for this many, so that a few marks stand at the end and do not spread. */
  readonly slots?: number | undefined;
  readonly className?: string | undefined;
}

/** One mark for each price or minute: mulberry where it is sealed, pale where it is not yet. */
export function Rail({ marks, every = 10, slots = 0, className }: RailProps) {
  const width = Math.max(1, marks.length - 1, slots - 1);
  const start = Math.max(0, slots - marks.length);
  const path = (sealed: boolean): string =>
    marks
      .map((isSealed, index) =>
        isSealed === sealed ? `M${start + index} 0V${(start + index) % every === 0 ? 10 : 6}` : '',
      )
      .join('');
  return (
    <svg
      className={cx(styles.rail, className)}
      viewBox={`-0.5 0 ${width + 1} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles.sealed} d={path(true)} />
      <path className={styles.open} d={path(false)} />
    </svg>
  );
}
