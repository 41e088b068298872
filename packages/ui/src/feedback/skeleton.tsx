import { cx } from '../lib/cx.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** Any CSS length: the size of the final content, so that nothing shifts when it loads. */
  width?: string | undefined;
  height?: string | undefined;
  round?: boolean | undefined;
  className?: string | undefined;
}

/** A placeholder. Hidden from screen readers; the region around it has aria-busy. */
export const Skeleton = ({ width = '100%', height = '0.14rem', round = false, className }: SkeletonProps) => (
  <span
    aria-hidden="true"
    className={cx(styles.skeleton, round && styles.round, className)}
    style={{ inlineSize: width, blockSize: height }}
  />
);

/**
 * Placeholder of a whole section, in a busy region: an empty pane ruled like the rows to come, not
 * a slab of grey.
 */
export const SkeletonBlock = ({ height }: { height: string }) => (
  <div aria-busy="true" className={styles.block} style={{ blockSize: height }}>
    <span aria-hidden="true" className={styles.ruled} />
  </div>
);

/** Placeholder lines of text; the last is shorter. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <span className={styles.text} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity and never move.
        <Skeleton key={line} width={line === lines - 1 ? '62%' : '100%'} />
      ))}
    </span>
  );
}
