import { useT } from '@glasshouse/app/language/language';
import { readStored, writeStored } from '@glasshouse/app/session/storage';
import { KeyValue, type KeyValueRow } from '@glasshouse/ui';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './ticket-form.module.css';

/** The figures of a ticket. Some stand beside the button, the others under "Details". */
export interface TicketFigures {
  /** Cost, worst case, best case and how they come about, in money. */
  readonly rows: readonly KeyValueRow[];
  /** The ids of those that decide, in their order. */
  readonly headline: readonly string[];
  /** The ids of those that the confirmation repeats: what is put up, its costs, the worst case. */
  readonly confirm: readonly string[];
}

export const rowsOf = ({ rows }: TicketFigures, ids: readonly string[]): readonly KeyValueRow[] =>
  ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);

const DETAILS_KEY = 'ticketDetails';

interface TicketDetailsProps {
  readonly figures: TicketFigures;
  /** What else to know before ordering. */
  readonly children: ReactNode;
}

/** Whether all of what an element is in can be seen without scrolling. */
function fits(element: Element | null): boolean {
  let pane = element?.parentElement ?? null;
  while (pane !== null && !/auto|scroll/.test(getComputedStyle(pane).overflowY)) pane = pane.parentElement;
  const { scrollHeight, clientHeight } = pane ?? document.documentElement;
  return scrollHeight <= clientHeight;
}

/** Every figure besides the headline; as it was left, or open from the start where it fits. */
export function TicketDetails({ figures, children }: TicketDetailsProps) {
  const t = useT();
  const [left] = useState(() => readStored(DETAILS_KEY));
  const [open, setOpen] = useState(left !== 'closed');
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (left === undefined && !fits(details.current)) setOpen(false);
  }, [left]);
  const others = figures.rows.filter(({ id }) => !figures.headline.includes(id));
  return (
    <details
      ref={details}
      open={open}
      onToggle={(event) => {
        const next = event.currentTarget.open;
        // What this opened or closed itself is no choice of anybody.
        if (next === open) return;
        setOpen(next);
        writeStored(DETAILS_KEY, next ? 'open' : 'closed');
      }}
    >
      <summary className={styles.summary}>{t('trade:ticket.details')}</summary>
      {open && (
        <div className={styles.details}>
          <KeyValue dense rows={others} />
          {children}
        </div>
      )}
    </details>
  );
}
