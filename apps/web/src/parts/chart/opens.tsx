import { Pane, PaneContent, type PaneRow, usePopover } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import styles from './opens.module.css';

interface OpensProps {
  /** Names the pane and, for screen readers, what the press explains. */
  readonly label: string;
  readonly text?: ReactNode;
  readonly rows?: readonly PaneRow[] | undefined;
  readonly children: ReactNode;
}

/** A figure or word of the instrument line that opens the pane about it; a tab stop of its own. */
export function Opens({ label, text, rows, children }: OpensProps) {
  const popover = usePopover({ isPane: true, onOpen: (panel) => panel.focus({ preventScroll: true }) });
  return (
    <>
      <button
        {...popover.anchorProps}
        ref={popover.anchorRef}
        type="button"
        title={label}
        className={styles.opens}
        data-derived=""
      >
        {children}
        <span className="visually-hidden"> {label}</span>
      </button>
      <Pane popover={popover} label={label}>
        {popover.open && <PaneContent title={label} text={text} rows={rows} />}
      </Pane>
    </>
  );
}
