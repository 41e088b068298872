import { Card, Section } from '@glasshouse/ui';
import type { ComponentProps } from 'react';
import { useT } from '../../i18n/language.ts';
import { LinesTable } from '../../shared/lines-table.tsx';
import { LogTable } from './log-table.tsx';

interface RecordsProps {
  readonly lines: ComponentProps<typeof LinesTable>['lines'];
  readonly log: ComponentProps<typeof LogTable>['entries'];
}

/** What every order ends with: how it moved money, and where the command log has it. */
export function Records({ lines, log }: RecordsProps) {
  const t = useT();
  return (
    <>
      <Section title={t('trade:receipt.ledger')}>
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
