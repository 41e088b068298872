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

/**
 * Names and values in rows: the summary of a ticket, the terms of an order, the facts of an
 * instrument.
 */
export function KeyValue({
  rows,
  dense = false,
  className,
}: {
  rows: readonly KeyValueRow[];
  dense?: boolean;
  className?: string;
}) {
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
