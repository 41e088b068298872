import { Skeleton } from '@glasshouse/ui';
import styles from './nfts.module.css';

/** As large as the works that come, so that what is below stays where it is. */
export const GallerySkeleton = ({ count }: { count: number }) => (
  <div className={styles.gallery} aria-busy="true">
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity and never move.
      <div key={index} className={styles.item}>
        <span className={styles.frame}>
          <Skeleton height="auto" className={styles.picture} />
        </span>
        <span className={styles.label}>
          <Skeleton width="70%" height="0.24rem" />
          <Skeleton width="50%" height="0.2rem" />
          <Skeleton height="0.22rem" />
        </span>
      </div>
    ))}
  </div>
);
