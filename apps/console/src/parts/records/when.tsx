import { useFormat } from '@glasshouse/app/hooks/use-format';
import styles from './when.module.css';

/** A moment in a crowded table: day and time stay on one line. */
export function When({ at }: { at: string }) {
  const format = useFormat();
  return <span className={styles.when}>{format.dateTime(at)}</span>;
}
