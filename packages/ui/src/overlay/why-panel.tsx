import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';
import panelStyles from './panel.module.css';
import type { usePopover } from './use-popover.ts';
import styles from './why.module.css';

export interface WhyRow {
  name: ReactNode;
  value: ReactNode;
  /** The result of the rows above, set off by a line. */
  total?: boolean | undefined;
  /** Input of the row above it, which was itself calculated. */
  depth?: number | undefined;
}

export interface Explanation {
  readonly title: ReactNode;
  /** A sentence before the rows. */
  readonly text?: ReactNode | undefined;
  /** The calculation in words. */
  readonly formula?: ReactNode | undefined;
  readonly rows?: readonly WhyRow[] | undefined;
  /** Where to verify it: a link to the tick, the ledger lines, the reserve. */
  readonly footer?: ReactNode | undefined;
}

interface WhyPanelProps {
  popover: ReturnType<typeof usePopover>;
  label: string;
  children: ReactNode;
}

/** What opens where a figure is questioned, whichever way it was asked. */
export function WhyPanel({ popover, label, children }: WhyPanelProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps presses from what lies behind.
    <div
      {...popover.panelProps}
      ref={popover.panelRef}
      role="note"
      aria-label={label}
      className={cx(panelStyles.panel, panelStyles.note)}
      // A press in the reason of a figure is none of the row or link that the figure stands in.
      onClick={(event) => {
        event.stopPropagation();
        // What a link within the page leads to must not lie under the panel.
        if ((event.target as Element).closest('a[href^="#"]') !== null) popover.close();
      }}
    >
      {popover.open && <div className={styles.inside}>{children}</div>}
    </div>
  );
}

/** Formula, inputs in their order, result, and where to verify it. */
export function WhyContent({ title, text, formula, rows, footer }: Explanation) {
  return (
    <>
      <p className={styles.title}>{title}</p>
      {text !== undefined && <div className={styles.text}>{text}</div>}
      {formula !== undefined && <p className={styles.formula}>{formula}</p>}
      {rows !== undefined && (
        <dl className={styles.rows}>
          {rows.map((row, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an explanation are fixed while it is open.
              key={index}
              className={cx(row.total ? styles.total : styles.row, 0 < (row.depth ?? 0) && styles.inner)}
              data-total={row.total || undefined}
            >
              <dt>{row.name}</dt>
              <dd>{row.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </>
  );
}
