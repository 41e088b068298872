import { cx } from '@glasshouse/ui';
import styles from './statement.module.css';

interface BlockHeadProps {
  readonly title: string;
  readonly note: string;
  /** For a card without padding. */
  readonly flush?: boolean;
  /** `h2` where no section is around it. */
  readonly as?: 'h2' | 'h3';
}

/** The heading of one card among several. */
export const BlockHead = ({ title, note, flush = false, as: Heading = 'h3' }: BlockHeadProps) => (
  <div className={cx(styles.blockHead, flush && styles.blockFlush)}>
    <Heading className={styles.blockTitle}>{title}</Heading>
    <p className={styles.note}>{note}</p>
  </div>
);
