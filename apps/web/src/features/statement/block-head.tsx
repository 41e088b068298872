import { cx } from '@glasshouse/ui';
import styles from './statement.module.css';

interface BlockHeadProps {
  readonly title: string;
  readonly note: string;
  /** In a card without padding. */
  readonly flush?: boolean;
}

/** Names a card inside a section that has several. */
export const BlockHead = ({ title, note, flush = false }: BlockHeadProps) => (
  <div className={cx(styles.blockHead, flush && styles.blockFlush)}>
    <h3 className={styles.blockTitle}>{title}</h3>
    <p className={styles.note}>{note}</p>
  </div>
);
