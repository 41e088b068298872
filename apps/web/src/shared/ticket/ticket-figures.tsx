import { KeyValue, type KeyValueRow } from '@glasshouse/ui';
import { type ReactNode, useState } from 'react';
import { useT } from '../../i18n/language.ts';
import { readStored, writeStored } from '../../session/storage.ts';
import styles from './ticket-form.module.css';

/** The figures of a ticket. Three of them stand beside the button, the others under "Details". */
export interface TicketFigures {
  /** Cost, worst case, best case and how they come about, in money. */
  readonly rows: readonly KeyValueRow[];
  /** The ids of the three that decide, in their order. */
  readonly headline: readonly [string, string, string];
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

/** Every figure besides the headline; open or closed as it was left. */
export function TicketDetails({ figures, children }: TicketDetailsProps) {
  const t = useT();
  const [open, setOpen] = useState(() => readStored(DETAILS_KEY) === 'open');
  const others = figures.rows.filter(({ id }) => !figures.headline.includes(id));
  return (
    <details
      open={open}
      onToggle={(event) => {
        const next = event.currentTarget.open;
        setOpen(next);
        writeStored(DETAILS_KEY, next ? 'open' : undefined);
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
