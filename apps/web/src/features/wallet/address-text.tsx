import { cx } from '@glasshouse/ui';
import { addressGroups } from './address-groups.ts';
import styles from './wallet.module.css';

const COLOUR_CLASSES = [styles.c1, styles.c2, styles.c3, styles.c4, styles.c5, styles.c6];

/** An address to compare by eye. It is copied, and read aloud, in one. */
export function AddressText({ address, small = false }: { address: string; small?: boolean }) {
  return (
    <bdi dir="ltr" className={cx(styles.address, small && styles.addressSmall)}>
      {addressGroups(address).map(({ text, colour }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of an address never move.
        <span key={index} className={cx(styles.group, COLOUR_CLASSES[colour])}>
          {text}
        </span>
      ))}
    </bdi>
  );
}
