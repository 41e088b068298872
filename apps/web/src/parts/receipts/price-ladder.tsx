import { useT } from '@glasshouse/app/language/language';
import { Seal, type SealState } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import styles from './price-ladder.module.css';

interface PriceLadderProps {
  /** The middle of the market, which is in the signed record. */
  readonly reference: ReactNode;
  readonly seal: SealState;
  /** Share and money between the two. */
  readonly spread: ReactNode;
  readonly price: ReactNode;
  /** Whether the person's price is above the reference. */
  readonly isAbove: boolean;
}

/** From the reference price by one step, the spread, to the price that the person got. */
export function PriceLadder({ reference, seal, spread, price, isAbove }: PriceLadderProps) {
  const t = useT();
  return (
    <div className={styles.ladder} data-above={isAbove || undefined}>
      <div className={styles.reference}>
        <span className={styles.price}>
          {reference} <Seal state={seal} />
        </span>
        <span className={styles.name}>{t('convert:reference')}</span>
      </div>
      <div className={styles.step}>
        <span className={styles.name}>{spread}</span>
      </div>
      <div className={styles.yours}>
        <span className={styles.name}>{t('order:yourPrice')}</span>
        <span className={styles.price}>{price}</span>
      </div>
    </div>
  );
}
