import { useFormat } from '@glasshouse/app/hooks/use-format';
import styles from './money.module.css';
import { usualPlaces } from './usual-places.ts';

/** An amount by the decimals in which its asset is usually written; the rest is one look away. */
export function Money({ value, asset, signed = false }: { value: string; asset: string; signed?: boolean }) {
  const format = useFormat();
  const write = signed ? format.signedMoney : format.money;
  const exact = write(value, asset);
  const short = write(value, asset, usualPlaces(asset));
  if (short === exact) return <span className={styles.money}>{exact}</span>;
  return (
    <span className={styles.money}>
      <span aria-hidden="true">{short}</span>
      <span className={styles.exact}>{exact}</span>
    </span>
  );
}
