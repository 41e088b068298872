import { cx } from '@glasshouse/ui';
import styles from './statement.module.css';

interface BlockHeadProps {
  readonly title: string;
  readonly note: string;
  /** For a card without padding. */
  readonly flush?: boolean;
}

/** The heading of one card among several in a section. */
export const BlockHead = ({ title, note, flush = false }: BlockHeadProps) => (
  <div className={cx(styles.blockHead, flush && styles.blockFlush)}>
    <h3 className={styles.blockTitle}>{title}</h3>
    <p className={styles.note}>{note}</p>
  </div>
);
