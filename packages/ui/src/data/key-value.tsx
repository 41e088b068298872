import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';
import { WhyTerm } from '../overlay/why.tsx';
import styles from './key-value.module.css';

export interface KeyValueRow {
  /** React key; the name, if that is plain text. */
  id: string;
  name: ReactNode;
  value: ReactNode;
  /** A `Why` that explains the value: the name opens it. */
  why?: ReactNode | undefined;
  tone?: 'up' | 'down' | 'muted' | undefined;
  /** The result of the other rows. */
  strong?: boolean | undefined;
}

interface KeyValueProps {
  readonly rows: readonly KeyValueRow[];
  readonly dense?: boolean;
  readonly className?: string;
}

/** What is read at one glance. */
const ROWS_MAX = 6;

/**
 * Names and values in rows: the summary of a ticket, the terms of an order, the facts of an
 * instrument.
 */
export function KeyValue({ rows, dense = false, className }: KeyValueProps) {
  return (
    <dl className={cx(styles.list, dense && styles.dense, className)}>
      {rows.map((row) => (
        <div key={row.id} className={cx(styles.row, row.strong && styles.strong)}>
          <dt className={styles.name}>
            {row.why === undefined ? row.name : <WhyTerm value={row.name}>{row.why}</WhyTerm>}
          </dt>
          <dd className={cx(styles.value, row.tone && styles[row.tone])}>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FoldedKeyValueProps extends KeyValueProps {
  /** Names the rows beyond the sixth, which stand below it until it is opened. */
  readonly rest: string;
}

/** At most six rows in sight; those that matter most come first. */
export const FoldedKeyValue = ({ rows, rest, ...others }: FoldedKeyValueProps) => (
  <>
    <KeyValue rows={rows.slice(0, ROWS_MAX)} {...others} />
    {ROWS_MAX < rows.length && (
      <details className={styles.fold}>
        <summary>{rest}</summary>
        <KeyValue rows={rows.slice(ROWS_MAX)} {...others} />
      </details>
    )}
  </>
);
