import type { ReactNode } from 'react';
import styles from './replay.module.css';

export interface HeadlineProps {
  /** What it came to, shown from the start for whoever does not wait for the end. */
  readonly result: ReactNode;
  /** The sentence that says why. */
  readonly rule?: ReactNode;
}

/** The result in large, and right below it what decided it. */
export const Headline = ({ result, rule }: HeadlineProps) => (
  <span className={styles.headline}>
    <span className={styles.result}>{result}</span>
    {rule !== undefined && <span className={styles.rule}>{rule}</span>}
  </span>
);
