import { cx } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import styles from './evidence.module.css';

/** Panels of evidence side by side where there is room. */
export const Evidence = ({ children }: { children: ReactNode }) => <div className={styles.evidence}>{children}</div>;

interface PanelProps {
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  /** Takes the whole width. */
  readonly wide?: boolean;
  /** Of its heading: 2 straight below the title of a page. */
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

export function Panel({ title, aside, wide = false, level = 3, children }: PanelProps) {
  const Heading = `h${level}` as const;
  return (
    <section className={cx(styles.panel, wide && styles.wide)}>
      <div className={styles.head}>
        <Heading className={styles.title}>{title}</Heading>
        {aside}
      </div>
      {children}
    </section>
  );
}

interface RowTextProps {
  readonly first: ReactNode;
  readonly firstEnd?: ReactNode;
  readonly second: ReactNode;
  readonly secondEnd?: ReactNode;
  /** The second line takes up to three where it needs them, in a queue of tall rows. */
  readonly wraps?: boolean;
}

/** A row of a queue: two lines, the second one quiet. */
export function RowText(props: RowTextProps) {
  return (
    <span className={styles.rowText}>
      <span className={styles.line}>
        <span className={styles.main}>{props.first}</span>
        {props.firstEnd}
      </span>
      <span className={cx(styles.line, styles.quiet)}>
        <span className={cx(styles.main, props.wraps && styles.wraps)}>{props.second}</span>
        {props.secondEnd}
      </span>
    </span>
  );
}
