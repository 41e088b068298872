import { useT } from '@glasshouse/app/language/language';
import { Card, Section } from '@glasshouse/ui';
import type { ComponentProps } from 'react';
import { LinesTable } from '../../parts/statement/lines-table.tsx';
import { LogTable } from './log-table.tsx';

interface RecordsProps {
  readonly lines: ComponentProps<typeof LinesTable>['lines'];
  readonly log: ComponentProps<typeof LogTable>['entries'];
}

/** The end of every order page: ledger lines and command log entries. */
export function Records({ lines, log }: RecordsProps) {
  const t = useT();
  return (
    <>
      <Section id="lines" title={t('trade:receipt.ledger')}>
        <Card flush>
          <LinesTable lines={lines} />
        </Card>
      </Section>
      <Section title={t('trade:receipt.log')}>
        <Card flush>
          <LogTable entries={log} />
        </Card>
      </Section>
    </>
  );
}
