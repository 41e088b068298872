import { useT } from '@glasshouse/app/language/language';
import { WhyTerm } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import styles from './put-up.module.css';

/** What is put up, most of which comes back, and what of it does not. */
export function PutUp({
  total,
  fees,
  why,
  closing,
}: {
  readonly total: ReactNode;
  readonly fees: ReactNode;
  /** Explains the fees. */
  readonly why?: ReactNode;
  /** What it costs to get out again; it is not put up. */
  readonly closing?: ReactNode;
}) {
  const t = useT();
  return (
    <span className={styles.putUp}>
      {total}
      <span className={styles.fees}>
        <WhyTerm value={t('trade:options.ofWhichFees')}>{why ?? t('trade:options.ofWhichFees')}</WhyTerm> {fees}
      </span>
      {closing !== undefined && (
        <span className={styles.fees}>
          {t('contracts:closeFee')} {closing}
        </span>
      )}
    </span>
  );
}
