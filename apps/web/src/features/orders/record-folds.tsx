import type { Translator } from '@glasshouse/i18n';
import type { ComponentProps, ReactNode } from 'react';
import type { ReceiptFold } from '../../parts/receipts/fold-list.tsx';
import { LinesTable } from '../../parts/statement/lines-table.tsx';
import { LogTable } from './log-table.tsx';

interface Folded {
  readonly count: number;
  readonly content: ReactNode;
}

interface RecordFoldsProps {
  /** The prices, if any were used; first in the list. */
  readonly prices?: Folded | null | undefined;
  /** Ledger lines and log entries; null before there are any. */
  readonly records: {
    readonly lines: NonNullable<ComponentProps<typeof LinesTable>['lines']>;
    readonly log: ComponentProps<typeof LogTable>['entries'];
  } | null;
  /** Before the log entries, such as the steps of a contract. */
  readonly steps?: ReactNode;
  readonly terms: Folded;
}

/** The four lists of every receipt: prices, ledger lines, commands, terms. */
export const recordFolds = (t: Translator['t'], { prices, records, steps, terms }: RecordFoldsProps): ReceiptFold[] => [
  ...(prices == null ? [] : [{ title: t('trade:receipt.ticks'), ...prices }]),
  ...(records === null
    ? []
    : [
        {
          id: 'lines',
          title: t('trade:receipt.ledger'),
          count: records.lines.length,
          content: <LinesTable lines={records.lines} />,
        },
        {
          title: t('order:asked'),
          count: records.log.length,
          content: (
            <>
              {steps}
              <LogTable entries={records.log} />
            </>
          ),
        },
      ]),
  { title: t('common:word.allTerms'), ...terms },
];
