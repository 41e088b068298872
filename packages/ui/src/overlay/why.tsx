import { createContext, type ReactNode, useContext } from 'react';
import { focusPane, Pane, PaneContent, type PaneRow } from './pane.tsx';
import { usePopover } from './use-popover.ts';
import styles from './why.module.css';

/** The name of the row that a `Why` explains: it is then the button, with a dotted foot. */
export const WhyTerm = createContext<ReactNode>(undefined);

interface WhyProps {
  /** Accessible name of the button; names the figure ("Why this fee?"). */
  label: string;
  title: ReactNode;
  /** A sentence before the rows. */
  children?: ReactNode | undefined;
  rows?: readonly PaneRow[] | undefined;
  /** Where to verify it: a link to the tick, the ledger lines, the reserve. */
  footer?: ReactNode | undefined;
  /** Instead of title, text and rows: asked only once it is opened. */
  explain?: (() => ReactNode) | undefined;
  /** The figure beside it opens as well: it, and not this, is outlined among the figures. */
  isBeside?: boolean | undefined;
}

/**
 * The one way to question a figure. Its sign is the name of the figure's row, or a mark where it
 * has no row. Shows how the figure was derived: inputs in order, the result last, and where to
 * verify it. Not allowed inside a `<p>`, since the panel is rendered in place.
 */
export function Why({ label, title, children, rows, footer, explain, isBeside = false }: WhyProps) {
  const popover = usePopover({ isPane: true, onOpen: focusPane });
  const term = useContext(WhyTerm);
  return (
    <>
      <button
        {...popover.anchorProps}
        ref={popover.anchorRef}
        type="button"
        className={term === undefined ? styles.button : styles.term}
        aria-label={typeof term === 'string' && !label.includes(term) ? `${term}: ${label}` : label}
        title={label}
        data-derived={isBeside ? undefined : ''}
      >
        {term ?? (
          <svg viewBox="0 0 16 16" className={styles.mark} aria-hidden="true" focusable="false">
            <circle cx="8" cy="8" r="6.4" />
            <path d="M6.3 6.4a1.75 1.75 0 1 1 2.5 1.58c-.5.25-.8.62-.8 1.12v.2" />
            <path d="M8 11.35v.05" />
          </svg>
        )}
      </button>
      <Pane popover={popover} label={label}>
        {popover.open && (explain?.() ?? <PaneContent title={title} text={children} rows={rows} footer={footer} />)}
      </Pane>
    </>
  );
}
