import type { ReactNode } from 'react';
import panelStyles from './panel.module.css';
import type { usePopover } from './use-popover.ts';
import styles from './why.module.css';

export interface WhyRow {
  name: ReactNode;
  value: ReactNode;
  /** The result of the rows above, set off by a line. */
  total?: boolean | undefined;
}

interface WhyPanelProps {
  popover: ReturnType<typeof usePopover>;
  label: string;
  title: ReactNode;
  children?: ReactNode | undefined;
  rows?: readonly WhyRow[] | undefined;
  footer?: ReactNode | undefined;
}

/** What opens where a figure is questioned, whichever way it was asked. */
export function WhyPanel({ popover, label, title, children, rows, footer }: WhyPanelProps) {
  return (
    <div {...popover.panelProps} ref={popover.panelRef} role="note" aria-label={label} className={panelStyles.panel}>
      {popover.open && (
        <div className={styles.inside}>
          <p className={styles.title}>{title}</p>
          {children !== undefined && <div className={styles.text}>{children}</div>}
          {rows !== undefined && (
            <dl className={styles.rows}>
              {rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an explanation are fixed while it is open.
                <div key={index} className={row.total ? styles.total : styles.row}>
                  <dt>{row.name}</dt>
                  <dd>{row.value}</dd>
                </div>
              ))}
            </dl>
          )}
          {footer !== undefined && <div className={styles.footer}>{footer}</div>}
        </div>
      )}
    </div>
  );
}
