import { useT } from '@glasshouse/app/language/language';
import { cx } from '@glasshouse/ui';
import { useCases, useCounts } from '../../live/counts.ts';
import { useMay } from '../../session/session.ts';
import type { ConsolePage } from '../pages.ts';
import styles from './count.module.css';

/** How much waits behind a link; nothing while nothing does. */
export function Count({ pages, className }: { pages: readonly ConsolePage[]; className?: string | undefined }) {
  const t = useT();
  const counts = useCounts();
  const cases = useCases(useMay());
  // The approvals are among the cases of the merged queue.
  const isMerged = pages.some((page) => page.count === 'cases');
  const found = isMerged ? [cases] : pages.flatMap(({ count = '' }) => counts[count] ?? []);
  const waiting = found.reduce((sum, count) => sum + count.waiting, 0);
  if (waiting === 0) return null;
  return (
    <span className={cx(styles.count, found.some(({ isLate }) => isLate) && styles.late, className)}>
      <span aria-hidden="true">{waiting}</span>
      <span className="visually-hidden"> {t('console:queue.waiting', { count: waiting })}</span>
    </span>
  );
}
